import { randomBytes } from 'node:crypto';
import { type ImportReport, PackageRefused } from '@atrium/warehouse';
import { releaseName } from '../catalogue/index.ts';
import { checkDatasetId } from './datasetId.ts';
import type { ImportDeps } from './importDeps.ts';
import type { ImportOperation, Watcher } from './operation.ts';
import { presentProgress } from './presentProgress.ts';
import { switchRelease } from './switchRelease.ts';

/**
 * Builds a release of a data package beside the live one and switches to it in one transaction. Throws PackageRefused
 * or PortalError where the package cannot be imported, and then the live release is as it was.
 */
export async function importDataset(
  deps: ImportDeps,
  request: ImportOperation,
  watcher: Watcher,
): Promise<ImportReport> {
  if (request.dataset !== null) checkDatasetId(request.dataset);
  if (request.dryRun) return tryImport(deps, request, watcher);
  const { id } = await deps.db
    .insertInto('release')
    .values({ state: 'building' })
    .returning('id')
    .executeTakeFirstOrThrow();
  let isBuilt = false;
  try {
    const report = await build(deps, request, { release: releaseName(id), watcher });
    isBuilt = true;
    checkDatasetId(report.datasetId);
    watcher.signal.throwIfAborted();
    await switchRelease(deps, { id, report, operator: watcher.operator });
    return report;
  } catch (error) {
    const hasFailed = await fail(deps, id, error);
    if (hasFailed && isBuilt) await deps.warehouse.remove(releaseName(id));
    throw error;
  }
}

async function tryImport(
  deps: ImportDeps,
  request: ImportOperation,
  watcher: Watcher,
): Promise<ImportReport> {
  const release = `trial_${randomBytes(6).toString('hex')}`;
  const report = await build(deps, request, { release, watcher });
  checkDatasetId(report.datasetId);
  return report;
}

async function build(
  { warehouse }: ImportDeps,
  { packagePath, dataset, dryRun }: ImportOperation,
  { release, watcher }: { readonly release: string; readonly watcher: Watcher },
): Promise<ImportReport> {
  return warehouse.build({
    packagePath,
    release,
    dryRun,
    ...(dataset === null ? {} : { datasetId: dataset }),
    onProgress: (progress) => watcher.onProgress(presentProgress(progress)),
    signal: watcher.signal,
  });
}

/**
 * Says whether the import was still under way; one that went live before the error stays live. What cannot be undone
 * here, because the process is ending, is undone at the next start.
 */
async function fail({ db }: ImportDeps, id: number, error: unknown): Promise<boolean> {
  const problems = error instanceof PackageRefused ? error.problems : null;
  const failed = await db
    .updateTable('release')
    .set({ state: 'failed', finished_at: new Date(), report: JSON.stringify({ problems }) })
    .where('id', '=', id)
    .where('state', '=', 'building')
    .returning('id')
    .execute();
  return failed.length > 0;
}
