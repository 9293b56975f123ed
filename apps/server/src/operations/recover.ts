import { formatQuantity } from '@atrium/contract/calendar/numerals';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { type RawBuilder, sql } from 'kysely';
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

/** Whether the process of this id has ended; null is one of a time when there was only one. */
export type HasEnded = (portalId: RawBuilder<unknown>) => RawBuilder<boolean>;

/**
 * Undoes what a killed import left, and removes releases that are failed in the state database, or retired there while
 * nobody needs them (rules 12.10, 12.14 and 15.44). The caller holds the lock and has not imported
 * anything yet, or says which processes have ended: what the others do goes on (rule 9.18).
 */
export async function recover(
  { db, releases, reportReleaseDays: days = null }: ImportDeps,
  hasEnded: HasEnded | null = null,
): Promise<Recovery> {
  await failLeft(db, hasEnded ?? (() => sql<boolean>`true`));
  const rows = await db.selectFrom('release').select(['id', 'state']).execute();
  const unknown = await findUnknown({ db, releases });
  await skipNumbers(db, unknown);
  const failed = namesOf(rows.filter(({ state }) => state === 'failed'));
  const removed = await releases.cleanUp(failed, () => buildsOfLiving(db));
  const retired = await removeRetired({ db, releases, days });
  return { removed: [...removed, ...retired], warnings: describeUnknown(unknown) };
}

const namesOf = (rows: readonly { readonly id: number }[]): readonly string[] =>
  lastFirst(rows.map(({ id }) => id)).map(releaseName);

/**
 * Removes retired releases that nobody needs. Nobody switches to one meanwhile: a switch waits for the row of its
 * dataset, and then looks whether the release is still kept.
 */
async function removeRetired({
  db,
  releases,
  days,
}: Pick<ImportDeps, 'db' | 'releases'> & { readonly days: number | null }): Promise<readonly string[]> {
  return db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('dataset').select('id').orderBy('id').forUpdate().execute();
    const needed = await usesOfReleases(transaction, days);
    const retired = await transaction
      .selectFrom('release')
      .select('id')
      .where('state', '=', 'retired')
      .execute();
    const unneeded = namesOf(retired.filter(({ id }) => !needed.has(id)));
    return releases.cleanUp(unneeded, () => buildsOfLiving(transaction));
  });
}

/** Marks the imports of ended processes; returns how many there were. */
export async function failLeft(db: ImportDeps['db'], hasEnded: HasEnded): Promise<number> {
  const failed = await db
    .updateTable('release')
    .set({ state: 'failed', finished_at: new Date() })
    .where('state', '=', 'building')
    .where(hasEnded(sql`release.portal_id`))
    .returning('id')
    .execute();
  return failed.length + (await interruptLog(db, hasEnded(sql`import_log.portal_id`)));
}

/** The releases that are being built, after those of ended processes were marked as failed. */
async function buildsOfLiving(db: ImportDeps['db']): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('release').select('id').where('state', '=', 'building').execute();
  return new Set(rows.map(({ id }) => releaseName(id)));
}

/** Takes away what unfinished builds left of which no process is there any more; marks nothing, and removes no release. */
export const discardLeft = ({
  db,
  releases,
}: Pick<ImportDeps, 'db' | 'releases'>): Promise<readonly string[]> =>
  releases.cleanUp([], () => buildsOfLiving(db));

/** Finds the warnings of `recover`, and changes nothing (rule 9.18). */
export const lookOnly = async (deps: ImportDeps): Promise<Recovery> => ({
  removed: [],
  warnings: describeUnknown(await findUnknown(deps)),
});

async function findUnknown({
  db,
  releases,
}: Pick<ImportDeps, 'db' | 'releases'>): Promise<readonly string[]> {
  const rows = await db.selectFrom('release').select('id').execute();
  const known = new Set(rows.map(({ id }) => releaseName(id)));
  return (await releases.list()).filter((release) => !known.has(release));
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

/** A dataset, and the release of it that members should see and cannot. */
export interface MissingData {
  /** The dataset's id in paths. */
  readonly dataset: string;
  readonly release: string;
  /** Whether it is the live one, and not only that of members who see aggregates only. */
  readonly isLive: boolean;
}

type MissingDeps = Pick<ImportDeps, 'db' | 'questions' | 'releases'>;

/**
 * The releases that members stand on and whose data are gone or cannot be read, as after a move of the state database
 * alone (rule 15.53).
 * @throws PortalError 'unavailable' where the warehouse does not answer
 */
export async function findMissingData({
  db,
  questions,
  releases,
}: MissingDeps): Promise<readonly MissingData[]> {
  const datasets = await db
    .selectFrom('dataset')
    .select(['unique_id', 'live_release_id as live', 'aggregate_release_id as aggregates'])
    .orderBy('unique_id')
    .execute();
  // One that was opened is open still when somebody has deleted it.
  const present = new Set(await releases.list());
  const missing: MissingData[] = [];
  for (const { unique_id: dataset, live, aggregates } of datasets) {
    for (const id of new Set([live, aggregates])) {
      if (id === null) continue;
      const release = releaseName(id);
      if (present.has(release) && (await canOpen(questions, release))) continue;
      missing.push({ dataset, release, isLive: id === live });
    }
  }
  return missing;
}

async function canOpen(questions: ImportDeps['questions'], release: string): Promise<boolean> {
  try {
    await questions.open(release);
    return true;
  } catch (error) {
    if (error instanceof PortalError && error.code === 'unavailable') throw error;
    return false;
  }
}

/** What is missing, and how it comes back. */
export const presentMissing = ({ dataset, release, isLive }: MissingData): string =>
  isLive
    ? `The data of dataset ${dataset} (${release}) are not in the warehouse, or cannot be read: import its package again.`
    : `The data that members of level agg see of dataset ${dataset} (${release}) are not in the warehouse, or cannot be read: "atrium dataset releases ${dataset} --advance" shows them the live release.`;

/**
 * Refuses readiness while the live release of a dataset cannot be opened.
 * @throws PortalError 'not_ready' that says of how many datasets, since anybody may ask
 */
export async function requireData(deps: MissingDeps): Promise<void> {
  const datasets = (await findMissingData(deps)).filter(({ isLive }) => isLive).length;
  if (datasets > 0)
    throw new PortalError(
      'not_ready',
      `The data of ${formatQuantity(datasets, 'dataset')} are missing or cannot be read: "atrium doctor" names them.`,
    );
}
