import { randomBytes } from 'node:crypto';
import { objectToDatasetId } from '@atrium/contract/documents/datasetId';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { type ImportReport, PackageRefused } from '@atrium/warehouse';
import { sql } from 'kysely';
import { releaseName } from '../catalogue/index.ts';
import { type EndangeredReport, findEndangered, judgeOnArrival, type UnmetReport } from '../report/index.ts';
import { compareWithAggregates } from './aggregateRelease.ts';
import { buildDictionary, discard, keptEdits } from './dictionaryRelease.ts';
import { closedByStaff, maskedReport } from './importExamples.ts';
import { type LoggedEnd, logged } from './importLog.ts';
import { unconfirmedIdentifiers } from './openIdentifiers.ts';
import type { ImportDeps, ImportOperation, Watcher } from './operation.ts';
import { presentProgress } from './presentImport.ts';
import {
  combineForImport,
  holdRelease,
  type NewRelease,
  openIn,
  type SwitchOutcome,
  switchRelease,
} from './switchRelease.ts';
import { unconfirmedUses } from './widerUse.ts';

/**
 * The report of an import, with the settings that wait for a steward (rule 8.15) and the members who do not see the
 * release yet (rule 7.12).
 */
export type ImportOutcome = ImportReport &
  SwitchOutcome & {
    /** Reports that follow the live release and whose expectations it does not meet (rule 12.17). */
    readonly unmet: readonly UnmetReport[];
  };

/**
 * Builds a release of a data package beside the live one and switches to it in one transaction.
 * @throws PackageRefused or PortalError where the package cannot be imported; then the live release stays
 */
export async function importDataset(
  deps: ImportDeps,
  request: ImportOperation,
  given: Watcher,
): Promise<ImportOutcome> {
  return logged(deps, request, {
    watcher: given,
    act: async (watcher) => {
      if (request.dataset !== null) checkDatasetId(request.dataset, idContext(deps, watcher));
      if (request.dryRun) {
        const report = await dryRunImport(deps, request, watcher);
        return { result: report, end: endOf(report, null) };
      }
      const { report, release } = await importAsRelease(deps, request, watcher);
      const isHeld = waits(report);
      return { result: report, end: { ...endOf(report, release), isHeld } };
    },
  });
}

const endOf = (report: ImportReport, releaseId: number | null): LoggedEnd => ({
  dataset: report.datasetId,
  releaseId,
  report,
});

interface Imported {
  readonly report: ImportOutcome;
  readonly release: number;
}

async function importAsRelease(
  deps: ImportDeps,
  request: ImportOperation,
  watcher: Watcher,
): Promise<Imported> {
  const { id } = await deps.db
    .insertInto('release')
    .values({ state: 'building' })
    .returning('id')
    .executeTakeFirstOrThrow();
  let isBuilt = false;
  let shared: number | null = null;
  try {
    const { report: built, descriptor } = await build(deps, request, { release: releaseName(id), watcher });
    isBuilt = true;
    watcher.signal.throwIfAborted();
    // Opening it finds a table that somebody has taken away since.
    await deps.questions.open(releaseName(id));
    const kept = await keptEdits(deps, { dataset: built.datasetId, release: id });
    const report = kept === null ? built : { ...built, warnings: [...built.warnings, ...saysOf(kept)] };
    const edited = kept === null ? null : await buildDictionary(deps, { of: id, edits: kept.edits });
    shared = edited?.id ?? null;
    const closed = await closedByStaff(deps.db, report.datasetId);
    const stored = maskedReport(report, closed);
    const release: NewRelease = { id: shared ?? id, report: stored, descriptor, shared: edited };
    const outcome = await putToUse(deps, { request, release, watcher });
    const isLive = request.hold !== true && !waits(outcome);
    const unmet = !isLive ? [] : await judgeReports(deps, report.datasetId, watcher);
    return { report: { ...report, ...outcome, unmet }, release: release.id };
  } catch (error) {
    if (shared !== null) await discard(deps, shared);
    const hasFailed = await fail(deps, id, error);
    if (hasFailed && isBuilt) await deps.releases.remove(releaseName(id));
    throw error;
  }
}

/** The release is live already, and an error here does not undo that. */
async function judgeReports(
  deps: ImportDeps,
  dataset: string,
  { onProgress, signal }: Watcher,
): Promise<readonly UnmetReport[]> {
  onProgress({ step: 'Judging the expectations of reports', detail: null });
  const judging = { ...deps, clock: () => new Date() };
  return judgeOnArrival(judging, { dataset, signal }).catch(() => []);
}

const saysOf = ({ dropped }: { readonly dropped: readonly string[] }): readonly string[] => [
  'The changes that staff made in the dictionary of the release before are kept.',
  ...dropped,
];

interface Built {
  readonly request: ImportOperation;
  readonly release: NewRelease;
  readonly watcher: Watcher;
}

const waits = ({ identifiersToConfirm, usesToConfirm }: SwitchOutcome): boolean =>
  identifiersToConfirm.length + usesToConfirm.length > 0;

const confirmedBy = ({ openIdentifiers = [], widerUses = [] }: ImportOperation): readonly string[] => [
  ...openIdentifiers,
  ...widerUses,
];

/** In the staff rooms a release that must be confirmed waits; a command is refused instead (rules 1.30 and 10.28). */
async function waitsForStaff(deps: ImportDeps, { request, release, watcher }: Built): Promise<boolean> {
  if (watcher.accountId === undefined) return false;
  const { identifiers, uses } = await openIn(deps, release);
  const open = await unconfirmedIdentifiers(deps.db, release.report.datasetId, identifiers);
  const confirmed = confirmedBy(request);
  return open.some(({ field }) => !confirmed.includes(field)) || unconfirmedUses(uses, confirmed).length > 0;
}

/** Switches to a release that is built, or keeps it for a steward. */
async function putToUse(deps: ImportDeps, { request, release, watcher }: Built): Promise<SwitchOutcome> {
  if (request.hold === true || (await waitsForStaff(deps, { request, release, watcher })))
    return holdRelease(deps, release, watcher);
  const compared = { dataset: release.report.datasetId, release: release.id };
  const comparison = await compareWithAggregates(deps, compared, watcher);
  return switchRelease(deps, { release, by: watcher, comparison, confirm: confirmedBy(request) });
}

/**
 * Builds a release of a data package, finds the reports that it would break, and deletes it again: nothing goes live
 * (rule 12.10).
 */
export async function checkReports(
  deps: ImportDeps,
  request: ImportOperation,
  given: Watcher,
): Promise<readonly EndangeredReport[]> {
  return logged(
    deps,
    { ...request, checkReports: true },
    {
      watcher: given,
      act: async (watcher) => {
        const { report, endangered } = await checkAgainst(deps, request, watcher);
        return { result: endangered, end: endOf(report, null) };
      },
    },
  );
}

async function checkAgainst(
  deps: ImportDeps,
  request: ImportOperation,
  watcher: Watcher,
): Promise<{ readonly report: ImportReport; readonly endangered: readonly EndangeredReport[] }> {
  if (request.dataset !== null) checkDatasetId(request.dataset, idContext(deps, watcher));
  const { id } = await deps.db
    .insertInto('release')
    .values({ state: 'building' })
    .returning('id')
    .executeTakeFirstOrThrow();
  try {
    const built = { ...request, dryRun: false };
    const { report } = await build(deps, built, { release: releaseName(id), watcher });
    watcher.onProgress({ step: 'Checking reports', detail: null });
    const compared = { dataset: report.datasetId, release: id, signal: watcher.signal };
    return { report, endangered: await findEndangered(deps, compared) };
  } finally {
    await fail(deps, id, null);
    await deps.releases.remove(releaseName(id));
  }
}

async function dryRunImport(
  deps: ImportDeps,
  request: ImportOperation,
  watcher: Watcher,
): Promise<ImportOutcome> {
  const release = `dry_run_${randomBytes(6).toString('hex')}`;
  const { report } = await build(deps, request, { release, watcher });
  const open = report.identifiers.flatMap(({ seenBy, ...one }) =>
    seenBy === null ? [] : [{ ...one, seenBy }],
  );
  const { unconfirmed } = await deps.db
    .transaction()
    .execute((transaction) => combineForImport(transaction, report));
  const identifiersToConfirm = await unconfirmedIdentifiers(deps.db, report.datasetId, open);
  const nothing = { usesToConfirm: [], heldBack: null, lacking: [], unmet: [] };
  return { ...report, unconfirmed, identifiersToConfirm, ...nothing };
}

async function build(
  deps: ImportDeps,
  { packagePath, dataset, dryRun }: ImportOperation,
  { release, watcher }: { readonly release: string; readonly watcher: Watcher },
): Promise<{ readonly report: ImportReport; readonly descriptor: unknown }> {
  let descriptor: unknown = null;
  const report = await deps.releases.build({
    packagePath,
    release,
    dryRun,
    ...(dataset === null ? {} : { datasetId: dataset }),
    checkDatasetId: (id) => checkDatasetId(id, idContext(deps, watcher)),
    onDescriptor: (written) => {
      descriptor = written;
    },
    onProgress: (progress) => watcher.onProgress(presentProgress(progress)),
    signal: watcher.signal,
  });
  return { report, descriptor };
}

/**
 * Marks a release as failed; false where it had gone live before the error, and so stays live. It may be marked already
 * (rule 15.59). What cannot be undone because the process is ending is undone at the next start.
 */
async function fail({ db }: ImportDeps, id: number, error: unknown): Promise<boolean> {
  const problems = error instanceof PackageRefused ? error.kept : null;
  const failed = await db
    .updateTable('release')
    .set({ state: 'failed', finished_at: new Date(), report: JSON.stringify({ problems }) })
    .where('id', '=', id)
    .where('state', 'in', ['building', 'failed'])
    .returning('id')
    .execute();
  return failed.length > 0;
}

interface IdContext {
  readonly appSegment: string | undefined;
  /** Whether it was written in a form, and not on a command line. */
  readonly isFromForm: boolean;
}

/** Refuses with bad_request what cannot be a dataset's id in paths, and says where another is given (rule 10.45). */
export function checkDatasetId(id: string, { appSegment, isFromForm }: IdContext): void {
  const objection = objectToDatasetId(id, appSegment);
  if (objection === null) return;
  const where = isFromForm
    ? 'Write another one in the field "Id of the dataset".'
    : 'Choose one with --dataset.';
  throw new PortalError('bad_request', `"${id}" cannot be the id of a dataset: ${objection}. ${where}`, {
    field: 'dataset',
  });
}

const idContext = ({ appSegment }: ImportDeps, { accountId }: Watcher): IdContext => ({
  appSegment,
  isFromForm: accountId !== undefined,
});

/** Refuses with conflict where a dataset has the path segment of the installation's own calls as its id: nobody could open it. */
export async function requireFreeSegment({ db }: Pick<ImportDeps, 'db'>, appSegment: string): Promise<void> {
  const taken = await db
    .selectFrom('dataset')
    .select('unique_id')
    .where(sql`lower(unique_id)`, '=', appSegment)
    .executeTakeFirst();
  if (taken === undefined) return;
  throw new PortalError(
    'conflict',
    `The dataset "${taken.unique_id}" has the id that the site configuration names as "appSegment". Choose another segment.`,
  );
}
