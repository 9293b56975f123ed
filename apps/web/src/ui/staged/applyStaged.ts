import type { StagedEntry, StagedEvent, StagedLists, StoredEntry } from './stagedLists.ts';

/** One edit, and the key of the entry that it changes; undefined where it is about no single entry. */
export interface StagedStep<Edit> {
  readonly key: string | undefined;
  readonly edit: Edit;
}

/** The result of edits that were sent as one: all of them are made, or none where one is refused. */
interface Sent {
  /** The entries that the server has now, in its order. */
  readonly stored: readonly StoredEntry[];
  readonly refused: { readonly index: number; readonly problem: string } | undefined;
}

interface Applying<Entry extends StagedEntry, Edit> {
  readonly reduce: (lists: StagedLists<Entry>, event: StagedEvent<Entry>) => StagedLists<Entry>;
  /**
   * The edits that make what the server has equal to the lists. Entries with a problem are left out; added entries come
   * in the order in which they will be stored.
   */
  readonly stepsOf: (lists: StagedLists<Entry>) => readonly StagedStep<Edit>[];
  readonly send: (...edits: readonly [Edit, ...Edit[]]) => Promise<Sent>;
  /** Called for every change of the lists. */
  readonly tell: (event: StagedEvent<Entry>) => void;
}

export interface Applied<Entry extends StagedEntry> {
  readonly left: StagedLists<Entry>;
  /** How many edits were made. */
  readonly made: number;
  /** Why nothing was made, where that is about no single entry. */
  readonly problem: string | undefined;
}

/**
 * Makes the staged edits as one, with one call. A refused edit stays on the lists with its reason, and the others are
 * sent again without it. A failed call makes nothing and leaves everything staged.
 */
export async function applyStaged<Entry extends StagedEntry, Edit>(
  lists: StagedLists<Entry>,
  { reduce, stepsOf, send, tell }: Applying<Entry, Edit>,
): Promise<Applied<Entry>> {
  let now = lists;
  const note = (event: StagedEvent<Entry>) => {
    now = reduce(now, event);
    tell(event);
  };
  note({ kind: 'retried' });
  for (;;) {
    const steps = stepsOf(now);
    const [first, ...further] = steps.map(({ edit }) => edit);
    if (first === undefined) return { left: now, made: 0, problem: undefined };
    const before = now;
    const { stored, refused } = await send(first, ...further);
    note({ kind: 'wasStored', stored });
    if (refused === undefined) {
      for (const event of madeEvents(before, steps, stored)) note(event);
      return { left: now, made: steps.length, problem: undefined };
    }
    const { index, problem } = refused;
    const key = steps[index]?.key;
    if (key === undefined) return { left: now, made: 0, problem };
    note({ kind: 'wasRefused', key, problem });
  }
}

/** The change to the lists after the edits were made. */
function madeEvents<Entry extends StagedEntry>(
  before: StagedLists<Entry>,
  steps: readonly StagedStep<unknown>[],
  stored: readonly StoredEntry[],
): readonly StagedEvent<Entry>[] {
  const known = new Set([...before.entries, ...before.stored].map(({ entryId }) => entryId));
  const added = stored.map(({ entryId }) => entryId).filter((entryId) => !known.has(entryId));
  return steps.flatMap(({ key }): readonly StagedEvent<Entry>[] => {
    const entry = before.entries.find((candidate) => candidate.key === key);
    if (entry === undefined) return [];
    if (entry.isRemoved) return [{ kind: 'wasRemoved', key: entry.key }];
    const entryId = entry.entryId ?? added.shift();
    return entryId === undefined ? [] : [{ kind: 'wasAdded', key: entry.key, entryId }];
  });
}
