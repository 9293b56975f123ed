import { PortalError } from '@atrium/contract';
import type { ReleaseSql } from '@atrium/engine';
import type { Warehouse } from '@atrium/warehouse';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** How releases are named in the warehouse. */
export const releaseName = (id: number): string => `release_${id}`;

/** The release that answers for a dataset at this moment; a request reads it once and keeps to it. */
export async function openLiveRelease(
  deps: { readonly db: Kysely<Schema>; readonly warehouse: Warehouse },
  datasetId: number,
): Promise<ReleaseSql> {
  const row = await deps.db
    .selectFrom('dataset')
    .select('live_release_id')
    .where('id', '=', datasetId)
    .executeTakeFirst();
  const id = row?.live_release_id ?? null;
  if (id === null) throw new PortalError('not_ready', 'This dataset has no data yet.');
  const release = releaseName(id);
  return { release, lookup: await deps.warehouse.open(release), dialect: deps.warehouse.dialect };
}
