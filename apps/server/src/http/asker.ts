import { AsyncLocalStorage } from 'node:async_hooks';

const askers = new AsyncLocalStorage<string>();

/** Answers a request; every question to the warehouse within counts for its account (rule 8.17). */
export const runFor = <Answer>(account: string, answer: () => Promise<Answer>): Promise<Answer> =>
  askers.run(account, answer);

/** The account whose request is being answered; undefined for work of the portal itself. */
export const currentAsker = (): string | undefined => askers.getStore();
