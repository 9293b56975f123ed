import { z } from 'zod';
import { listOf } from './adminList.ts';
import { wireObject } from './wireObject.ts';

export const accountSorts = ['username', 'name', 'created', 'last_used', 'memberships'] as const;

/** Whether an account may sign in: `invited` has neither a password nor a provider yet. */
export const accountStates = ['active', 'invited', 'disabled'] as const;
export type AccountState = (typeof accountStates)[number];

/** An account in the list of the staff rooms. */
export const accountItem = wireObject({
  id: z.int(),
  username: z.string(),
  fullName: z.string(),
  email: z.string(),
  isStaff: z.boolean(),
  state: z.enum(accountStates),
  hasPassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** Sessions that have not ended. */
  sessions: z.int(),
  memberships: z.int(),
  createdAt: z.iso.datetime(),
  /** The last sign-in or call with a token; null where there was none since the account was made. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type AccountItem = z.output<typeof accountItem>;
export const accountList = listOf(accountItem);
