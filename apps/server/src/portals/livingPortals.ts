import { type RawBuilder, sql } from 'kysely';

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
