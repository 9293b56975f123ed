import { z } from 'zod';
import { maxMessage } from '../wire/site.ts';
import { queryInteger } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { administration } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { defineList, staffRead, staffWrite } from './staff.ts';

export const supportStates = ['open', 'answered', 'closed'] as const;
export type SupportState = (typeof supportStates)[number];

/** A request in the inbox of staff. */
const supportSummary = wireObject({
  id: z.int(),
  sentAt: z.iso.datetime(),
  email: z.string(),
  /** The full name of the account that sent it; null for an anonymous caller. */
  account: z.string().nullable(),
  subject: z.string(),
  state: z.enum(supportStates),
  answers: z.int(),
});

const supportAnswer = wireObject({
  id: z.int(),
  answeredAt: z.iso.datetime(),
  /** The full name of who wrote it; null where the account is gone. */
  by: z.string().nullable(),
  message: z.string(),
  /** Null while the mail waits. */
  mailedAt: z.iso.datetime().nullable(),
});

const supportRequest = wireObject({
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

const answerBody = wireObject({
  message: z.string().trim().min(1, 'must not be empty').max(maxMessage),
});
const supportStateBody = wireObject({ state: z.enum(supportStates) });

const onRequest = wireObject({ requestId: queryInteger }, { requestId: 'requestId' });

/** The room of the support inbox (rule 14.13). */
export const adminSupport = {
  ...defineList({
    room: 'support',
    summary: 'Requests for support without their texts',
    item: supportSummary,
    key: 'id',
    sorts: ['sent', 'email', 'subject', 'state'],
    defaultSort: '-sent',
    filters: { state: z.enum(supportStates).optional() },
  }),
  request: defineEndpoint({
    declares: administration,
    ...staffRead,
    path: '/{app}/api/admin/support/:requestId',
    summary: 'One request for support with its answers',
    params: onRequest,
    reply: supportRequest,
  }),
  answer: defineEndpoint({
    declares: { ...administration, meters: ['mails'] },
    ...staffWrite,
    path: '/{app}/api/admin/support/:requestId/answer',
    summary: 'Answers a request by mail',
    params: onRequest,
    body: answerBody,
    reply: supportRequest,
  }),
  setState: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: '/{app}/api/admin/support/:requestId/state',
    summary: 'Says whether a request is open, answered or closed',
    params: onRequest,
    body: supportStateBody,
    reply: supportRequest,
  }),
};
