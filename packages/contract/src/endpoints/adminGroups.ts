import { performed } from '../wire/adminAccounts.ts';
import { groupBody, groupList, groupNameBody, groupOptions, groupSorts } from '../wire/adminGroups.ts';
import { listOrder, listPage } from '../wire/adminList.ts';
import { queryValue } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { administration, staffRows } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { slug } from './shapes.ts';
import { staffFile, staffRead, staffWrite } from './staff.ts';

const filters = { dataset: queryValue.optional() };
/** Not `dataset`: staff need no membership. */
const ofDataset = wireObject({ uniqueId: slug }, { uniqueId: 'uniqueId' });

/** Permission groups: what some members of a dataset may see. */
export const adminGroups = {
  list: defineEndpoint({
    declares: administration,
    ...staffRead,
    path: '/{app}/api/admin/groups',
    summary: 'The permission groups of all datasets, page by page',
    query: wireObject({ ...listPage(groupSorts), ...filters }),
    reply: groupList,
  }),
  exportCsv: defineEndpoint({
    declares: staffRows,
    ...staffFile,
    path: '/{app}/api/admin/groups/export_csv',
    summary: 'The same groups, all of them, as CSV',
    query: wireObject({ ...listOrder(groupSorts), ...filters }),
  }),
  options: defineEndpoint({
    declares: administration,
    ...staffRead,
    path: '/{app}/api/admin/groups/:uniqueId/options',
    summary: 'What a permission group of a dataset can name',
    params: ofDataset,
    reply: groupOptions,
  }),
  set: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: '/{app}/api/admin/groups/:uniqueId/set',
    summary: 'Makes a permission group, or replaces what it opens',
    params: ofDataset,
    body: groupBody,
    reply: performed,
  }),
  remove: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: '/{app}/api/admin/groups/:uniqueId/remove',
    summary: 'Removes a permission group',
    params: ofDataset,
    body: groupNameBody,
    reply: performed,
  }),
};
