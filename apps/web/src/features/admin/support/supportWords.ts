import type { SupportState } from '@atrium/contract/endpoints/adminSupport';

/** Every sentence of the support inbox. */
export const words = {
  back: 'All requests',
  loading: 'The request is loading',
  failed: 'The request could not be loaded',
  states: { open: 'Open', answered: 'Answered', closed: 'Closed' } satisfies Record<SupportState, string>,
  anonymous: 'without an account',
  account: (name: string) => `account of ${name}`,
  wrote: (email: string) => `${email} wrote`,
  answered: (name: string | null) => `${name ?? 'A former member of staff'} answered`,
  mailed: (at: string) => `Mailed ${at}`,
  mailWaits: 'The mail waits to be sent',
  answer: 'Your answer',
  answerDetail: (email: string) => `Goes by mail to ${email}, with the request below it.`,
  send: 'Send the answer',
  sent: 'The answer is on its way',
  noMail: 'This portal sends no mail. Write from your own mail program, then set the state here.',
  writeMail: 'Write a mail',
  close: 'Close the request',
  reopen: 'Open it again',
  markAnswered: 'Mark as answered',
  stateSet: {
    open: 'The request is open again',
    answered: 'The request is answered',
    closed: 'The request is closed',
  } satisfies Record<SupportState, string>,
} as const;
