import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Schema } from '../database/index.ts';
import { failLeft, type HasEnded, type ImportDeps, recover } from '../operations/index.ts';
import { type End, forgetEnded, isLiving, type Portals } from '../portals/index.ts';

interface RecoverParts {
  readonly installation: ImportDeps & { readonly portals: Portals };
  readonly log: Pick<Logger, 'info' | 'error'>;
}

type ForgetParts = Pick<RecoverParts, 'log'> & {
  readonly installation: Pick<RecoverParts['installation'], 'portals' | 'releases'>;
};

const lookMs = 2000;
const forgetMs = 60_000;

const hasEnded: HasEnded = (portalId) => sql<boolean>`(${portalId} is null or not ${isLiving(portalId)})`;

/**
 * Undoes what ended processes left, as a start does where one process works alone (rule 9.18): now, and whenever another
 * one is gone. What living ones build goes on.
 */
export async function recoverEnded({ installation, log }: RecoverParts): Promise<End> {
  const { db, portals } = installation;
  if (portals.id === null) return async () => {};
  const undo = async (): Promise<void> => {
    const { removed } = await recover(installation, hasEnded);
    if (removed.length > 0) log.info({ removed }, 'what ended portals had built was removed');
  };
  const look = async (): Promise<void> => {
    const gone = await removeEnded(db);
    await forgetEnded(db);
    if (gone === 0 && (await failLeft(db, hasEnded)) === 0) return;
    if (gone > 0) log.info({ portals: gone }, 'portals are gone');
    await undo();
  };
  await undo();
  let last: Promise<void> = Promise.resolve();
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    last = look()
      .catch((error: unknown) => log.error({ err: error }, 'what ended portals left could not be undone'))
      .finally(() => {
        isLooking = false;
      });
  }, lookMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await last;
  };
}

/** Lets go of releases that other portals have removed, from time to time, and of the files of their indexes. */
export function forgetRemoved({ installation, log }: ForgetParts): End {
  const { portals, releases } = installation;
  if (portals.id === null) return async () => {};
  let last: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    last = last
      .then(releases.forgetRemoved)
      .catch((error: unknown) => log.error({ err: error }, 'removed releases could not be let go of'));
  }, forgetMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await last;
  };
}

/** Removes the rows of processes that are gone; returns how many there were. */
async function removeEnded(db: Kysely<Schema>): Promise<number> {
  const gone = await db
    .deleteFrom('portal')
    .where(sql<boolean>`not ${isLiving(sql`portal.id`)}`)
    .returning('id')
    .execute();
  return gone.length;
}
