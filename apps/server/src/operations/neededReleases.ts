import type { Kysely } from 'kysely';
import type { Schema } from '../database/index.ts';
import { releasesOfReports } from '../report/index.ts';

/** Why a release is kept (rule 15.44). */
export const releaseUses = ['live', 'aggregates', 'previous', 'waits', 'reports', 'data'] as const;
export type ReleaseUse = (typeof releaseUses)[number];

/**
 * Why each release that is needed is needed: members stand on it, it was live before, it waits for a steward, a report
 * was saved on it (`days`: as long as rule 12.14 says), or one of these reads its data.
 */
export async function usesOfReleases(
  db: Kysely<Schema>,
  days: number | null,
): Promise<ReadonlyMap<number, ReadonlySet<ReleaseUse>>> {
  const uses = new Map<number, Set<ReleaseUse>>();
  const add = (id: number | null, use: ReleaseUse): void => {
    if (id === null) return;
    const known = uses.get(id) ?? new Set();
    uses.set(id, known.add(use));
  };
  const datasets = await db
    .selectFrom('dataset')
    .select(['live_release_id', 'aggregate_release_id', 'previous_release_id'])
    .execute();
  for (const row of datasets) {
    add(row.live_release_id, 'live');
    add(row.aggregate_release_id, 'aggregates');
    add(row.previous_release_id, 'previous');
  }
  const releases = await db.selectFrom('release').select(['id', 'state', 'data_release_id']).execute();
  for (const { id, state } of releases) if (state === 'built') add(id, 'waits');
  for (const id of await releasesOfReports(db, { days })) add(id, 'reports');
  for (const { id, data_release_id: data } of releases) if (uses.has(id)) add(data, 'data');
  return uses;
}

/** A release that shares data goes before the one that it shares them with. */
export const lastFirst = (releases: readonly number[]): readonly number[] =>
  [...releases].sort((a, b) => b - a);
