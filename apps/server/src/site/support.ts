import { msPerDay } from '@atrium/contract/calendar/dayNumbers';
import type { SupportRequest, SupportState } from '@atrium/contract/endpoints/adminSupport';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { type Kysely, sql } from 'kysely';
import type { Account } from '../access/index.ts';
import { record } from '../audit/index.ts';
import type { Schema } from '../database/index.ts';
import { TooManyRequests } from '../http/index.ts';
import type { MailQueue } from '../mail/index.ts';

export interface SupportDeps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
  readonly mails: MailQueue;
  readonly siteTitle: string;
  /** Who gets a mail about requests; empty: they are in the inbox only. */
  readonly supportEmail: string;
}

export interface SupportMessage {
  /** Null for an anonymous caller. */
  readonly account: Account | null;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
}

/**
 * Stores a request for support. Its mail is part of the same transaction and is sent by the queue, so that a mail server
 * that is down loses nothing (rule 14.12).
 */
export async function askSupport(
  { db, clock, mails, siteTitle, supportEmail }: SupportDeps,
  { account, email, subject, message }: SupportMessage,
): Promise<void> {
  await db.transaction().execute(async (inside) => {
    await requireFew(inside, account, clock());
    const { id } = await inside
      .insertInto('support_request')
      .values({ sent_at: clock(), account_id: account?.id ?? null, email, subject, message, state: 'open' })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (supportEmail === '') return;
    const from = account === null ? 'nobody who was signed in' : nameOf(account);
    const mail = {
      key: `support ${id}`,
      address: supportEmail,
      replyTo: email,
      subject: `${siteTitle}, request ${id}: ${subject}`,
      text: `${message}\n\n-- \nRequest ${id}, from ${email} (${from}).\n`,
    };
    await mails.enqueue(inside, mail, account === null ? {} : { by: account.id });
  });
}

/** Requests of one account on a day, and of everybody who is not signed in together (rule 8.27). */
const maxRequests = { ofAccount: 50, ofStrangers: 1000 } as const;

async function requireFew(db: Kysely<Schema>, account: Account | null, now: Date): Promise<void> {
  const { sent } = await db
    .selectFrom('support_request')
    .select(({ fn }) => fn.countAll<string>().as('sent'))
    .where('account_id', account === null ? 'is' : '=', account?.id ?? null)
    .where('sent_at', '>', new Date(now.getTime() - msPerDay))
    .executeTakeFirstOrThrow();
  const max = account === null ? maxRequests.ofStrangers : maxRequests.ofAccount;
  if (Number(sent) < max) return;
  throw new TooManyRequests(
    3600,
    account === null
      ? 'Too many requests for support came today. Please write a mail, or sign in first.'
      : `You have sent ${max} requests for support within a day, which is the most. Please write a mail.`,
  );
}

const nameOf = ({ fullName, username }: Account): string => fullName || username;

export interface Answering {
  readonly requestId: number;
  readonly account: Account;
  readonly message: string;
}

/** Stores an answer and puts its mail into the queue; the request is answered then. */
export async function answerSupport(
  { db, clock, mails, siteTitle, supportEmail }: SupportDeps,
  { requestId, account, message }: Answering,
): Promise<void> {
  if (!mails.sends)
    throw new PortalError('not_ready', 'This portal sends no mail, so an answer cannot be sent from here.');
  await db.transaction().execute(async (inside) => {
    const request = await inside
      .updateTable('support_request')
      .set({ state: 'answered' })
      .where('id', '=', requestId)
      .returning(['email', 'subject', 'message'])
      .executeTakeFirst();
    if (request === undefined) throw noRequest();
    const { id } = await inside
      .insertInto('support_answer')
      .values({ request_id: requestId, account_id: account.id, answered_at: clock(), message })
      .returning('id')
      .executeTakeFirstOrThrow();
    const mail = {
      key: `support answer ${id}`,
      address: request.email,
      ...(supportEmail === '' ? {} : { replyTo: supportEmail }),
      subject: `Re: ${request.subject} (${siteTitle}, request ${requestId})`,
      text: `${message}\n\n-- \n${siteTitle}\n\nYou wrote:\n${quoted(request.message)}\n`,
    };
    await mails.enqueue(inside, mail, { by: account.id });
    await record(inside, {
      accountId: account.id,
      action: 'support_answer',
      detail: { request: requestId, answer: id },
    });
  });
}

const quoted = (text: string): string => text.replaceAll(/^/gm, '> ');

export interface NewState {
  readonly requestId: number;
  readonly account: Account;
  readonly state: SupportState;
}

export async function setSupportState(
  { db }: Pick<SupportDeps, 'db'>,
  { requestId, account, state }: NewState,
): Promise<void> {
  await db.transaction().execute(async (inside) => {
    const { numUpdatedRows } = await inside
      .updateTable('support_request')
      .set({ state })
      .where('id', '=', requestId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw noRequest();
    const detail = { request: requestId, state };
    await record(inside, { accountId: account.id, action: 'support_state', detail });
  });
}

const noRequest = (): PortalError => new PortalError('not_found', 'There is no such request.');

const sender = sql<string | null>`coalesce(nullif(account.full_name, ''), account.username)`;

/** One request with its answers; staff have opened it, and the audit says so. */
export async function loadSupport(
  { db, mails }: SupportDeps,
  requestId: number,
  account: Account,
): Promise<SupportRequest> {
  const request = await db
    .selectFrom('support_request')
    .leftJoin('account', 'account.id', 'support_request.account_id')
    .leftJoin('mail', (join) => join.on('mail.key', '=', sql<string>`'support ' || support_request.id`))
    .select([
      'support_request.id',
      'support_request.sent_at',
      'support_request.email',
      'support_request.subject',
    ])
    .select(['message', 'state', 'mail.sent_at as mailed_at', sender.as('account')])
    .where('support_request.id', '=', requestId)
    .executeTakeFirst();
  if (request === undefined) throw noRequest();
  const answers = await db
    .selectFrom('support_answer')
    .leftJoin('account', 'account.id', 'support_answer.account_id')
    .leftJoin('mail', (join) => join.on('mail.key', '=', sql<string>`'support answer ' || support_answer.id`))
    .select(['support_answer.id', 'answered_at', 'message', 'mail.sent_at as mailed_at', sender.as('by')])
    .where('request_id', '=', requestId)
    .orderBy('support_answer.id')
    .execute();
  await record(db, { accountId: account.id, action: 'support_read', detail: { request: requestId } });
  return {
    id: request.id,
    sentAt: request.sent_at.toISOString(),
    email: request.email,
    account: request.account,
    subject: request.subject,
    message: request.message,
    state: request.state,
    mailedAt: request.mailed_at?.toISOString() ?? null,
    answers: answers.map(({ id, answered_at, message, mailed_at, by }) => ({
      id,
      answeredAt: answered_at.toISOString(),
      by,
      message,
      mailedAt: mailed_at?.toISOString() ?? null,
    })),
    canAnswer: mails.sends,
  };
}
