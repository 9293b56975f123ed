import { listOrder, listPage } from '../wire/adminList.ts';
import { month, usageList, usageMonths, usageSorts } from '../wire/adminUsage.ts';
import { queryValue } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { administration, staffRows } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { staffFile, staffRead } from './staff.ts';

/** Both months are included; absent ones leave the span open. */
const span = { since: month.optional(), until: month.optional(), dataset: queryValue.optional() };

/** The user report: who used the portal how much, by dataset and month (rule 15.8). */
export const adminUsage = {
  list: defineEndpoint({
    declares: administration,
    ...staffRead,
    path: '/{app}/api/admin/usage',
    summary: 'How much each account has used the portal in a span of months, page by page',
    query: wireObject({ ...listPage(usageSorts), ...span }),
    reply: usageList,
  }),
  exportCsv: defineEndpoint({
    declares: staffRows,
    ...staffFile,
    path: '/{app}/api/admin/usage/export_csv',
    summary: 'The same of all accounts, as CSV',
    query: wireObject({ ...listOrder(usageSorts), ...span }),
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
