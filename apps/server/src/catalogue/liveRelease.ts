import { PortalError } from '@atrium/contract';
import { type Lookup, type Permitted, permit, type ReleaseSql, rightsOf } from '@atrium/engine';
import type { Warehouse } from '@atrium/warehouse';
import type { Kysely } from 'kysely';
import type { Member } from '../access/index.ts';
import type { Schema } from '../database/schema.ts';

/** The name of a release in the warehouse. */
export const releaseName = (id: number): string => `release_${id}`;

/** The id of the release with this name; 0 where the name is not one of a release. */
export const releaseNumber = (name: string): number =>
  Number(/^release_([1-9]\d{0,8})$/.exec(name)?.[1] ?? 0);

/** The parts of a membership on which visibility depends. */
export type Viewer = Pick<Member, 'datasetId' | 'level' | 'groups'>;

/**
 * Opens the live release of a dataset with the member's visibility, or the one that members who see aggregates only
 * stand on (rule 7.12). It is the only way to data; a request opens it once and uses it to the end.
 * @throws PortalError 'not_ready' where the dataset has no data
 */
export async function openLiveRelease(
  deps: { readonly db: Kysely<Schema>; readonly warehouse: Warehouse },
  viewer: Viewer,
): Promise<ReleaseSql> {
  const row = await deps.db
    .selectFrom('dataset')
    .select(['live_release_id', 'aggregate_release_id'])
    .where('id', '=', viewer.datasetId)
    .executeTakeFirst();
  const id = (rightsOf(viewer).seesSubjects ? row?.live_release_id : row?.aggregate_release_id) ?? null;
  if (id === null) throw new PortalError('not_ready', 'This dataset has no data yet.');
  const release = releaseName(id);
  const permitted = permittedOf(await deps.warehouse.open(release), viewer);
  return { release, ...permitted, dialect: deps.warehouse.dialect };
}

/** One lookup for each release and visibility. */
const permittedLookups = new WeakMap<Lookup, Map<string, Permitted>>();

function permittedOf(lookup: Lookup, { level, groups }: Viewer): Permitted {
  const known = permittedLookups.get(lookup) ?? new Map<string, Permitted>();
  permittedLookups.set(lookup, known);
  const key = JSON.stringify([level, groups]);
  const permitted = known.get(key) ?? permit(lookup, { level, groups });
  if (known.size < mostKept) known.set(key, permitted);
  return permitted;
}

const mostKept = 100;
