import { type AnalysisResult, type CrossTab, PortalError } from '@atrium/contract';
import {
  type AxisConcept,
  type AxisPlan,
  type CohortPlan,
  compileAnalysis,
  compileRangeSummary,
  defaultSmallCountThreshold,
  needsRange,
  pivot,
  planBuckets,
  type ReleaseSql,
  suppressCrossTab,
  toQuery,
  type ValueRange,
} from '@atrium/engine';
import type { RowValue } from '@atrium/warehouse';
import type { Member } from '../access/index.ts';
import { type CohortDeps, requirePlan } from '../cohort/index.ts';
import { type OpenAnalysis, openAnalysis } from './openAnalysis.ts';

export interface RunRequest {
  /** Everyone that the member may see, whatever the active cohort. */
  readonly overEveryone: boolean;
  readonly signal: AbortSignal;
}

/** A cross-tab with more cells is refused before it is drawn. */
export const mostCells = 50_000;

const everyone: CohortPlan = { subject: { kind: 'and', conditions: [] }, sets: [] };

/** The active cross-tab (contract 13.1); members who may see aggregates only always get it over everyone. */
export async function runAnalysis(
  deps: CohortDeps,
  member: Member,
  request: RunRequest,
): Promise<AnalysisResult & { readonly open: OpenAnalysis }> {
  const open = await openAnalysis(deps, member);
  const overEveryone = request.overEveryone || member.level === 'agg';
  const shown = {
    open,
    cohort: overEveryone ? [] : open.cohort.definition,
    definition: open.definition,
    warnings: [],
  };
  const errors = [
    ...(open.checked.kind === 'broken' ? open.checked.errors : []),
    ...(!overEveryone && open.cohort.checked.kind === 'broken'
      ? open.cohort.checked.errors.map((error) => error.message)
      : []),
  ];
  if (errors.length > 0 || open.checked.kind === 'broken') return { ...shown, dataset: null, errors };
  if (open.checked.rows.length + open.checked.cols.length === 0) {
    return { ...shown, dataset: null, errors: [] };
  }
  const { release } = open.cohort;
  const plan = overEveryone ? everyone : requirePlan(open.cohort, deps);
  const ask = askWith(deps, release, request.signal);
  const axes = { rows: await ask.axis(open.checked.rows), cols: await ask.axis(open.checked.cols) };
  const crossTab = await ask.crossTab(axes, plan);
  return {
    ...shown,
    dataset: member.level === 'agg' ? suppressCrossTab(crossTab, defaultSmallCountThreshold) : crossTab,
    errors: [],
  };
}

interface Axes {
  readonly rows: readonly AxisPlan[];
  readonly cols: readonly AxisPlan[];
}

function askWith({ warehouse }: CohortDeps, release: ReleaseSql, signal: AbortSignal) {
  const rangeOf = async ({ concept }: AxisConcept): Promise<ValueRange> => {
    if (!needsRange(concept)) return { min: null, max: null };
    const population = { plan: everyone, prefilter: null };
    const [row] = await warehouse.run(toQuery(compileRangeSummary(concept, population, release)), {
      signal,
    });
    return { min: bound(row?.['min']), max: bound(row?.['max']) };
  };
  return {
    axis: (concepts: readonly AxisConcept[]): Promise<AxisPlan[]> =>
      Promise.all(
        concepts.map(async (axis) => ({
          ...axis,
          bucketing: planBuckets(axis.concept, await rangeOf(axis), axis.yearsOnly),
        })),
      ),
    crossTab: async (axes: Axes, plan: CohortPlan): Promise<CrossTab> => {
      const query = compileAnalysis([...axes.rows, ...axes.cols], plan, { release, most: mostCells + 1 });
      const rows = await warehouse.run(query, { signal });
      if (rows.length > mostCells) throw tooLarge();
      const crossTab = pivot(rows, axes);
      if (crossTab.index.length * crossTab.columns.length > mostCells) throw tooLarge();
      return crossTab;
    },
  };
}

const bound = (value: RowValue | undefined): number | string | null =>
  typeof value === 'number' || typeof value === 'string' ? value : null;

const tooLarge = (): PortalError =>
  new PortalError(
    'bad_request',
    `This cross-tab has more than ${mostCells.toLocaleString('en-US')} cells. Choose concepts with fewer values.`,
  );
