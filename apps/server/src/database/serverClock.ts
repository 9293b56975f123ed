import { PortalError } from '@atrium/contract/errors/errorCode';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Schema } from './schema.ts';

const nowRow = z.tuple([z.object({ now: z.coerce.date() })]);

async function loadNow(db: Kysely<Schema>): Promise<Date> {
  const { rows } = await sql`select clock_timestamp() as now`.execute(db);
  return nowRow.parse(rows)[0].now;
}

/**
 * The time of the state database, as of now and then by the time that goes by here: a clock of this machine that jumps
 * changes nothing (rule 15.67).
 */
export async function clockOfServer(db: Kysely<Schema>): Promise<() => Date> {
  const start = (await loadNow(db)).getTime() - performance.now();
  return () => new Date(start + performance.now());
}

const maxApartMs = 60_000;

/**
 * Sessions and memberships end by the clock of a portal, and another portal must find the same.
 * @throws PortalError 'not_ready' where it is too far from that of the state database
 */
export async function requireServerTime(db: Kysely<Schema>, clock: () => Date): Promise<void> {
  const apartMs = Math.abs(clock().getTime() - (await loadNow(db)).getTime());
  if (apartMs > maxApartMs)
    throw new PortalError(
      'not_ready',
      `The clocks of the portal and of the state database are ${Math.round(apartMs / 1000)} seconds apart: set both by NTP.`,
    );
}
