import { z } from 'zod';
import { listOf } from './adminList.ts';
import { longestMessage } from './site.ts';
import { wireObject } from './wireObject.ts';

export const supportStates = ['open', 'answered', 'closed'] as const;
export type SupportState = (typeof supportStates)[number];

export const supportSorts = ['sent', 'email', 'subject', 'state'] as const;
export const supportFilters = { state: z.enum(supportStates).optional() };

/** A request in the inbox of staff. */
export const supportSummary = wireObject({
  id: z.int(),
  sentAt: z.iso.datetime(),
  email: z.string(),
  /** The full name of the account that sent it; null for an anonymous caller. */
  account: z.string().nullable(),
  subject: z.string(),
  state: z.enum(supportStates),
  answers: z.int(),
});
export type SupportSummary = z.output<typeof supportSummary>;

export const supportList = listOf(supportSummary);

export const supportAnswer = wireObject({
  id: z.int(),
  answeredAt: z.iso.datetime(),
  /** The full name of who wrote it; null where the account is gone. */
  by: z.string().nullable(),
  message: z.string(),
  /** Null while the mail waits. */
  mailedAt: z.iso.datetime().nullable(),
});

export const supportRequest = wireObject({
  id: z.int(),
  sentAt: z.iso.datetime(),
  email: z.string(),
  account: z.string().nullable(),
  subject: z.string(),
  message: z.string(),
  state: z.enum(supportStates),
  /** When the mail to the support address was sent; null while it waits, or where none is sent. */
  mailedAt: z.iso.datetime().nullable(),
  answers: z.array(supportAnswer),
  /** Whether an answer can be mailed at all: the site sends mail. */
  canAnswer: z.boolean(),
});
export type SupportRequest = z.output<typeof supportRequest>;

export const answerBody = wireObject({
  message: z.string().trim().min(1, 'must not be empty').max(longestMessage),
});
export const supportStateBody = wireObject({ state: z.enum(supportStates) });
