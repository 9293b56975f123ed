import { type AnalysisRole, type AnalysisView, unreachable } from '@atrium/contract';

type ExtendedAnalysis = AnalysisView['extended'];

/** A concept on an axis of the dialog; without an entry id it is yet to be added. */
export interface AxisEntry {
  readonly key: string;
  readonly conceptId: string;
  readonly name: string;
  readonly entryId: string | undefined;
  readonly isRemoved: boolean;
  /** Why the server refused the edit of it. */
  readonly problem: string | undefined;
}

/** The ids of the entries that the server has on each axis, in their order. */
export type StoredAxes = Readonly<Record<AnalysisRole, readonly string[]>>;

/** Rows and columns as a person wants them, before anything is applied. */
export interface AxesDraft {
  readonly rows: readonly AxisEntry[];
  readonly cols: readonly AxisEntry[];
  readonly stored: StoredAxes;
  readonly additions: number;
}

export interface AxisPlace {
  readonly role: AnalysisRole;
  readonly index: number;
}

/** A step along an axis, or to the end of the other one. */
export type Move = 'up' | 'down' | 'across';

export type AxesEvent =
  | { readonly kind: 'opened' | 'resumed'; readonly axes: ExtendedAnalysis }
  | {
      readonly kind: 'chosen';
      readonly conceptId: string;
      readonly name: string;
      readonly role: AnalysisRole;
    }
  | { readonly kind: 'removed' | 'restored'; readonly key: string }
  | { readonly kind: 'moved'; readonly key: string; readonly to: AxisPlace }
  | { readonly kind: 'swapped' }
  | { readonly kind: 'retried' }
  | { readonly kind: 'wasStored'; readonly stored: StoredAxes }
  | { readonly kind: 'wasAdded'; readonly key: string; readonly entryId: string }
  | { readonly kind: 'wasRemoved'; readonly key: string }
  | { readonly kind: 'wasRefused'; readonly key: string; readonly problem: string };

export const emptyAxes: AxesDraft = { rows: [], cols: [], stored: { rows: [], cols: [] }, additions: 0 };

export const roles = ['rows', 'cols'] as const;

export const otherRole = (role: AnalysisRole): AnalysisRole => (role === 'rows' ? 'cols' : 'rows');

export const storedAxes = ({ rows, cols }: ExtendedAnalysis): StoredAxes => ({
  rows: rows.map((entry) => entry.entryId),
  cols: cols.map((entry) => entry.entryId),
});

/** Both axes after something was done to them, or with them. */
export function reduceAxes(draft: AxesDraft, event: AxesEvent): AxesDraft {
  switch (event.kind) {
    case 'opened':
      return opened(event.axes);
    case 'resumed':
      return resumed(draft, event.axes);
    case 'chosen':
      return chosen(draft, event);
    case 'removed':
      return removed(draft, event.key);
    case 'restored':
      return each(draft, (entry) =>
        entry.key === event.key ? { ...entry, isRemoved: false, problem: undefined } : entry,
      );
    case 'moved':
      return moved(draft, event.key, event.to);
    case 'swapped':
      return { ...draft, rows: draft.cols, cols: draft.rows };
    case 'retried':
      return each(draft, (entry) => ({ ...entry, problem: undefined }));
    case 'wasStored':
      return { ...draft, stored: event.stored };
    case 'wasAdded':
      return each(draft, (entry) =>
        entry.key === event.key ? { ...entry, entryId: event.entryId, problem: undefined } : entry,
      );
    case 'wasRemoved':
      return without(draft, event.key);
    case 'wasRefused':
      return each(draft, (entry) => (entry.key === event.key ? { ...entry, problem: event.problem } : entry));
    default:
      return unreachable(event);
  }
}

/** Where an entry stands, and which one it is. */
export function findEntry(
  draft: AxesDraft,
  isWanted: (entry: AxisEntry) => boolean,
): (AxisPlace & { readonly entry: AxisEntry }) | undefined {
  for (const role of roles) {
    const index = draft[role].findIndex(isWanted);
    const entry = draft[role][index];
    if (entry !== undefined) return { role, index, entry };
  }
  return undefined;
}

function opened(axes: ExtendedAnalysis): AxesDraft {
  const drawn = (entries: ExtendedAnalysis['rows']): readonly AxisEntry[] =>
    entries.map(({ entryId, conceptId, label }) => ({
      key: entryId,
      entryId,
      conceptId,
      name: label,
      isRemoved: false,
      problem: undefined,
    }));
  return { ...emptyAxes, rows: drawn(axes.rows), cols: drawn(axes.cols), stored: storedAxes(axes) };
}

/** Both axes as they were left, over what the server has by now: what was staged is still to come, if it still can. */
function resumed(draft: AxesDraft, axes: ExtendedAnalysis): AxesDraft {
  const now = opened(axes);
  if (JSON.stringify(draft.stored) === JSON.stringify(now.stored)) return draft;
  const left = [...draft.rows, ...draft.cols];
  const isKnown = (conceptId: string) =>
    [...axes.rows, ...axes.cols].some((entry) => entry.conceptId === conceptId);
  const goneOn = each(now, (entry) => {
    const was = left.find(({ entryId }) => entryId === entry.entryId);
    return was === undefined ? entry : { ...entry, isRemoved: was.isRemoved, problem: was.problem };
  });
  const staged = (entries: readonly AxisEntry[]) =>
    entries.filter(({ entryId, conceptId }) => entryId === undefined && !isKnown(conceptId));
  return {
    ...goneOn,
    additions: draft.additions,
    rows: [...goneOn.rows, ...staged(draft.rows)],
    cols: [...goneOn.cols, ...staged(draft.cols)],
  };
}

function chosen(draft: AxesDraft, event: Extract<AxesEvent, { kind: 'chosen' }>): AxesDraft {
  const { conceptId, name, role } = event;
  const additions = draft.additions + 1;
  const entry: AxisEntry = {
    key: `new ${additions}`,
    conceptId,
    name,
    entryId: undefined,
    isRemoved: false,
    problem: undefined,
  };
  return { ...draft, additions, [role]: [...draft[role], entry] };
}

/** A stored entry stays on the list until its removal is applied; one that was only staged goes at once. */
function removed(draft: AxesDraft, key: string): AxesDraft {
  const found = findEntry(draft, (entry) => entry.key === key);
  if (found?.entry.entryId === undefined) return without(draft, key);
  return each(draft, (entry) => (entry.key === key ? { ...entry, isRemoved: true } : entry));
}

function moved(draft: AxesDraft, key: string, to: AxisPlace): AxesDraft {
  const found = findEntry(draft, (entry) => entry.key === key);
  if (found === undefined) return draft;
  const left = without(draft, key);
  const index = Math.min(Math.max(0, to.index), left[to.role].length);
  return { ...left, [to.role]: left[to.role].toSpliced(index, 0, found.entry) };
}

const without = (draft: AxesDraft, key: string): AxesDraft => ({
  ...draft,
  rows: draft.rows.filter((entry) => entry.key !== key),
  cols: draft.cols.filter((entry) => entry.key !== key),
});

const each = (draft: AxesDraft, change: (entry: AxisEntry) => AxisEntry): AxesDraft => ({
  ...draft,
  rows: draft.rows.map(change),
  cols: draft.cols.map(change),
});
