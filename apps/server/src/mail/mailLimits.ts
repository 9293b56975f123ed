import { formatQuantity } from '@atrium/contract/calendar/numerals';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { TooManyRequests } from '../http/index.ts';

/** Whose action sends a mail, and how urgent it is. */
export interface MailCause {
  /** The account; its mails are limited. Left out where a mail must not fail, or comes from nobody with an account. */
  readonly by?: number;
  /** About the safety of an account: a password, a key, an invitation. Sent before all other mail. */
  readonly isSecurity?: boolean;
}

/** So that a report may be shared with everybody, and a list of addresses cannot be written to all day (rule 8.26). */
const mailsPerHour = 1000;
const waitSeconds = 600;
/** To one person or address. */
const mailsPerHourToOne = 60;
/** Mails that wait, as while the mail server is away. */
const mailsWaiting = 2000;

/** So many mails of an account are sent before those of the next account. */
const mailsInTurn = 20;
const securityPriority = 1;

interface Receiver {
  readonly account_id?: number;
  readonly address?: string;
}

/**
 * The priority of the next mail of this cause: the more of them wait, the later it is sent.
 * @throws TooManyRequests where the account has sent as many mails as it may (rule 8.26)
 */
export async function admitMail(
  db: Kysely<Schema>,
  { by, isSecurity = false }: MailCause,
  { account_id = -1, address = '' }: Receiver,
): Promise<number> {
  const given =
    by === undefined ? { hour: 0, to_one: 0, waiting: 0 } : await countMails(db, by, { account_id, address });
  if (given.hour >= mailsPerHour) throw refused(mailsPerHour, 'mail', 'in the last hour');
  if (given.to_one >= mailsPerHourToOne)
    throw refused(mailsPerHourToOne, 'mail', 'to the same person in the last hour');
  if (given.waiting >= mailsWaiting) throw refused(mailsWaiting, 'mail', 'that wait to be sent');
  return priorityOf(isSecurity, given.waiting);
}

/** The priority of a mail before which so many of its cause wait. */
export const priorityOf = (isSecurity: boolean, waiting: number): number =>
  isSecurity ? securityPriority : -Math.floor(waiting / mailsInTurn);

function refused(most: number, noun: string, which: string): TooManyRequests {
  return new TooManyRequests(
    waitSeconds,
    `This would send a mail, and you have sent ${formatQuantity(most, noun)} ${which}, which is the most. Please try again later.`,
  );
}

async function countMails(db: Kysely<Schema>, by: number, { account_id, address }: Required<Receiver>) {
  const isRecent = sql<boolean>`made_at > now() - interval '1 hour'`;
  const isToOne = sql<boolean>`(account_id = ${account_id}::integer or address = ${address})`;
  return db
    .selectFrom('mail')
    .select([
      sql<number>`(count(*) filter (where ${isRecent}))::integer`.as('hour'),
      sql<number>`(count(*) filter (where ${isRecent} and ${isToOne}))::integer`.as('to_one'),
      sql<number>`(count(*) filter (where sent_at is null))::integer`.as('waiting'),
    ])
    .where('caused_by', '=', by)
    .where(sql<boolean>`(${isRecent} or sent_at is null)`)
    .executeTakeFirstOrThrow();
}
