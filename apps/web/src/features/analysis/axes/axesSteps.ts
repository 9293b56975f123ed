import type { AnalysisRole, AnalysisTransformation } from '@atrium/contract';
import { type AxesDraft, type AxisEntry, roles, type StoredAxes } from './axesDraft.ts';

/** One edit that the server is to make; `key` names the entry that it is about. */
export interface AxesStep {
  readonly key: string | undefined;
  readonly transformation: AnalysisTransformation;
}

/** The fewest edits, in their order, that make the stored axes what the dialog says; refused entries wait. */
export function axesSteps(draft: AxesDraft): readonly AxesStep[] {
  const { stored } = draft;
  const wanted = wantedAxes(draft);
  if (isSameAxes(idsOf(wanted), stored)) return [];
  if (isSwap(draft, wanted)) return [whole('swap_rows_and_cols')];
  const gone = removals(draft);
  const isAllGone = gone.length === stored.rows.length + stored.cols.length;
  if (isAllGone && gone.length > 1 && wanted.rows.length + wanted.cols.length === 0) {
    return [whole('clear_all')];
  }
  const goneKeys = new Set(gone.map((step) => step.key));
  const left = (role: AnalysisRole) => stored[role].filter((id) => !goneKeys.has(id));
  return [...gone, ...placements(wanted, { rows: left('rows'), cols: left('cols') })];
}

const whole = (kind: 'swap_rows_and_cols' | 'clear_all'): AxesStep => ({
  key: undefined,
  transformation: { kind },
});

type WantedAxes = Readonly<Record<AnalysisRole, readonly AxisEntry[]>>;

const isWanted = (entry: AxisEntry): boolean => !entry.isRemoved && entry.problem === undefined;

const wantedAxes = ({ rows, cols }: AxesDraft): WantedAxes => ({
  rows: rows.filter(isWanted),
  cols: cols.filter(isWanted),
});

/** Stored entries go by their id, which is their key; those to be added by the key of the dialog. */
const nameOf = (entry: AxisEntry): string => entry.entryId ?? entry.key;

const idsOf = ({ rows, cols }: WantedAxes): StoredAxes => ({
  rows: rows.map(nameOf),
  cols: cols.map(nameOf),
});

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, place) => id === other[place]);

const isSameAxes = (one: StoredAxes, other: StoredAxes): boolean =>
  isSame(one.rows, other.rows) && isSame(one.cols, other.cols);

function isSwap({ stored }: AxesDraft, wanted: WantedAxes): boolean {
  const { rows, cols } = idsOf(wanted);
  return isSame(rows, stored.cols) && isSame(cols, stored.rows);
}

function removals({ rows, cols }: AxesDraft): readonly AxesStep[] {
  return [...rows, ...cols].flatMap(({ key, entryId, isRemoved, problem }) =>
    isRemoved && entryId !== undefined && problem === undefined
      ? [{ key, transformation: { kind: 'delete_entry', entryId } } as const]
      : [],
  );
}

/**
 * Entries that stand in the right order already stay. Each other one is put straight behind the one that it is to
 * follow, from left to right; the index counts after the removal of the moved entry (rule 6.8).
 */
function placements(wanted: WantedAxes, start: StoredAxes): readonly AxesStep[] {
  const now: Record<AnalysisRole, readonly string[]> = { ...start };
  return roles.flatMap((role) => {
    const staying = new Set(longestCommon(start[role], wanted[role].map(nameOf)));
    return wanted[role].flatMap((entry, place): readonly AxesStep[] => {
      const name = nameOf(entry);
      if (staying.has(name)) return [];
      now.rows = now.rows.filter((id) => id !== name);
      now.cols = now.cols.filter((id) => id !== name);
      const before = wanted[role][place - 1];
      const index = before === undefined ? 0 : now[role].indexOf(nameOf(before)) + 1;
      now[role] = now[role].toSpliced(index, 0, name);
      return [{ key: entry.key, transformation: placing(entry, role, index) }];
    });
  });
}

const placing = (entry: AxisEntry, role: AnalysisRole, index: number): AnalysisTransformation =>
  entry.entryId === undefined
    ? { kind: 'add_entry', conceptId: entry.conceptId, role, index }
    : { kind: 'move_entry', entryId: entry.entryId, role, index };

/** The longest series that both lists hold in the same order. */
function longestCommon(one: readonly string[], other: readonly string[]): readonly string[] {
  const [first, ...rest] = one;
  if (first === undefined || other.length === 0) return [];
  const at = other.indexOf(first);
  const without = longestCommon(rest, other);
  if (at === -1) return without;
  const withIt = [first, ...longestCommon(rest, other.slice(at + 1))];
  return withIt.length >= without.length ? withIt : without;
}
