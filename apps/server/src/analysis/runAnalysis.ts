import {
  type AnalysisResult,
  analysisDefinitionWire,
  type SmallNumberNote,
} from '@atrium/contract/wire/analysis';
import type { ShownCount } from '@atrium/contract/wire/statistics';
import {
  canonicalAnalysis,
  defaultSmallCountThreshold,
  pivotInSteps,
  type ShownCrossTab,
  showExact,
  suppressCount,
  withheldMark,
} from '@atrium/engine';
import { inTimeSlices } from '@atrium/warehouse';
import { z } from 'zod';
import type { Member } from '../access/index.ts';
import { closedWarnings, loadDatasetSettings, openLiveRelease } from '../catalogue/index.ts';
import {
  type CountedCohort,
  everyone,
  issueCohortReceipt,
  recordedCohort,
  requirePlan,
} from '../cohort/index.ts';
import type { DefinitionDeps } from '../definition/index.ts';
import { disclosed, showsNothing } from '../http/index.ts';
import { type AnalysisSource, type OpenAnalysis, receiptsOf, recordedRun } from './analysisKind.ts';
import { countCells, maxCells, tooLarge } from './countCells.ts';
import type { ForAggregates } from './forAggregates.ts';
import { tooManyConcepts } from './suppressedCells.ts';

export interface AnalysisDeps extends DefinitionDeps {
  readonly forAggregates: ForAggregates;
}

export interface RunRequest {
  readonly source: AnalysisSource;
  /** Over everyone that the member may see, instead of the cohort. */
  readonly overEveryone: boolean;
  readonly signal: AbortSignal;
}

/** The answer to a cross-tab; its cells come from `forAggregates` or, for exact figures, `showExact`. */
export interface AnalysisAnswer extends AnalysisResult {
  readonly dataset: ShownCrossTab | null;
  readonly open: OpenAnalysis;
  /** Always true for members who see aggregates only. */
  readonly overEveryone: boolean;
}

/** Runs a cross-tab (rule 6.9); members who see aggregates only always get it over everyone. */
export async function runAnalysis(
  deps: AnalysisDeps,
  member: Member,
  request: RunRequest,
): Promise<AnalysisAnswer> {
  const open = await request.source.open();
  const overEveryone = request.overEveryone || !member.seesSubjects;
  const threshold = await smallCountThreshold(deps, member);
  const answer = {
    open,
    overEveryone,
    cohort: overEveryone ? [] : open.cohort.definition,
    definition: open.definition,
    warnings: closedWarnings(open.cohort.release),
    suppression: member.seesSubjects ? null : noteOf(threshold),
  };
  const { rows, cols } = open.definition;
  const errors = errorsOf(open, member, overEveryone);
  if (errors.length > 0 || rows.length + cols.length === 0) return { ...answer, dataset: null, errors };
  const dataset = await cellsOf(deps, member, { ...request, overEveryone, open, threshold });
  if (dataset === null) return { ...answer, dataset, errors };
  const shown = member.seesSubjects ? null : threshold;
  return {
    ...answer,
    dataset,
    errors,
    ...(await issueReceipts(deps, member, { open, overEveryone, shown })),
  };
}

/** Runs a cross-tab; its line says which definitions over which release, and how large it is. */
export async function answerAnalysis(deps: AnalysisDeps, member: Member, request: RunRequest) {
  const answer = await runAnalysis(deps, member, request);
  const { dataset, open, overEveryone } = answer;
  if (dataset === null) return showsNothing(answer);
  const { detail, recordedQuery } = recordedRun(open, overEveryone);
  const size = { rows: dataset.index.length, columns: dataset.columns.length };
  const line = {
    action: 'cross_tab' as const,
    detail: { ...detail, ...receiptsOf(answer), ...size, ...request.source.detail },
    recordedQuery,
  };
  return disclosed(answer, [line]);
}

interface CountedAnalysis {
  readonly open: OpenAnalysis;
  readonly overEveryone: boolean;
  /** The threshold, where figures are hidden. */
  readonly shown: number | null;
}

/** Issues the receipts of a cross-tab: of the subjects that it counts, and of the whole (rule 3.26). */
async function issueReceipts(
  deps: DefinitionDeps,
  member: Member,
  { open: { cohort, checked, definition }, overEveryone, shown }: CountedAnalysis,
) {
  if (checked.kind === 'broken') return {};
  const counted: CountedCohort = {
    release: cohort.release,
    plan: overEveryone ? everyone : requirePlan(cohort, deps),
    definition: overEveryone ? [] : recordedCohort(cohort).definition,
    threshold: shown,
  };
  const [cohortReceipt, analysisReceipt] = await Promise.all([
    issueCohortReceipt(deps, member, counted),
    issueCohortReceipt(deps, member, counted, {
      kind: 'analysis',
      meaning: canonicalAnalysis(checked),
      definition: () => z.encode(analysisDefinitionWire, definition),
    }),
  ]);
  return { cohortReceipt, analysisReceipt };
}

/** A definition with an error yields no number (rule 3.5). */
function errorsOf(open: OpenAnalysis, member: Member, overEveryone: boolean): string[] {
  const { rows, cols } = open.definition;
  const tooMany = member.seesSubjects ? undefined : tooManyConcepts(rows.length + cols.length);
  return [
    ...(open.checked.kind === 'broken' ? open.checked.errors : []),
    ...(!overEveryone && open.cohort.checked.kind === 'broken'
      ? open.cohort.checked.errors.map((error) => error.message)
      : []),
    ...(tooMany === undefined ? [] : [tooMany]),
  ];
}

interface SoundRequest extends RunRequest {
  readonly open: OpenAnalysis;
  readonly threshold: number;
}

async function cellsOf(
  deps: AnalysisDeps,
  member: Member,
  { open, overEveryone, threshold, signal }: SoundRequest,
): Promise<ShownCrossTab | null> {
  if (open.checked.kind === 'broken') return null;
  const { release } = open.cohort;
  if (!member.seesSubjects) return await deps.forAggregates(open.checked, { release, threshold, signal });
  const counts = countCells(deps, release, signal);
  const axes = await counts.axes(open.checked);
  const plan = overEveryone ? everyone : requirePlan(open.cohort, deps);
  await counts.refuseTooLarge(axes, plan);
  const lines = await counts.lines(axes, plan);
  const crossTab = await inTimeSlices(
    pivotInSteps(lines, axes, (count) => {
      if (count > maxCells) throw tooLarge();
    }),
  );
  return showExact(crossTab, member.seesSubjects);
}

export const smallCountThreshold = async (
  deps: Pick<AnalysisDeps, 'db'>,
  { datasetId }: Member,
): Promise<number> =>
  (await loadDatasetSettings(deps.db, datasetId)).smallCountThreshold ?? defaultSmallCountThreshold;

export const noteOf = (threshold: number): SmallNumberNote => ({
  rule: 'small_numbers',
  threshold,
  mark: withheldMark(threshold),
  explanation:
    `A hidden figure (“${withheldMark(threshold)}” in files) is 1 to ${threshold - 1}, or it is of any size and withheld so that ` +
    'such a figure cannot be worked out from others. Rows and columns whose own number may not be shown are left out.',
});

/** The number of subjects that a member who sees aggregates only is shown. */
export type CountForAggregates = (member: Member, signal: AbortSignal) => Promise<ShownCount>;

const noConcepts = { kind: 'sound', rows: [], cols: [] } as const;

/**
 * Counts the visible subjects with the suppression of a cross-tab: beside the number that another member is shown, or
 * a cross-tab by the condition of the member's group, an exact number could give away a small one.
 */
export function createCountForAggregates(deps: AnalysisDeps): CountForAggregates {
  return async (member, signal) => {
    const release = await openLiveRelease(deps, member);
    const threshold = await smallCountThreshold(deps, member);
    if (release.visibility.subjects.kind === 'all')
      return suppressCount(await countCells(deps, release, signal).subjects(everyone), threshold);
    const { data } = await deps.forAggregates(noConcepts, { release, threshold, signal });
    return data[0]?.[0] ?? withheldMark(threshold);
  };
}
