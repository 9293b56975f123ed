import type { DatasetSettings } from '@atrium/contract';
import type { ImportReport } from '@atrium/warehouse';
import type { Kysely, Transaction } from 'kysely';
import { leastChangeOf } from '../analysis/index.ts';
import { record } from '../audit/index.ts';
import { releaseName } from '../catalogue/index.ts';
import type { Schema } from '../database/index.ts';
import { releasesOfReports } from '../report/index.ts';
import {
  aggregateRelease,
  type Comparison,
  type HeldBack,
  holdBack,
  moveAggregates,
} from './aggregateRelease.ts';
import { decideSettings, stewardSettings } from './datasetSettings.ts';
import { type By, type ImportDeps, recordedBy } from './operation.ts';
import type { UnconfirmedSetting } from './widening.ts';

export interface NewRelease {
  readonly id: number;
  readonly report: ImportReport;
  readonly by: By;
  /** What differs from the release that members who see aggregates only stand on; null where they stand on none. */
  readonly comparison: Comparison | null;
}

export interface SwitchOutcome {
  /** Settings of the package that wait for a steward. */
  readonly unconfirmed: readonly UnconfirmedSetting[];
  /** Why members who see aggregates only stay on the earlier release; null where they got the new one. */
  readonly heldBack: HeldBack | null;
}

/**
 * Makes a built release the live one of its dataset, and makes the dataset with its first release. Queries that are
 * running keep the previous release: the import after the next deletes it, or the next start, unless a report was saved
 * on it (rules 12.10 and 12.14).
 * Members who see aggregates only stay on theirs where too few subjects differ (rule 7.12).
 */
export async function switchRelease(
  deps: ImportDeps,
  { id, report, by, comparison }: NewRelease,
): Promise<SwitchOutcome> {
  const { old, unconfirmed, heldBack } = await deps.db.transaction().execute(async (transaction) => {
    const decided = await decideForImport(transaction, report);
    const datasetId = await putDataset(transaction, report, decided.settings);
    const stoodOn = await aggregateRelease(transaction, datasetId);
    const held = holdBack({ stoodOn, comparison, least: leastChangeOf(decided.settings) });
    const retired = await retireOthers(transaction, datasetId);
    await publish(transaction, { id, datasetId, report });
    if (held === null) await moveAggregates(transaction, { datasetId, release: id });
    const ofReports = await releasesOfReports(transaction, { days: deps.reportReleaseDays ?? null });
    await record(transaction, {
      ...recordedBy(by),
      datasetId,
      action: 'dataset_import',
      detail: {
        release: releaseName(id),
        version: report.package.version,
        subjects: report.subjects,
        ...(decided.unconfirmed.length === 0
          ? {}
          : { unconfirmed: decided.unconfirmed.map(({ key }) => key).join(' ') }),
        ...(stoodOn === null || held === null ? {} : { aggregates: releaseName(stoodOn) }),
      },
    });
    return {
      old: retired.filter((release) => release !== stoodOn && !ofReports.has(release)),
      unconfirmed: decided.unconfirmed,
      heldBack: held,
    };
  });
  for (const release of old) await deps.warehouse.remove(releaseName(release));
  return { unconfirmed, heldBack };
}

async function putDataset(
  transaction: Transaction<Schema>,
  report: ImportReport,
  settings: DatasetSettings,
): Promise<number> {
  const described = {
    name: report.package.title,
    description: report.package.description === '' ? null : report.package.description,
    settings: JSON.stringify(settings),
  };
  const { id } = await transaction
    .insertInto('dataset')
    .values({ unique_id: report.datasetId, live_release_id: null, ...described })
    .onConflict((conflict) => conflict.column('unique_id').doUpdateSet(described))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Decides the settings of a dataset for a package; what a steward chose (`atrium dataset set`) is kept. */
export async function decideForImport(
  transaction: Kysely<Schema>,
  { datasetId, settings: proposed }: Pick<ImportReport, 'datasetId' | 'settings'>,
): Promise<ReturnType<typeof decideSettings>> {
  const row = await transaction
    .selectFrom('dataset')
    .select(['settings', 'steward_settings'])
    .where('unique_id', '=', datasetId)
    .forUpdate()
    .executeTakeFirst();
  const chosen = stewardSettings.parse(row?.steward_settings ?? {});
  return decideSettings({ proposed, chosen, inForce: row?.settings ?? {} });
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
