/** An entry of a list that is being edited; without an entry id the server does not have it yet. */
export interface StagedEntry {
  /** Stays the same while the entry is edited and moved. */
  readonly key: string;
  readonly entryId: string | undefined;
  /** The list that it is in. */
  readonly list: string;
  readonly name: string;
  readonly isRemoved: boolean;
  /** Why the server refused the edit of it. */
  readonly problem: string | undefined;
}

/** An entry that the server has, and the list that it is in there. */
export interface StoredEntry {
  readonly list: string;
  readonly entryId: string;
}

/** Lists as a person wants them, before anything is applied. The entries of one list keep their order. */
export interface StagedLists<Entry extends StagedEntry> {
  readonly entries: readonly Entry[];
  /** The order in which the server has its entries. */
  readonly stored: readonly StoredEntry[];
  /** How many entries have been added, for their keys. */
  readonly additions: number;
}

export interface ListPosition<List extends string = string> {
  readonly list: List;
  readonly index: number;
}

/** The initial fields of every entry that is added. */
export interface Addition {
  readonly key: string;
  readonly entryId: undefined;
  readonly isRemoved: false;
  readonly problem: undefined;
}

export type StagedEvent<Entry extends StagedEntry> =
  /** The entries that the server has; `resumed` keeps what was staged. */
  | { readonly kind: 'opened' | 'resumed'; readonly entries: readonly Entry[] }
  | { readonly kind: 'added'; readonly make: (addition: Addition) => Entry }
  | { readonly kind: 'removed' | 'restored'; readonly key: string }
  | { readonly kind: 'moved'; readonly key: string; readonly to: ListPosition<Entry['list']> }
  | { readonly kind: 'retried' }
  | { readonly kind: 'wasStored'; readonly stored: readonly StoredEntry[] }
  | { readonly kind: 'wasAdded'; readonly key: string; readonly entryId: string }
  | { readonly kind: 'wasRemoved'; readonly key: string }
  | { readonly kind: 'wasRefused'; readonly key: string; readonly problem: string };

/** The lists after a person or the server has changed something. */
export function reduceStaged<Entry extends StagedEntry>(
  lists: StagedLists<Entry>,
  event: StagedEvent<Entry>,
): StagedLists<Entry> {
  switch (event.kind) {
    case 'opened':
      return opened(event.entries);
    case 'resumed':
      return resumed(lists, event.entries);
    case 'added':
      return added(lists, event.make);
    case 'removed':
      return removed(lists, event.key);
    case 'restored':
      return changed(lists, event.key, (entry) => ({ ...entry, isRemoved: false, problem: undefined }));
    case 'moved':
      return moved(lists, event.key, event.to);
    case 'retried':
      return { ...lists, entries: lists.entries.map((entry) => ({ ...entry, problem: undefined })) };
    case 'wasStored':
      return { ...lists, stored: event.stored };
    case 'wasAdded':
      return changed(lists, event.key, (entry) => ({
        ...entry,
        entryId: event.entryId,
        problem: undefined,
      }));
    case 'wasRemoved':
      return without(lists, event.key);
    case 'wasRefused':
      return changed(lists, event.key, (entry) => ({ ...entry, problem: event.problem }));
    default:
      return event satisfies never;
  }
}

/** The entries of one list, in their order. */
export const entriesIn = <Entry extends StagedEntry>(
  { entries }: StagedLists<Entry>,
  list: Entry['list'],
): readonly Entry[] => entries.filter((entry) => entry.list === list);

/** The ids that the server has in one list, in their order. */
export const storedIn = ({ stored }: Pick<StagedLists<never>, 'stored'>, list: string): readonly string[] =>
  stored.filter((entry) => entry.list === list).map(({ entryId }) => entryId);

export function positionOf<Entry extends StagedEntry>(
  lists: StagedLists<Entry>,
  key: unknown,
): ListPosition<Entry['list']> | undefined {
  const entry = lists.entries.find((candidate) => candidate.key === key);
  return entry && { list: entry.list, index: entriesIn(lists, entry.list).indexOf(entry) };
}

/** The lists with one entry changed. */
export const changed = <Entry extends StagedEntry>(
  lists: StagedLists<Entry>,
  key: string,
  change: (entry: Entry) => Entry,
): StagedLists<Entry> => ({
  ...lists,
  entries: lists.entries.map((entry) => (entry.key === key ? change(entry) : entry)),
});

const opened = <Entry extends StagedEntry>(entries: readonly Entry[]): StagedLists<Entry> => ({
  entries,
  stored: entries.flatMap(({ list, entryId }) => (entryId === undefined ? [] : [{ list, entryId }])),
  additions: 0,
});

/** The staged changes applied to the entries that the server has now; the same object while they do not change. */
function resumed<Entry extends StagedEntry>(
  lists: StagedLists<Entry>,
  entries: readonly Entry[],
): StagedLists<Entry> {
  const now = opened(entries);
  if (JSON.stringify(lists.stored) === JSON.stringify(now.stored)) return lists;
  const before = new Map(lists.entries.map((entry) => [entry.entryId, entry]));
  const kept = entries.map((entry) => {
    const { isRemoved, problem } = before.get(entry.entryId) ?? entry;
    return { ...entry, isRemoved, problem };
  });
  const additions = lists.entries.filter(({ entryId }) => entryId === undefined);
  return { ...now, additions: lists.additions, entries: [...kept, ...additions] };
}

function added<Entry extends StagedEntry>(
  lists: StagedLists<Entry>,
  make: (addition: Addition) => Entry,
): StagedLists<Entry> {
  const additions = lists.additions + 1;
  const entry = make({ key: `new ${additions}`, entryId: undefined, isRemoved: false, problem: undefined });
  return { ...lists, additions, entries: [...lists.entries, entry] };
}

/** An entry that the server has stays on the list until its removal is applied; any other one goes at once. */
function removed<Entry extends StagedEntry>(lists: StagedLists<Entry>, key: string): StagedLists<Entry> {
  const found = lists.entries.find((entry) => entry.key === key);
  if (found?.entryId === undefined) return without(lists, key);
  return changed(lists, key, (entry) => ({ ...entry, isRemoved: true }));
}

function moved<Entry extends StagedEntry>(
  lists: StagedLists<Entry>,
  key: string,
  { list, index }: ListPosition<Entry['list']>,
): StagedLists<Entry> {
  const entry = lists.entries.find((candidate) => candidate.key === key);
  if (entry === undefined) return lists;
  const others = lists.entries.filter((candidate) => candidate !== entry);
  const next = others.filter((candidate) => candidate.list === list)[Math.max(0, index)];
  const at = next === undefined ? others.length : others.indexOf(next);
  return { ...lists, entries: others.toSpliced(at, 0, { ...entry, list }) };
}

const without = <Entry extends StagedEntry>(lists: StagedLists<Entry>, key: string): StagedLists<Entry> => ({
  ...lists,
  entries: lists.entries.filter((entry) => entry.key !== key),
});
