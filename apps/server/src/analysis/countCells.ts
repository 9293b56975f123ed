import { PortalError } from '@atrium/contract/errors/errorCode';
import {
  type AxisConcept,
  type AxisPlan,
  type CohortPlan,
  needsRange,
  planBuckets,
  type ReleaseQuestion,
  type ReleaseSql,
  type ValueRange,
} from '@atrium/engine';
import type { RowValue } from '@atrium/warehouse';
import { everyone } from '../cohort/index.ts';
import type { DefinitionDeps } from '../definition/index.ts';

/** A cross-tab with more cells is refused before it is drawn. */
export const maxCells = 50_000;

export const tooLarge = (): PortalError =>
  new PortalError(
    'bad_request',
    `This cross-tab has more than ${maxCells.toLocaleString('en-US')} cells. Choose concepts with fewer values.`,
  );

/** Runs the statements of a cross-tab, on one release and for one request. */
export function countCells(
  { questions }: Pick<DefinitionDeps, 'questions'>,
  release: ReleaseSql,
  signal: AbortSignal,
) {
  const ask = (question: ReleaseQuestion) => questions.ask(question, release, { signal });
  const rangeOf = async ({ concept }: AxisConcept): Promise<ValueRange> => {
    if (!needsRange(concept)) return { min: null, max: null };
    const population = { plan: everyone, prefilter: null };
    const [row] = await ask({ kind: 'rangeSummary', concept, population });
    return { min: bound(row?.['min']), max: bound(row?.['max']) };
  };
  const cells = async (concepts: readonly AxisPlan[], plan: CohortPlan, by?: readonly number[]) => {
    const most = maxCells + 1;
    const rows = await ask({ kind: 'crossTab', axes: concepts, plan, most, ...(by && { by }) });
    if (rows.length > maxCells) throw tooLarge();
    return rows;
  };
  const subjects = async (plan: CohortPlan): Promise<number> => {
    const [row] = await ask({ kind: 'count', plan });
    return Number(row?.['count'] ?? 0);
  };
  const axis = (concepts: readonly AxisConcept[]): Promise<AxisPlan[]> =>
    Promise.all(
      concepts.map(async (each) => ({
        ...each,
        bucketing: planBuckets(each.concept, await rangeOf(each), each),
      })),
    );
  return {
    axis,
    axes: async ({ rows, cols }: Record<'rows' | 'cols', readonly AxisConcept[]>) => ({
      rows: await axis(rows),
      cols: await axis(cols),
    }),
    /** Distinct subjects by the buckets of these concepts. */
    cells,
    /** The same with the totals of rows and columns, in the lines of all concepts (rule 6.1). */
    lines: async ({ rows, cols }: Record<'rows' | 'cols', readonly AxisPlan[]>, plan: CohortPlan) => {
      const crossed = [...rows, ...cols];
      const all = await cells(crossed, plan);
      const total = await subjects(plan);
      const along = (axis: readonly AxisPlan[]) => {
        if (axis.length === 0) return [{ subjects: total }];
        if (axis.length === crossed.length) return all;
        return cells(
          crossed,
          plan,
          axis.map((each) => crossed.indexOf(each)),
        );
      };
      return { cells: all, rows: await along(rows), columns: await along(cols), subjects: total };
    },
    /** Counts the lines and columns of a cross-tab of three or more concepts before it is crossed, which may take long. */
    refuseTooLarge: async (
      { rows, cols }: Record<'rows' | 'cols', readonly AxisPlan[]>,
      plan: CohortPlan,
    ) => {
      if (rows.length === 0 || cols.length === 0 || rows.length + cols.length < 3) return;
      const [lines, columns] = [await cells(rows, plan), await cells(cols, plan)];
      if (lines.length * columns.length > maxCells) throw tooLarge();
    },
    subjects,
  };
}

const bound = (value: RowValue | undefined): number | string | null =>
  typeof value === 'number' || typeof value === 'string' ? value : null;
