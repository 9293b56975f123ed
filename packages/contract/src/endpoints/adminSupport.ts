import { listOrder, listPage } from '../wire/adminList.ts';
import {
  answerBody,
  supportFilters,
  supportList,
  supportRequest,
  supportSorts,
  supportStateBody,
} from '../wire/adminSupport.ts';
import { queryInteger } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { administration, staffRows } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { staffFile, staffRead, staffWrite } from './staff.ts';

const onRequest = wireObject({ requestId: queryInteger }, { requestId: 'requestId' });

/** The room of the support inbox (rule 14.13). */
export const adminSupport = {
  list: defineEndpoint({
    declares: administration,
    ...staffRead,
    path: '/{app}/api/admin/support',
    summary: 'Requests for support without their texts, page by page',
    query: wireObject({ ...listPage(supportSorts), ...supportFilters }),
    reply: supportList,
  }),
  exportCsv: defineEndpoint({
    declares: staffRows,
    ...staffFile,
    path: '/{app}/api/admin/support/export_csv',
    summary: 'The same requests without their texts, all of them, as CSV',
    query: wireObject({ ...listOrder(supportSorts), ...supportFilters }),
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
