import { sql } from 'kysely';
import { releaseName, releaseNumber } from '../catalogue/index.ts';
import { interruptLog } from './importLog.ts';
import { lastFirst, usesOfReleases } from './neededReleases.ts';
import type { ImportDeps } from './operation.ts';

export interface Recovery {
  /** Releases and unfinished builds that were removed from the warehouse. */
  readonly removed: readonly string[];
  /** Warnings for the operator, a sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Undoes what a killed import left, and removes releases that are failed in the state database, or retired there while
 * nobody needs them (rules 12.10, 12.14 and 15.44). The caller holds the lock and has not imported
 * anything yet.
 */
export async function recover({
  db,
  warehouse,
  reportReleaseDays: days = null,
}: ImportDeps): Promise<Recovery> {
  await db
    .updateTable('release')
    .set({ state: 'failed', finished_at: new Date() })
    .where('state', '=', 'building')
    .execute();
  await interruptLog(db);
  const releases = await db.selectFrom('release').select(['id', 'state']).execute();
  const unknown = await findUnknown({ db, warehouse });
  await skipNumbers(db, unknown);
  const needed = await usesOfReleases(db, days);
  const unneeded = releases.filter(
    ({ id, state }) => state === 'failed' || (state === 'retired' && !needed.has(id)),
  );
  const removed = await warehouse.cleanUp(lastFirst(unneeded.map(({ id }) => id)).map(releaseName));
  return { removed, warnings: describeUnknown(unknown) };
}

/** Finds the warnings of `recover`, and changes nothing (rule 9.18). */
export const lookOnly = async (deps: ImportDeps): Promise<Recovery> => ({
  removed: [],
  warnings: describeUnknown(await findUnknown(deps)),
});

async function findUnknown({ db, warehouse }: ImportDeps): Promise<readonly string[]> {
  const releases = await db.selectFrom('release').select('id').execute();
  const known = new Set(releases.map(({ id }) => releaseName(id)));
  return (await warehouse.list()).filter((release) => !known.has(release));
}

const describeUnknown = (releases: readonly string[]): readonly string[] =>
  releases.length === 0 ? [] : [sentenceAbout(releases)];

const sentenceAbout = (releases: readonly string[]): string =>
  `The warehouse holds releases that the state database does not know: ${releases.join(', ')}. They are not touched; delete them by hand if nobody needs them.`;

/** Lets no import get the number of an unknown release, which the state database would then take for its own. */
async function skipNumbers(db: ImportDeps['db'], unknown: readonly string[]): Promise<void> {
  const highest = Math.max(0, ...unknown.map(releaseNumber));
  if (highest === 0) return;
  const sequence = sql`pg_get_serial_sequence('release', 'id')::regclass`;
  await sql`SELECT setval(${sequence}, ${highest}::bigint)
    WHERE coalesce(pg_sequence_last_value(${sequence}), 0) < ${highest}::bigint`.execute(db);
}

/** The datasets of which a release that members stand on cannot be opened, as after a move of the state database alone. */
export async function findMissingData({ db, warehouse }: ImportDeps): Promise<readonly string[]> {
  const datasets = await db
    .selectFrom('dataset')
    .select(['unique_id', 'live_release_id', 'aggregate_release_id'])
    .execute();
  const missing = new Set<string>();
  for (const { unique_id: uniqueId, ...of } of datasets) {
    for (const release of new Set([of.live_release_id, of.aggregate_release_id])) {
      if (release === null) continue;
      await warehouse.open(releaseName(release)).catch(() => missing.add(uniqueId));
    }
  }
  return [...missing];
}
