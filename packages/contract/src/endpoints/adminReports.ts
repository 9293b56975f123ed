import { done } from '../wire/access.ts';
import { listOrder, listPage } from '../wire/adminList.ts';
import { giveBody, reportTakers, staffReportList, staffReportSorts } from '../wire/adminReports.ts';
import { queryInteger, queryValue } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { administration, staffRows } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { staffFile, staffRead, staffWrite } from './staff.ts';

const filters = { dataset: queryValue.optional() };
const onReport = wireObject({ report: queryInteger });

/** The reports of everybody, by name, creator and dates only (rule 12.13). */
export const adminReports = {
  list: defineEndpoint({
    declares: administration,
    ...staffRead,
    path: '/{app}/api/admin/reports',
    summary: 'The reports of everybody without what they hold, page by page',
    query: wireObject({ ...listPage(staffReportSorts), ...filters }),
    reply: staffReportList,
  }),
  exportCsv: defineEndpoint({
    declares: staffRows,
    ...staffFile,
    path: '/{app}/api/admin/reports/export_csv',
    summary: 'The same reports, all of them, as CSV',
    query: wireObject({ ...listOrder(staffReportSorts), ...filters }),
  }),
  takers: defineEndpoint({
    declares: administration,
    ...staffRead,
    path: '/{app}/api/admin/reports/:report/takers',
    summary: 'Who can be given a report',
    params: onReport,
    reply: reportTakers,
  }),
  give: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: '/{app}/api/admin/reports/:report/give',
    summary: 'Makes another member the creator of a report',
    params: onReport,
    body: giveBody,
    reply: done,
  }),
  delete: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: '/{app}/api/admin/reports/:report/delete',
    summary: 'Deletes a report of anybody, with its versions',
    params: onReport,
    reply: done,
  }),
};
