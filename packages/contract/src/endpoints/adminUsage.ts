import { z } from 'zod';
import { queryValue } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { accountStates } from './adminAccounts.ts';
import { administration, staffRows } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { defineList, staffFile, staffRead } from './staff.ts';

/** A month by UTC, as `2026-05`. */
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month like 2026-05');

const figures = {
  signIns: z.int(),
  queries: z.int(),
  exports: z.int(),
  exportedRows: z.int(),
  downloads: z.int(),
};

/** How much an account has used the portal in a span of months (rule 15.8). */
const usageItem = wireObject({
  id: z.int(),
  username: z.string(),
  fullName: z.string(),
  state: z.enum(accountStates),
  lastUsedAt: z.iso.datetime().nullable(),
  ...figures,
});
export type UsageItem = z.output<typeof usageItem>;
/** A month, over all accounts. */
const usageMonth = wireObject({ month, accounts: z.int(), ...figures });
export type UsageMonth = z.output<typeof usageMonth>;
const usageMonths = wireObject({ months: z.array(usageMonth) });

/** Both months are included; absent ones leave the span open. */
const span = { since: month.optional(), until: month.optional(), dataset: queryValue.optional() };

/** The user report: who used the portal how much, by dataset and month (rule 15.8). */
export const adminUsage = {
  ...defineList({
    room: 'usage',
    summary: 'How much each account has used the portal in a span of months',
    item: usageItem,
    key: 'id',
    sorts: ['username', 'last_used', 'sign_ins', 'queries', 'exports', 'exported_rows', 'downloads'],
    defaultSort: '-queries',
    filters: span,
  }),
  months: defineEndpoint({
    declares: administration,
    ...staffRead,
    path: '/{app}/api/admin/usage/months',
    summary: 'How much the portal was used in each month of a span, over all accounts',
    query: wireObject(span),
    reply: usageMonths,
  }),
  exportMonths: defineEndpoint({
    declares: staffRows,
    ...staffFile,
    path: '/{app}/api/admin/usage/months_csv',
    summary: 'The use by account, dataset and month, as CSV',
    query: wireObject(span),
  }),
};
