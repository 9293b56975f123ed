import { PortalError } from '@atrium/contract';
import { type Lookup, type Permitted, permit, type ReleaseSql } from '@atrium/engine';
import type { Warehouse } from '@atrium/warehouse';
import type { Kysely } from 'kysely';
import type { Member } from '../access/index.ts';
import type { Schema } from '../database/schema.ts';

/** How releases are named in the warehouse. */
export const releaseName = (id: number): string => `release_${id}`;

/** The id that a release of this name would have; 0 where none can have it. */
export const releaseNumber = (name: string): number =>
  Number(/^release_([1-9]\d{0,8})$/.exec(name)?.[1] ?? 0);

/** What of a membership decides what is seen of a release. */
export type Viewer = Pick<Member, 'datasetId' | 'level' | 'groups'>;

/**
 * The release that answers for a dataset at this moment, as the member may see it: the one way to data. A request
 * reads it once and keeps to it.
 */
export async function openLiveRelease(
  deps: { readonly db: Kysely<Schema>; readonly warehouse: Warehouse },
  viewer: Viewer,
): Promise<ReleaseSql> {
  const row = await deps.db
    .selectFrom('dataset')
    .select('live_release_id')
    .where('id', '=', viewer.datasetId)
    .executeTakeFirst();
  const id = row?.live_release_id ?? null;
  if (id === null) throw new PortalError('not_ready', 'This dataset has no data yet.');
  const release = releaseName(id);
  const permitted = permittedOf(await deps.warehouse.open(release), viewer);
  return { release, ...permitted, dialect: deps.warehouse.dialect };
}

/** Lookups are made once for each release and each way of seeing it. */
const permittedOnes = new WeakMap<Lookup, Map<string, Permitted>>();

function permittedOf(lookup: Lookup, { level, groups }: Viewer): Permitted {
  const known = permittedOnes.get(lookup) ?? new Map<string, Permitted>();
  permittedOnes.set(lookup, known);
  const key = JSON.stringify([level, groups]);
  const permitted = known.get(key) ?? permit(lookup, { level, groups });
  if (known.size < mostWays) known.set(key, permitted);
  return permitted;
}

const mostWays = 100;
