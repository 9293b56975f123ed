import type { AnalysisEdited, AnalysisRole, AnalysisTransformation } from '@atrium/contract/wire/analysis';
import type { MakeEdits } from '../../../api/definition/edits.ts';
import { refusedOf } from '../../../api/definition/fieldErrors.ts';
import { applyStaged, type StagedStep } from '../../../ui/staged/applyStaged.ts';
import { entriesIn, storedIn } from '../../../ui/staged/stagedLists.ts';
import {
  type AxesEvent,
  type AxisEntry,
  type AxisLists,
  reduceAxes,
  roles,
  storedAxes,
} from './axisLists.ts';

interface Applying {
  readonly edit: MakeEdits<AnalysisTransformation, AnalysisEdited>;
  /** Called for every change of the lists. */
  readonly tell: (event: AxesEvent) => void;
}

/** Makes the staged edits; what was refused stays in the dialog. */
export const applyAxes = (lists: AxisLists, { edit, tell }: Applying) =>
  applyStaged(lists, {
    reduce: reduceAxes,
    stepsOf: axesSteps,
    send: async (...batch) => {
      const edited = await edit(...batch);
      return { stored: storedAxes(edited.extended), refused: refusedOf(edited) };
    },
    tell,
  });

/** The fewest edits, in their order, that make the stored axes equal to the lists. Refused entries are left out. */
export function axesSteps(lists: AxisLists): readonly StagedStep<AnalysisTransformation>[] {
  const stored = { rows: storedIn(lists, 'rows'), cols: storedIn(lists, 'cols') };
  const wanted = wantedAxes(lists);
  const ids = idsOf(wanted);
  if (isSame(ids.rows, stored.rows) && isSame(ids.cols, stored.cols)) return [];
  if (isSame(ids.rows, stored.cols) && isSame(ids.cols, stored.rows)) return [whole('swap_rows_and_cols')];
  const gone = removals(lists);
  const isAllGone = gone.length === stored.rows.length + stored.cols.length;
  if (isAllGone && gone.length > 1 && wanted.rows.length + wanted.cols.length === 0) {
    return [whole('clear_all')];
  }
  const goneIds = new Set(gone.map(({ edit }) => edit.entryId));
  const left = (role: AnalysisRole) => stored[role].filter((id) => !goneIds.has(id));
  return [...gone, ...placements(wanted, { rows: left('rows'), cols: left('cols') })];
}

const whole = (kind: 'swap_rows_and_cols' | 'clear_all'): StagedStep<AnalysisTransformation> => ({
  key: undefined,
  edit: { kind },
});

type AxisIds = Readonly<Record<AnalysisRole, readonly string[]>>;
type WantedAxes = Readonly<Record<AnalysisRole, readonly AxisEntry[]>>;

const isWanted = (entry: AxisEntry): boolean => !entry.isRemoved && entry.problem === undefined;

const wantedAxes = (lists: AxisLists): WantedAxes => ({
  rows: entriesIn(lists, 'rows').filter(isWanted),
  cols: entriesIn(lists, 'cols').filter(isWanted),
});

/** The id of an entry that the server has; the key of one that is to be added. */
const idOf = (entry: AxisEntry): string => entry.entryId ?? entry.key;

const idsOf = ({ rows, cols }: WantedAxes): AxisIds => ({ rows: rows.map(idOf), cols: cols.map(idOf) });

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index]);

type Removal = Extract<AnalysisTransformation, { kind: 'delete_entry' }>;

function removals({ entries }: AxisLists): readonly StagedStep<Removal>[] {
  return entries.flatMap(({ key, entryId, isRemoved, problem }) =>
    isRemoved && entryId !== undefined && problem === undefined
      ? [{ key, edit: { kind: 'delete_entry', entryId } } as const]
      : [],
  );
}

/**
 * Entries that are already in the right order stay. Each other one is moved directly behind the entry that it follows,
 * from first to last; the index counts after the removal of the moved entry (rule 6.8).
 */
function placements(wanted: WantedAxes, start: AxisIds): readonly StagedStep<AnalysisTransformation>[] {
  const now: Record<AnalysisRole, readonly string[]> = { ...start };
  return roles.flatMap((role) => {
    const staying = new Set(longestCommon(start[role], wanted[role].map(idOf)));
    return wanted[role].flatMap((entry, position): readonly StagedStep<AnalysisTransformation>[] => {
      const own = idOf(entry);
      if (staying.has(own)) return [];
      now.rows = now.rows.filter((id) => id !== own);
      now.cols = now.cols.filter((id) => id !== own);
      const before = wanted[role][position - 1];
      const index = before === undefined ? 0 : now[role].indexOf(idOf(before)) + 1;
      now[role] = now[role].toSpliced(index, 0, own);
      return [{ key: entry.key, edit: placing(entry, role, index) }];
    });
  });
}

const placing = (entry: AxisEntry, role: AnalysisRole, index: number): AnalysisTransformation =>
  entry.entryId === undefined
    ? { kind: 'add_entry', conceptId: entry.conceptId, role, index }
    : { kind: 'move_entry', entryId: entry.entryId, role, index };

/** The longest series that both lists contain in the same order. */
function longestCommon(one: readonly string[], other: readonly string[]): readonly string[] {
  const [first, ...rest] = one;
  if (first === undefined || other.length === 0) return [];
  const at = other.indexOf(first);
  const without = longestCommon(rest, other);
  if (at === -1) return without;
  const withIt = [first, ...longestCommon(rest, other.slice(at + 1))];
  return withIt.length >= without.length ? withIt : without;
}
