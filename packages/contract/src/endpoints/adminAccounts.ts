import { z } from 'zod';
import { accountList, accountSorts, accountStates } from '../wire/adminAccounts.ts';
import { listOrder, listPage } from '../wire/adminList.ts';
import { wireObject } from '../wire/wireObject.ts';
import { defineEndpoint } from './endpoint.ts';
import { staffFile, staffRead } from './staff.ts';

const filters = { state: z.enum(accountStates).optional() };

export const adminAccounts = {
  list: defineEndpoint({
    ...staffRead,
    path: '/{app}/api/admin/accounts',
    summary: 'The accounts, found by words, ordered, page by page',
    query: wireObject({ ...listPage(accountSorts), ...filters }),
    reply: accountList,
  }),
  exportCsv: defineEndpoint({
    ...staffFile,
    path: '/{app}/api/admin/accounts/export_csv',
    summary: 'The same accounts, all of them, as CSV',
    query: wireObject({ ...listOrder(accountSorts), ...filters }),
  }),
};
