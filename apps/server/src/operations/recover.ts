import { sql } from 'kysely';
import { releaseName, releaseNumber } from '../catalogue/index.ts';
import type { ImportDeps } from './importDeps.ts';

export interface Recovery {
  /** Dead releases and unfinished builds that were taken out of the warehouse. */
  readonly removed: readonly string[];
  /** What the operator should know, a sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Undoes what a killed import left, and takes out releases that the state database knows to be dead: called by the
 * holder of the lock, before anything else is imported.
 */
export async function recover({ db, warehouse }: ImportDeps): Promise<Recovery> {
  await db
    .updateTable('release')
    .set({ state: 'failed', finished_at: new Date() })
    .where('state', '=', 'building')
    .execute();
  const releases = await db.selectFrom('release').select(['id', 'state']).execute();
  const known = new Set(releases.map(({ id }) => releaseName(id)));
  const unknown = (await warehouse.list()).filter((release) => !known.has(release));
  await skipNumbers(db, unknown);
  const dead = releases.filter(({ state }) => state === 'failed' || state === 'retired');
  const removed = await warehouse.cleanUp(dead.map(({ id }) => releaseName(id)));
  return { removed, warnings: unknown.length === 0 ? [] : [describeUnknown(unknown)] };
}

const describeUnknown = (releases: readonly string[]): string =>
  `The warehouse holds releases that the state database does not know: ${releases.join(', ')}. They are left alone; delete them by hand if nobody needs them.`;

/** Makes sure that no import gets the number of an unknown release: the state database would take it for its own. */
async function skipNumbers(db: ImportDeps['db'], unknown: readonly string[]): Promise<void> {
  const highest = Math.max(0, ...unknown.map(releaseNumber));
  if (highest === 0) return;
  const sequence = sql`pg_get_serial_sequence('release', 'id')::regclass`;
  await sql`SELECT setval(${sequence}, ${highest}::bigint)
    WHERE coalesce(pg_sequence_last_value(${sequence}), 0) < ${highest}::bigint`.execute(db);
}

/** The datasets whose data are not in this home, as after a move of the state database alone. */
export async function findMissingData({ db, warehouse }: ImportDeps): Promise<readonly string[]> {
  const datasets = await db.selectFrom('dataset').select(['unique_id', 'live_release_id']).execute();
  const missing: string[] = [];
  for (const { unique_id: uniqueId, live_release_id: release } of datasets) {
    if (release === null) continue;
    await warehouse.open(releaseName(release)).catch(() => missing.push(uniqueId));
  }
  return missing;
}
