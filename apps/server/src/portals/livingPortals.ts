import { type Kysely, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../database/index.ts';
import type { HeldIndex } from './portals.ts';

/** The lock that a process holds as long as it lives. */
export const lockOfPortal = 'atrium portal ';

/** Without its lock a process counts as gone this long after it was last seen: it may be connecting anew. */
const graceSeconds = 5;

/**
 * Whether the process of this id is there: it holds its lock, or was seen just now by the clock of the server. A process
 * that was killed, or whose machine is gone, has lost its lock within seven seconds (`holdServer`).
 */
export const isLiving = (id: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from portal as one where one.id = ${id} and (
    one.seen_at > now() - make_interval(secs => ${graceSeconds})
    or exists (
      select from pg_locks, hashtextextended(${lockOfPortal}::text || one.id::text, 0) as key
      where locktype = 'advisory' and granted and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
        and classid::bigint = (key >> 32) & 4294967295 and objid::bigint = key & 4294967295)))`;

/** A process that is there, as staff and operators see it. */
export interface LivingPortal {
  readonly id: string;
  /** Its machine and process number. */
  readonly name: string;
  /** Where it listens; null for a command, and before it listens. */
  readonly address: string | null;
  readonly version: string;
  readonly since: Date;
  /** Whether it does what one portal does for all. */
  readonly leads: boolean;
  readonly indexes: readonly HeldIndex[];
}

/** None where a portal of another version writes them down in another way. */
const heldIndexes: z.ZodType<readonly HeldIndex[]> = z
  .array(
    z.object({
      release: z.string(),
      state: z.enum(['ready', 'loading', 'building', 'none', 'too_large']),
      bytes: z.number().nullable(),
      fault: z.string().nullable(),
    }),
  )
  .catch([]);

/** The processes that share the installation now, those that began first first; none where one works alone. */
export async function listPortals(db: Kysely<Schema>): Promise<readonly LivingPortal[]> {
  const rows = await db
    .selectFrom('portal')
    .select(['id', 'name', 'address', 'version', 'started_at as since', 'leads', 'indexes'])
    .where(isLiving(sql`portal.id`))
    .orderBy('started_at')
    .execute();
  return rows.map(({ indexes, ...row }) => ({ ...row, indexes: heldIndexes.parse(indexes) }));
}

/** What a portal does, in words. */
export const dutiesOf = ({ address, leads }: LivingPortal): string =>
  leads
    ? 'sends mail, makes back-ups and does what else is done once'
    : address === null
      ? 'does a command'
      : 'answers, and is ready to do what is done once';
