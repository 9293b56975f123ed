import { PortalError } from '@atrium/contract';
import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import { record } from '../../audit/index.ts';
import type { Schema } from '../../database/index.ts';
import type { Operation, Watcher } from '../operation.ts';
import { effectiveSettings, readSetting, type StewardSettings, stewardSettings } from './settings.ts';

/** Changes settings of a dataset, which a later import of a package leaves as they are, and puts it on record. */
export async function setDataset(
  { db }: { readonly db: Kysely<Schema> },
  { dataset: uniqueId, settings, reset }: Extract<Operation, { kind: 'setDataset' }>,
  { operator }: Pick<Watcher, 'operator'>,
): Promise<readonly string[]> {
  const changes = Object.fromEntries(settings.map(readSetting));
  return db.transaction().execute(async (transaction) => {
    const dataset = await lockDataset(transaction, uniqueId);
    const kept = Object.entries(dataset.chosen).filter(([key]) => !reset.includes(key));
    const chosen = { ...Object.fromEntries(kept), ...changes };
    const effective = effectiveSettings(dataset.proposed, chosen);
    await checkGroupsExist(transaction, dataset.id, effective.autoMembership?.groups ?? []);
    await transaction
      .updateTable('dataset')
      .set({ settings: JSON.stringify(effective), steward_settings: JSON.stringify(chosen) })
      .where('id', '=', dataset.id)
      .execute();
    await record(transaction, {
      accountId: null,
      datasetId: dataset.id,
      action: 'dataset_change',
      detail: { settings: [...Object.keys(changes), ...reset].join(' ') },
      ...(operator === undefined ? {} : { operator }),
    });
    return Object.entries(effective).map(([key, value]) => `${key}=${shown(value)}`);
  });
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const report = z.object({ settings: z.unknown() });

/** The dataset with what its live package proposes; no import can change it before the transaction ends. */
async function lockDataset(transaction: Transaction<Schema>, uniqueId: string) {
  const row = await transaction
    .selectFrom('dataset')
    .select(['id', 'steward_settings', 'live_release_id'])
    .where('unique_id', '=', uniqueId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new PortalError('not_found', `There is no dataset ${uniqueId}.`);
  const release = await transaction
    .selectFrom('release')
    .select('report')
    .where('id', '=', row.live_release_id)
    .executeTakeFirst();
  const read = report.safeParse(release?.report);
  const chosen: StewardSettings = stewardSettings.parse(row.steward_settings ?? {});
  return { id: row.id, chosen, proposed: read.success ? read.data.settings : {} };
}

async function checkGroupsExist(
  transaction: Transaction<Schema>,
  datasetId: number,
  names: readonly string[],
): Promise<void> {
  const groups = await transaction
    .selectFrom('permission_group')
    .select('name')
    .where('dataset_id', '=', datasetId)
    .execute();
  const missing = names.find((name) => !groups.some((group) => group.name === name));
  if (missing !== undefined)
    throw new PortalError('bad_request', `autoMembership: there is no group ${missing}.`);
}
