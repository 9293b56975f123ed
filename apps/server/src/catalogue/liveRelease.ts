import { type AccessLevel, PortalError } from '@atrium/contract';
import { type Lookup, permit, type ReleaseSql, rightsOf } from '@atrium/engine';
import type { Warehouse } from '@atrium/warehouse';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Member } from '../access/index.ts';
import { perEpoch, type Schema } from '../database/index.ts';

/** The name of a release in the warehouse. */
export const releaseName = (id: number): string => `release_${id}`;

/** The id of the release with this name; 0 where the name is not one of a release. */
export const releaseNumber = (name: string): number =>
  Number(/^release_([1-9]\d{0,8})$/.exec(name)?.[1] ?? 0);

/** The parts of a membership on which visibility depends. */
type Viewer = Pick<Member, 'datasetId' | 'level' | 'groups' | 'asOf'>;

/** The live release as the members of one level and of the same groups see it. */
export interface LiveRelease extends ReleaseSql {
  readonly level: AccessLevel;
}

/**
 * Opens the live release of a dataset with the member's visibility, or the one that members who see aggregates only
 * stand on (rule 7.12). It is the only way to data; a request opens it once and uses it to the end. Members who see the
 * same get the same object, so that what was found out about a definition on it is known already.
 * @throws PortalError 'not_ready' where the dataset has no data
 */
export async function openLiveRelease(
  deps: { readonly db: Kysely<Schema>; readonly warehouse: Warehouse },
  viewer: Viewer,
): Promise<LiveRelease> {
  const { asOf, datasetId } = viewer;
  const row = await releases({ epoch: asOf?.epoch, key: String(datasetId) }, () =>
    findReleases(deps.db, datasetId),
  );
  const id = (rightsOf(viewer).seesSubjects ? row?.live_release_id : row?.aggregate_release_id) ?? null;
  if (id === null) throw new PortalError('not_ready', 'This dataset has no data yet.');
  return openSeen(deps, viewer, id);
}

/**
 * Opens an earlier release of the dataset with the member's visibility of today, for a report that was saved on it.
 * Refuses members who see aggregates only, who stand on one release (rule 7.12).
 * @throws PortalError 'not_ready' where the release is not kept any more
 */
export async function openEarlierRelease(
  deps: { readonly db: Kysely<Schema>; readonly warehouse: Warehouse },
  viewer: Viewer,
  id: number,
): Promise<LiveRelease> {
  const row = await deps.db
    .selectFrom('release')
    .select('state')
    .where('dataset_id', '=', viewer.datasetId)
    .where('id', '=', id)
    .where('state', 'in', ['live', 'retired'])
    .executeTakeFirst();
  if (row === undefined || !rightsOf(viewer).seesSubjects)
    throw new PortalError('not_found', 'There is no such release.');
  if (row.state === 'retired' && !(await deps.warehouse.list()).includes(releaseName(id)))
    throw new PortalError('not_ready', `The release ${releaseName(id)} is not kept any more.`);
  return openSeen(deps, viewer, id);
}

async function openSeen(
  { warehouse }: { readonly warehouse: Warehouse },
  viewer: Viewer,
  id: number,
): Promise<LiveRelease> {
  const release = releaseName(id);
  return seenBy(viewer, { release, lookup: await warehouse.open(release), dialect: warehouse.dialect });
}

interface ReleasesRow {
  readonly live_release_id: number | null;
  readonly aggregate_release_id: number | null;
}

/** An epoch is of one database. */
const releases = perEpoch<ReleasesRow>();

async function findReleases(db: Kysely<Schema>, datasetId: number): Promise<ReleasesRow | null> {
  const row = await db
    .selectFrom('dataset')
    .select(['live_release_id', 'aggregate_release_id'])
    .where('id', '=', datasetId)
    .executeTakeFirst();
  return row ?? null;
}

/** By the whole lookup, and by the member's standing. */
const seenBefore = new WeakMap<Lookup, LRUCache<string, LiveRelease>>();

function seenBy(
  { level, groups }: Viewer,
  whole: Pick<ReleaseSql, 'release' | 'lookup' | 'dialect'>,
): LiveRelease {
  const known = seenBefore.get(whole.lookup) ?? new LRUCache({ max: 100 });
  seenBefore.set(whole.lookup, known);
  const key = JSON.stringify([level, groups]);
  const seen = known.get(key) ?? { ...whole, ...permit(whole.lookup, { level, groups }), level };
  known.set(key, seen);
  return seen;
}
