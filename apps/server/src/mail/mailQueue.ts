import { type Kysely, sql } from 'kysely';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { Schema } from '../database/schema.ts';
import { type Jobs, openJobs } from '../jobs/index.ts';
import { type Duties, dutiesAlone } from '../portals/index.ts';
import type { MailSettings } from './mailer.ts';
import { admitMail, type MailCause, priorityOf } from './mailLimits.ts';

/** A mail to a person who has an account. */
export interface PersonalMail {
  /** A mail with the same key is the same mail, and is sent once: `report 12 shared with 7`. */
  readonly key: string;
  readonly accountId: number;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** A mail to somebody who wrote to the site, or to the people who run it. */
export interface AddressedMail {
  /** As that of a personal mail. */
  readonly key: string;
  readonly address: string;
  /** Where an answer goes; default: to the sender of all mail. */
  readonly replyTo?: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** Mail to people: stored first, and sent when the mail server takes it. */
export interface MailQueue {
  /**
   * Stores a mail in the transaction of its caller, so that it is neither lost nor sent for something that was rolled
   * back. One with a known key is left out. Refuses with too_many_requests where the account that causes it has sent as
   * many as it may (rule 8.26).
   */
  enqueue(transaction: Kysely<Schema>, mail: PersonalMail | AddressedMail, cause?: MailCause): Promise<void>;
  /** False where the site sends no mail: what is put into the queue is dropped. */
  readonly sends: boolean;
  close(): Promise<void>;
}

/** Of a site that sends no mail to people. */
export const noMail: MailQueue = { sends: false, enqueue: async () => {}, close: async () => {} };

export interface MailQueueOptions {
  readonly db: Kysely<Schema>;
  readonly settings: Pick<MailSettings, 'url' | 'from'>;
  readonly onFault: (fault: { readonly mail: number | null; readonly error: unknown }) => void;
  readonly patience?: Parameters<typeof openJobs>[0]['patience'];
  /** One portal sends; default: this one. */
  readonly duties?: Duties;
}

const queue = 'mail';
const job = z.object({ mail: z.int() });

/** How long a mail that was not sent is tried again after a start of the portal. */
const keptDays = 14;

/** Opens the queue of mail to people. What waited in it, also when a process was killed, is sent now. */
export async function openMailQueue({
  db,
  settings: { url, from },
  onFault,
  patience,
  duties = dutiesAlone,
}: MailQueueOptions): Promise<MailQueue> {
  const limits = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };
  const transport = createTransport({ url, ...limits });
  const jobs = await openJobs({
    db,
    onFault: (error) => onFault({ mail: null, error }),
    ...(patience === undefined ? {} : { patience }),
  });

  const send = async (id: number): Promise<void> => {
    const mail = await findWaiting(db, id);
    if (mail === undefined) return;
    const { subject, body: text, email: to, reply_to: replyTo } = mail;
    // An account without an address gets no mail.
    if (to) {
      // A mail that is sent twice, as after a kill between sending and noting it, has the same id twice.
      const messageId = `<mail-${id}-${mail.made_at.getTime()}@${from.split('@')[1] ?? 'atrium'}>`;
      await transport.sendMail({
        from,
        to,
        subject,
        text,
        messageId,
        ...(replyTo === null ? {} : { replyTo }),
      });
    }
    await db
      .updateTable('mail')
      .set({ sent_at: new Date(), subject: '', body: '' })
      .where('id', '=', id)
      .execute();
  };

  await jobs.prepare(queue);
  const endSending = await duties.add('sending mail', async () => {
    const end = await jobs.work(queue, async (data) => {
      const { mail } = job.parse(data);
      try {
        await send(mail);
      } catch (error) {
        onFault({ mail, error });
        throw error;
      }
    });
    await resume(db, jobs);
    return end;
  });
  return {
    sends: true,
    enqueue: async (transaction, mail, cause = {}) => {
      const { key, subject, text } = mail;
      const receiver =
        'accountId' in mail
          ? { account_id: mail.accountId }
          : { address: mail.address, reply_to: mail.replyTo ?? null };
      const priority = await admitMail(transaction, cause, receiver);
      const { by = null, isSecurity = false } = cause;
      const made = { caused_by: by, is_security: isSecurity };
      const stored = await transaction
        .insertInto('mail')
        .values({ ...receiver, ...made, key, subject: inOneLine(subject), body: text })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (stored !== undefined) await jobs.add(transaction, queue, { mail: stored.id }, priority);
    },
    close: async () => {
      await endSending();
      await jobs.close();
      transport.close();
    },
  };
}

/** A line break in a subject would begin another header. */
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 200);

const findWaiting = (db: Kysely<Schema>, id: number) =>
  db
    .selectFrom('mail')
    .leftJoin('account', 'account.id', 'mail.account_id')
    .select(['mail.subject', 'mail.body', 'mail.made_at', 'mail.reply_to'])
    .select(({ fn }) => fn.coalesce('mail.address', 'account.email').as('email'))
    .where('mail.id', '=', id)
    .where('mail.sent_at', 'is', null)
    .executeTakeFirst();

/**
 * A job that was being done when the process ended would wait until it expires; so each waiting mail gets one anew. The
 * text of a mail that nobody will try again is forgotten.
 */
async function resume(db: Kysely<Schema>, jobs: Jobs): Promise<void> {
  const isTried = sql<boolean>`made_at > now() - ${keptDays} * interval '1 day'`;
  const unsent = db.updateTable('mail').set({ subject: '', body: '' }).where('sent_at', 'is', null);
  await unsent.where(sql<boolean>`not ${isTried}`).where('body', '<>', '').execute();
  const waiting = await db
    .selectFrom('mail')
    .select(['id', 'is_security'])
    .select(sql<number>`(row_number() over (partition by caused_by order by id) - 1)::integer`.as('before'))
    .where('sent_at', 'is', null)
    .where(isTried)
    .orderBy('id')
    .execute();
  for (const { id, is_security, before } of waiting)
    await jobs.add(db, queue, { mail: id }, priorityOf(is_security, before));
}
