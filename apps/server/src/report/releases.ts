import { msPerDay } from '@atrium/contract/calendar/dayNumbers';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { ReleaseChoice } from '@atrium/contract/wire/report';
import type { ReleaseCheck, ReleaseSide } from '@atrium/contract/wire/reportVersion';
import { compileCohortChange } from '@atrium/engine';
import type { Kysely } from 'kysely';
import type { Member } from '../access/index.ts';
import { errorsOf } from '../analysis/index.ts';
import { openEarlierRelease, openLiveRelease, releaseName, releaseNumber } from '../catalogue/index.ts';
import { countLine, countSubjects, requirePlan } from '../cohort/index.ts';
import type { Schema } from '../database/index.ts';
import { disclosed } from '../http/index.ts';
import { findLost } from './lostParts.ts';
import { type OpenReport, openContent, type ReportDeps } from './openReport.ts';
import type { ReportRecord } from './reportStore.ts';
import { countedNow, lockReport, recordReport } from './saveReport.ts';
import { insertVersion, loadContent } from './versions.ts';

interface OneReport {
  readonly report: ReportRecord;
  readonly signal: AbortSignal;
}

/** Compares a report on the release of its last version with the live one, for its viewer (rule 12.10). */
export async function checkRelease(deps: ReportDeps, member: Member, { report, signal }: OneReport) {
  const content = await loadContent(deps.db, report);
  const live = openContent(content, await openLiveRelease(deps, member));
  const own = await openOwn(deps, member, report).then((release) => release && openContent(content, release));
  const sides = {
    live: await sideOf(deps, live, signal),
    own:
      own === null ? await factsOf(deps.db, releaseName(report.releaseId)) : await sideOf(deps, own, signal),
  };
  const isSame = sides.own.release === sides.live.release;
  const change = own === null ? none : await changeOf(deps, { own, live }, signal);
  const check: ReleaseCheck = {
    choice: report.releaseChoice,
    ...sides,
    isSame,
    isKept: own !== null,
    ...change,
    lost: own === null || isSame ? [] : await findLost(deps, { own, live }, signal),
  };
  return disclosed(check, [lineOfCheck({ report, live, sides, change })]);
}

const openOwn = (deps: ReportDeps, member: Member, { releaseId }: ReportRecord) =>
  openEarlierRelease(deps, member, releaseId).catch((error: unknown) => {
    if (error instanceof PortalError && error.code === 'not_ready') return null;
    throw error;
  });

/** A release without the report: when it came, and the data's own version. */
async function factsOf(db: Kysely<Schema>, release: string): Promise<ReleaseSide> {
  const row = await db
    .selectFrom('release')
    .select(['package_version', 'finished_at'])
    .where('id', '=', releaseNumber(release))
    .executeTakeFirst();
  return {
    release,
    version: row?.package_version ?? null,
    imported: row?.finished_at?.toISOString() ?? null,
    count: null,
    errors: [],
  };
}

async function sideOf(deps: ReportDeps, open: OpenReport, signal: AbortSignal): Promise<ReleaseSide> {
  const { cohort } = open;
  return {
    ...(await factsOf(deps.db, cohort.release.release)),
    count: cohort.checked.kind === 'broken' ? null : await countSubjects(deps, cohort, signal),
    errors: errorsOf(open),
  };
}

type Change = Pick<ReleaseCheck, 'added' | 'removed'>;
const none: Change = { added: null, removed: null };

async function changeOf(
  deps: ReportDeps,
  { own, live }: { readonly own: OpenReport; readonly live: OpenReport },
  signal: AbortSignal,
): Promise<Change> {
  const [before, after] = [own.cohort, live.cohort];
  if (before.checked.kind === 'broken' || after.checked.kind === 'broken') return none;
  if (before.release.release === after.release.release) return { added: 0, removed: 0 };
  const query = compileCohortChange(
    { plan: requirePlan(before, deps), release: before.release },
    { plan: requirePlan(after, deps), release: after.release },
  );
  if (query === null) return none;
  const [row] = await deps.questions.run(query, { signal });
  return { added: Number(row?.['added'] ?? 0), removed: Number(row?.['removed'] ?? 0) };
}

interface Checked {
  readonly report: ReportRecord;
  readonly live: OpenReport;
  readonly sides: Readonly<Record<'own' | 'live', ReleaseSide>>;
  readonly change: Change;
}

const lineOfCheck = ({ report, live, sides, change }: Checked) =>
  countLine({
    cohort: live.cohort,
    detail: {
      count: sides.live.count,
      report: report.id,
      version: report.version,
      ownRelease: sides.own.release,
      ownCount: sides.own.count,
      ...change,
    },
  });

/**
 * Moves a report on to the live release, which is a new version where its last one is of another, or keeps it on the
 * release of its last version (rule 12.10). Returns the number of the last version.
 * @throws PortalError 'conflict' where its own release is not kept any more
 */
export async function chooseRelease(
  deps: ReportDeps,
  member: Member,
  { report, choice, signal }: OneReport & { readonly choice: ReleaseChoice },
): Promise<number> {
  if (choice === 'own' && (await openOwn(deps, member, report)) === null)
    throw new PortalError('conflict', 'The release of this report is not kept any more.');
  const content = await loadContent(deps.db, report);
  const counted = choice === 'latest' ? await countedNow(deps, member, { content, signal }) : null;
  const moved = counted !== null && counted.releaseId !== report.releaseId ? counted : null;
  return deps.db.transaction().execute(async (transaction) => {
    const version = await lockReport(transaction, report.id, report.version);
    const next = version + (moved === null ? 0 : 1);
    await transaction
      .updateTable('report')
      .set({ release_choice: choice, version: next })
      .where('id', '=', report.id)
      .execute();
    if (moved !== null)
      await insertVersion(transaction, member, {
        reportId: report.id,
        version: next,
        cause: 'moved',
        ...moved,
      });
    await recordReport(transaction, member, {
      action: 'report_release',
      detail: { report: report.id, version: next, choice, ...(moved === null ? {} : { count: moved.count }) },
    });
    return next;
  });
}

interface KeptFor {
  /**
   * For how many days after its last save a report that runs on the live release keeps the one of that save; null: for
   * ever. A release on which a report stays is kept always.
   */
  readonly days?: number | null;
  readonly now?: Date;
}

/** The releases that are kept for reports (rules 12.10 and 12.14). */
export async function releasesOfReports(
  db: Kysely<Schema>,
  { days = null, now = new Date() }: KeptFor = {},
): Promise<ReadonlySet<number>> {
  const ofLastVersions = db
    .selectFrom('report')
    .innerJoin('report_version', (join) =>
      join
        .onRef('report_version.report_id', '=', 'report.id')
        .onRef('report_version.version', '=', 'report.version'),
    )
    .select('report_version.release_id')
    .distinct();
  const kept =
    days === null
      ? ofLastVersions
      : ofLastVersions.where(({ or, eb }) =>
          or([
            eb('report.release_choice', '=', 'own'),
            eb('report_version.saved_at', '>', new Date(now.getTime() - days * msPerDay)),
          ]),
        );
  return new Set((await kept.execute()).map(({ release_id }) => release_id));
}
