import { addDays, type Day, utcDayOf } from '@atrium/contract/calendar/days';
import { formatQuantity } from '@atrium/contract/calendar/numerals';
import { storedSettings } from '@atrium/contract/documents/dataPackage';
import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import { type Kysely, sql } from 'kysely';
import { record } from '../audit/index.ts';
import type { Schema } from '../database/schema.ts';

/** The column of `membership` that says when it ends. */
export const endColumn = 'membership.ends_at';

interface EndingRow {
  /** Null: it does not end. */
  readonly ends_at: Date | null;
}

/** A membership that has ended opens nothing (rule 8.20). */
export const hasEnded = ({ ends_at }: EndingRow, now: Date): boolean => ends_at !== null && ends_at <= now;

/** The last day of a membership, by UTC; null where it does not end. */
export const lastDayOf = (endsAt: Date | null): string | null =>
  endsAt === null ? null : utcDayOf(new Date(endsAt.getTime() - 1));

/** The same of a row of `membership`, in a statement. */
export const lastDayInSql = sql`((membership.ends_at - interval '1 millisecond') at time zone 'UTC')::date::text`;

/** The end of a membership whose last day, by UTC, is given. */
const endAfter = (day: Day): Date => new Date(`${addDays(day, 1)}T00:00:00Z`);

const daysFrom = (now: Date, days: number): Day => addDays(utcDayOf(now), days);

/** The end of a membership that begins now and lasts as many days; null where nothing limits it. */
export const endOfNew = (now: Date, days: number | null): Date | null =>
  days === null ? null : endAfter(daysFrom(now, days));

/** The limit of a dataset and that of the site, of which the shorter counts; null where there is none. */
export function maxDays(settings: unknown, siteDays: number | null): number | null {
  const read = storedSettings.safeParse(settings ?? {});
  if (!read.success) throw new PortalError('not_ready', 'The settings of this dataset cannot be read.');
  const limits = [read.data.maxMembershipDays, siteDays ?? undefined].filter((days) => days !== undefined);
  return limits.length === 0 ? null : Math.min(...limits);
}

/** The end that an operator gives: the last day by UTC, none, or nothing, which keeps the present end. */
export type Until = Day | 'never' | undefined;

/** The limits on the end of a membership. */
interface EndRules {
  readonly until: Until;
  /** The end that it has; null where it has none, or does not exist yet. */
  readonly held: Date | null;
  readonly maxDays: number | null;
  readonly now: Date;
}

/** The end that a membership gets; refuses with bad_request one that lies in the past, or later than is allowed. */
export function limitEnd({ until, held, maxDays: longest, now }: EndRules): Date | null {
  const endsAt = until === undefined ? held : until === 'never' ? null : endAfter(until);
  const latest = endOfNew(now, longest);
  if (latest !== null && (endsAt === null || endsAt > latest))
    throw fieldRefusal(
      'bad_request',
      'until',
      `a membership of this dataset lasts ${formatQuantity(longest ?? 0, 'day')} at most: choose a last day up to ${lastDayOf(latest)}.`,
    );
  if (hasEnded({ ends_at: endsAt }, now))
    throw fieldRefusal('bad_request', 'until', `${lastDayOf(endsAt)} is over: choose a later day.`);
  return endsAt;
}

/**
 * Records each membership that has ended and of which no line says so. Whether a membership opens anything does not
 * depend on it.
 * @returns how many were recorded
 */
export async function recordEnds(db: Kysely<Schema>, now: Date): Promise<number> {
  const ended = await db
    .selectFrom('membership')
    .select('id')
    .where('ends_at', '<=', now)
    .where('end_recorded', '=', false)
    .orderBy('ends_at')
    .execute();
  const recorded = await Promise.all(ended.map(({ id }) => recordEnd(db, id, now)));
  return recorded.filter(Boolean).length;
}

/** False where it was renewed or recorded meanwhile. */
const recordEnd = (db: Kysely<Schema>, membership: number, now: Date): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('membership')
      .set({ end_recorded: true })
      .where('id', '=', membership)
      .where('ends_at', '<=', now)
      .where('end_recorded', '=', false)
      .returning(['account_id as account', 'dataset_id as datasetId', 'ends_at as endsAt'])
      .executeTakeFirst();
    if (row === undefined) return false;
    const { account, datasetId, endsAt } = row;
    const detail = { membership, account, until: lastDayOf(endsAt) };
    await record(transaction, { accountId: null, datasetId, action: 'membership_end', detail });
    return true;
  });
