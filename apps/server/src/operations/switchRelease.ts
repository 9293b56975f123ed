import type { ImportReport } from '@atrium/warehouse';
import type { Transaction } from 'kysely';
import { record } from '../audit/index.ts';
import { releaseName } from '../catalogue/index.ts';
import type { Schema } from '../database/index.ts';
import { effectiveSettings, type StewardSettings, stewardSettings } from './datasetSettings.ts';
import { type ImportDeps, recordedBy } from './operation.ts';

export interface NewRelease {
  readonly id: number;
  readonly report: ImportReport;
  readonly operator?: string | undefined;
}

/**
 * Makes a built release the live one of its dataset, and makes the dataset with its first release. Queries that are
 * running keep the previous release: the import after the next deletes it, or the next start.
 */
export async function switchRelease(deps: ImportDeps, { id, report, operator }: NewRelease): Promise<void> {
  const old = await deps.db.transaction().execute(async (transaction) => {
    const datasetId = await putDataset(transaction, report);
    const retired = await retireOthers(transaction, datasetId);
    await publish(transaction, { id, datasetId, report });
    await record(transaction, {
      ...recordedBy({ operator }),
      datasetId,
      action: 'dataset_import',
      detail: { release: releaseName(id), version: report.package.version, subjects: report.subjects },
    });
    return retired;
  });
  for (const release of old) await deps.warehouse.remove(releaseName(release));
}

async function putDataset(transaction: Transaction<Schema>, report: ImportReport): Promise<number> {
  const described = {
    name: report.package.title,
    description: report.package.description === '' ? null : report.package.description,
    settings: JSON.stringify(effectiveSettings(report.settings, await loadChosen(transaction, report))),
  };
  const { id } = await transaction
    .insertInto('dataset')
    .values({ unique_id: report.datasetId, live_release_id: null, ...described })
    .onConflict((conflict) => conflict.column('unique_id').doUpdateSet(described))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The settings that a steward chose (`atrium dataset set`), which an import keeps. */
async function loadChosen(
  transaction: Transaction<Schema>,
  { datasetId }: ImportReport,
): Promise<StewardSettings> {
  const row = await transaction
    .selectFrom('dataset')
    .select('steward_settings')
    .where('unique_id', '=', datasetId)
    .forUpdate()
    .executeTakeFirst();
  return stewardSettings.parse(row?.steward_settings ?? {});
}

/** Retires the live release; returns those that were retired before, which no query can be using any more. */
async function retireOthers(transaction: Transaction<Schema>, datasetId: number): Promise<readonly number[]> {
  const ofDataset = transaction.selectFrom('release').where('dataset_id', '=', datasetId);
  const retired = await ofDataset.where('state', '=', 'retired').select('id').execute();
  await transaction
    .updateTable('release')
    .set({ state: 'retired' })
    .where('dataset_id', '=', datasetId)
    .where('state', '=', 'live')
    .execute();
  return retired.map(({ id }) => id);
}

async function publish(
  transaction: Transaction<Schema>,
  { id, datasetId, report }: { id: number; datasetId: number; report: ImportReport },
): Promise<void> {
  await transaction
    .updateTable('release')
    .set({
      dataset_id: datasetId,
      state: 'live',
      package_name: report.package.name,
      package_version: report.package.version,
      package_created: report.package.created,
      subject_count: report.subjects,
      report: JSON.stringify(report),
      finished_at: new Date(),
    })
    .where('id', '=', id)
    .execute();
  await transaction.updateTable('dataset').set({ live_release_id: id }).where('id', '=', datasetId).execute();
}
