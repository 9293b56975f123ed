import type { AnalysisResult, SmallNumberNote } from '@atrium/contract';
import {
  type CheckedAnalysis,
  defaultSmallCountThreshold,
  permit,
  pivot,
  type ReleaseSql,
  type ShownCrossTab,
  showExact,
  showNothing,
  withheldMark,
} from '@atrium/engine';
import type { Member } from '../access/index.ts';
import { readSettings } from '../catalogue/index.ts';
import { everyone, requirePlan } from '../cohort/index.ts';
import { type DefinitionDeps, openActive } from '../definition/index.ts';
import { analysisKind, type OpenAnalysis } from './analysisKind.ts';
import { countCells, mostCells, tooLarge } from './countCells.ts';
import type { FindDependencies } from './functionalDependencies.ts';
import type { SmallNumbers } from './smallNumbers.ts';
import { seenSubjects, suppressedCells, tooManyConcepts } from './suppressedCells.ts';

export interface AnalysisDeps extends DefinitionDeps {
  /** Decides which figures are hidden from members who see aggregates only. */
  readonly smallNumbers: SmallNumbers;
  readonly findDependencies: FindDependencies;
}

export interface RunRequest {
  /** Over everyone that the member may see, instead of the active cohort. */
  readonly overEveryone: boolean;
  readonly signal: AbortSignal;
}

/** The answer to the active cross-tab; its cells come from `suppressedCells` or, for exact figures, `showExact`. */
export interface AnalysisAnswer extends AnalysisResult {
  readonly dataset: ShownCrossTab | null;
  readonly open: OpenAnalysis;
  /** Always true for members who see aggregates only. */
  readonly overEveryone: boolean;
}

/** Runs the active cross-tab (rule 6.9); members who see aggregates only always get it over everyone. */
export async function runAnalysis(
  deps: AnalysisDeps,
  member: Member,
  request: RunRequest,
): Promise<AnalysisAnswer> {
  const open = await openActive(deps, analysisKind, member);
  const overEveryone = request.overEveryone || !member.seesSubjects;
  const threshold = await smallCountThreshold(deps, member);
  const answer = {
    open,
    overEveryone,
    cohort: overEveryone ? [] : open.cohort.definition,
    definition: open.definition,
    warnings: [],
    suppression: member.seesSubjects ? null : noteOf(threshold),
  };
  const { rows, cols } = open.definition;
  const errors = errorsOf(open, member, overEveryone);
  if (errors.length > 0 || rows.length + cols.length === 0) return { ...answer, dataset: null, errors };
  return {
    ...answer,
    dataset: await cellsOf(deps, member, { ...request, overEveryone, open, threshold }),
    errors,
  };
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
  if (member.level === 'agg') return await forAggregates(deps, open.checked, { release, threshold, signal });
  const counts = countCells(deps, release, signal);
  const axes = await axesOf(open.checked, counts);
  const plan = overEveryone ? everyone : requirePlan(open.cohort, deps);
  await counts.refuseTooLarge(axes, plan);
  const crossTab = pivot(await counts.cells([...axes.rows, ...axes.cols], plan), axes);
  if (crossTab.index.length * crossTab.columns.length > mostCells) throw tooLarge();
  return showExact(crossTab, member.level);
}

interface AggregatesRequest {
  readonly release: ReleaseSql;
  readonly threshold: number;
  readonly signal: AbortSignal;
}

/**
 * Counts and suppresses a cross-tab over all subjects and concepts, so that the same figures are hidden whoever asks,
 * and then shows the part about subjects that the member sees.
 */
export async function forAggregates(
  { warehouse, findDependencies, smallNumbers }: AnalysisDeps,
  checked: Pick<Extract<CheckedAnalysis, { kind: 'sound' }>, 'rows' | 'cols'>,
  { release, threshold, signal }: AggregatesRequest,
): Promise<ShownCrossTab> {
  const lookup = await warehouse.open(release.release);
  const whole = { ...release, lookup, visibility: permit(lookup, { level: 'agg', groups: null }).visibility };
  const counts = countCells({ warehouse }, whole, signal);
  const axes = await axesOf(checked, counts);
  await counts.refuseTooLarge(axes, everyone);
  const crossed = [...axes.rows, ...axes.cols];
  const seen = await seenSubjects({ ...release, lookup }, crossed, counts);
  if (seen.kind === 'unclear') return showNothing();
  const subjects = seen.kind === 'some' ? seen.subjects : null;
  const all = [...new Set([...crossed, ...(subjects?.by ?? [])])];
  return await suppressedCells({ axes, seen: subjects, rootCollectionId: lookup.root.id }, counts, {
    threshold,
    smallNumbers,
    signal,
    ...(await findDependencies(all, whole)),
    determinedBy: async (concepts) => (await findDependencies(concepts, whole)).determined,
  });
}

const axesOf = async (
  { rows, cols }: Pick<Extract<CheckedAnalysis, { kind: 'sound' }>, 'rows' | 'cols'>,
  counts: ReturnType<typeof countCells>,
) => ({ rows: await counts.axis(rows), cols: await counts.axis(cols) });

export const smallCountThreshold = async (
  deps: Pick<AnalysisDeps, 'db'>,
  { datasetId }: Member,
): Promise<number> =>
  (await readSettings(deps.db, datasetId)).smallCountThreshold ?? defaultSmallCountThreshold;

const noteOf = (threshold: number): SmallNumberNote => ({
  rule: 'small_numbers',
  threshold,
  mark: withheldMark(threshold),
  explanation:
    `“${withheldMark(threshold)}” stands for 1 to ${threshold - 1} subjects, and for figures withheld so that ` +
    'such a figure cannot be worked out from others. Rows and columns whose own number may not be shown are left out.',
});
