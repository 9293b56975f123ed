import { PortalError } from '@atrium/contract/errors/errorCode';
import {
  type AxisConcept,
  type AxisPlan,
  type CohortPlan,
  compileAnalysis,
  compileCount,
  compileRangeSummary,
  needsRange,
  planBuckets,
  type ReleaseSql,
  toQuery,
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
  const rangeOf = async ({ concept }: AxisConcept): Promise<ValueRange> => {
    if (!needsRange(concept)) return { min: null, max: null };
    const population = { plan: everyone, prefilter: null };
    const [row] = await questions.run(toQuery(compileRangeSummary(concept, population, release)), {
      signal,
    });
    return { min: bound(row?.['min']), max: bound(row?.['max']) };
  };
  const cells = async (concepts: readonly AxisPlan[], plan: CohortPlan) => {
    const query = compileAnalysis(concepts, plan, { release, most: maxCells + 1 });
    const rows = await questions.run(query, { signal });
    if (rows.length > maxCells) throw tooLarge();
    return rows;
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
    /** Counts the lines and columns of a cross-tab of three or more concepts before it is crossed, which may take long. */
    refuseTooLarge: async (
      { rows, cols }: Record<'rows' | 'cols', readonly AxisPlan[]>,
      plan: CohortPlan,
    ) => {
      if (rows.length === 0 || cols.length === 0 || rows.length + cols.length < 3) return;
      const [lines, columns] = [await cells(rows, plan), await cells(cols, plan)];
      if (lines.length * columns.length > maxCells) throw tooLarge();
    },
    subjects: async (plan: CohortPlan): Promise<number> => {
      const [row] = await questions.run(toQuery(compileCount(plan, release)), { signal });
      return Number(row?.['count'] ?? 0);
    },
  };
}

const bound = (value: RowValue | undefined): number | string | null =>
  typeof value === 'number' || typeof value === 'string' ? value : null;
