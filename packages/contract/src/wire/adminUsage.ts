import { z } from 'zod';
import { accountStates } from './adminAccounts.ts';
import { listOf } from './adminList.ts';
import { wireObject } from './wireObject.ts';

export const usageSorts = [
  'username',
  'last_used',
  'sign_ins',
  'queries',
  'exports',
  'exported_rows',
  'downloads',
] as const;

/** A month by UTC, as `2026-05`. */
export const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month like 2026-05');

const figures = {
  signIns: z.int(),
  queries: z.int(),
  exports: z.int(),
  exportedRows: z.int(),
  downloads: z.int(),
};

/** How much an account has used the portal in a span of months (rule 15.8). */
export const usageItem = wireObject({
  id: z.int(),
  username: z.string(),
  fullName: z.string(),
  state: z.enum(accountStates),
  lastUsedAt: z.iso.datetime().nullable(),
  ...figures,
});
export type UsageItem = z.output<typeof usageItem>;
export const usageList = listOf(usageItem);

/** A month, over all accounts. */
export const usageMonth = wireObject({ month, accounts: z.int(), ...figures });
export type UsageMonth = z.output<typeof usageMonth>;
export const usageMonths = wireObject({ months: z.array(usageMonth) });
