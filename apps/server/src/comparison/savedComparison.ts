import type { PathwayOfGroup } from '@atrium/contract/endpoints/comparison';
import {
  type Lacked,
  type SavedComparison,
  type SavedComparisonView,
  savedComparisonEndpoints,
} from '@atrium/contract/endpoints/savedComparison';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { TimePointChoice } from '@atrium/contract/wire/pathway';
import { isTime, isTimed } from '@atrium/engine';
import type { Member, PortalApi } from '../access/index.ts';
import type { AnalysisDeps } from '../analysis/index.ts';
import {
  closedWarnings,
  type LiveRelease,
  openEarlierRelease,
  openLiveRelease,
  releaseName,
} from '../catalogue/index.ts';
import { disclosed, route, showsNothing } from '../http/index.ts';
import {
  cohortsOfReports,
  loadContent,
  loadReport,
  loadSaving,
  mayChange,
  openable,
  pointsOf,
  reportsIn,
  requireCreator,
  requireOnLive,
  saveComparison,
} from '../report/index.ts';
import type { GroupsRequest } from './comparable.ts';
import { planOfTimes } from './comparePathway.ts';
import { describeGroups } from './describeGroups.ts';
import { openGroups } from './openGroups.ts';

/** The comparison of a report: its viewers read it, its creator saves it (rules 17.26 and 17.27). */
export function registerSavedComparison(api: PortalApi, deps: AnalysisDeps): void {
  route(
    api,
    savedComparisonEndpoints.read,
    ({ member, params: { reportId } }) => readComparison(deps, member, reportId),
    async ({ member, params }) => void (await loadReport(deps.db, member, params.reportId)),
  );
  route(
    api,
    savedComparisonEndpoints.save,
    async ({ member, params: { reportId }, body: { comparison, version: seen }, signal }) => {
      const version = await keepComparison(deps, member, { reportId, comparison, seen, signal });
      return { status: 'complete' as const, version };
    },
    async ({ member, params }) => requireCreator(member, await loadReport(deps.db, member, params.reportId)),
  );
}

async function readComparison(deps: AnalysisDeps, member: Member, reportId: number) {
  const report = await loadReport(deps.db, member, reportId);
  const { comparison: kept } = await loadContent(deps.db, report);
  const saving = await loadSaving(deps.db, { reportId, version: report.version });
  const live = await openLiveRelease(deps, member);
  const own = await openKept(deps, member, report.releaseId);
  const found = kept === null ? nothingKept : openable(kept, live);
  const lacks = [
    ...found.lacks,
    ...(found.comparison === null ? [] : daysLackedBy(found.comparison, live)),
    ...(kept === null ? [] : await reportsLackedBy(deps, member, kept)),
  ];
  const isOpen = lacks.every(({ kind }) => kind === 'gone');
  const figures = isOpen && found.comparison !== null ? saving.figuresFor(member) : null;
  const view: SavedComparisonView = {
    ...{ reportId, name: report.name, isMine: mayChange(member, report), creator: report.creatorName },
    ...{ version: report.version, saved: saving.saved.toISOString() },
    ...{ release: releaseName(report.releaseId), releaseVersion: saving.releaseVersion },
    ...{ isLive: releaseName(report.releaseId) === live.release, isKept: own !== null },
    comparison: isOpen ? found.comparison : null,
    ...{ lacks, figures, warnings: own === null ? [] : closedWarnings(own) },
  };
  if (figures === null) return showsNothing(view);
  const counts = figures.map(({ count }) => count).join(', ');
  return disclosed(view, [
    { action: 'report_versions', detail: { report: reportId, version: report.version, counts } },
  ]);
}

const nothingKept = { comparison: null, lacks: [] };

const openKept = (deps: AnalysisDeps, member: Member, release: number): Promise<LiveRelease | null> =>
  openEarlierRelease(deps, member, release).catch((error: unknown) => {
    if (error instanceof PortalError && error.code === 'not_ready') return null;
    throw error;
  });

/** Times of which only the year shows (rule 17.15). */
function daysLackedBy(comparison: SavedComparison, release: LiveRelease): readonly Lacked[] {
  const { lookup } = release;
  const context = { lookup, member: release };
  const lackedBy = (choice: TimePointChoice): readonly string[] => {
    if (choice.kind === 'birth') return [];
    if (choice.kind === 'value') {
      const concept = lookup.concept(choice.conceptId);
      return concept === undefined || isTime(concept, context) ? [] : [concept.title];
    }
    const collection = lookup.collection(choice.collectionId);
    return collection === undefined || isTimed(collection, context) ? [] : [collection.titlePlural];
  };
  const names = new Set(pointsOf(comparison).flatMap(lackedBy));
  return [...names].map((name) => ({ kind: 'days', name }));
}

/** Reports that are groups and are not shared with the member. */
async function reportsLackedBy(
  deps: AnalysisDeps,
  member: Member,
  comparison: SavedComparison,
): Promise<readonly Lacked[]> {
  const refs = reportsIn(comparison);
  try {
    await cohortsOfReports(deps, member, { refs, pinned: refs });
    return [];
  } catch (error) {
    if (!(error instanceof PortalError) || error.code !== 'not_found') throw error;
    return [{ kind: 'report', name: '' }];
  }
}

interface Keeping {
  readonly reportId: number;
  readonly comparison: SavedComparison | null;
  readonly seen: number | undefined;
  readonly signal: AbortSignal;
}

/** Counts the groups, so that nothing is kept that does not open, and keeps them with their receipts. */
async function keepComparison(
  deps: AnalysisDeps,
  member: Member,
  { reportId, comparison: given, seen, signal }: Keeping,
): Promise<number> {
  const report = await loadReport(deps.db, member, reportId);
  requireOnLive(report);
  const saving = { report, seen, signal };
  if (given === null) {
    const release = await openLiveRelease(deps, member);
    return saveComparison(deps, member, { ...saving, comparison: null, figures: [], release });
  }
  const open = await openGroups(deps, member, { choices: given.groups, report: { reportId }, signal });
  const { lacks } = openable(given, open.release);
  if (lacks.length > 0)
    throw new PortalError(
      'bad_request',
      `This cannot be compared: ${lacks.map(({ name }) => name).join(', ')}.`,
    );
  const pathway = await pinnedPathway(deps, member, { given, report: { reportId }, signal });
  const { groups } = await describeGroups(deps, member, { open, signal });
  return saveComparison(deps, member, {
    ...saving,
    comparison: { ...given, groups: [...open.pinned], ...(pathway === null ? {} : { pathway }) },
    figures: groups.map((group) => ({ ...group, count: Number(group.count) })),
    release: open.release,
  });
}

/** The pathway of a comparison with the versions of its reports; refused where it does not open. */
async function pinnedPathway(
  deps: AnalysisDeps,
  member: Member,
  { given: { pathway }, ...request }: Omit<GroupsRequest, 'choices'> & { readonly given: SavedComparison },
): Promise<PathwayOfGroup | null> {
  if (pathway === undefined) return null;
  const { group: choice, ...times } = pathway;
  const { release, pinned } = await openGroups(deps, member, { ...request, choices: [choice], fewest: 1 });
  planOfTimes(deps, release, times);
  const [group = choice] = pinned;
  return group.kind === 'rest' || group.kind === 'values' ? null : { ...pathway, group };
}
