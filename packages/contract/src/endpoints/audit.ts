import { z } from 'zod';
import { auditPage, queryInstant, recordedDefinitions } from '../wire/audit.ts';
import { queryBoolean, queryInteger, queryValue } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { othersFile, othersQueries, ownState } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { noBody, nothing } from './shapes.ts';

const filters = {
  action: queryValue.optional(),
  /** The dataset's id in paths. */
  dataset: queryValue.optional(),
  since: queryInstant.optional(),
  until: queryInstant.optional(),
};
const paging = { cursor: queryInteger.optional(), pageSize: queryInteger.optional() };
/** `who` is a user name, or a part of a name or an e-mail address; a whole user name finds its account only. */
const ofAccount = { account: queryInteger.optional(), who: z.string().trim().max(200).optional() };
/** `group_transfers` leaves out the lines of transfers whose beginning is listed; `transfer` asks for those of one. */
const ofTransfers = { transfer: queryInteger.optional(), groupTransfers: queryBoolean.optional() };
const read = { method: 'GET', params: nothing, body: noBody } as const;
const file = {
  ...read,
  permission: 'staff',
  query: wireObject({ ...filters, ...ofAccount }),
  reply: z.string(),
} as const;

export const auditEndpoints = {
  own: defineEndpoint({
    declares: ownState,
    ...read,
    permission: 'signedIn',
    path: '/api/v2/audit',
    summary: 'What the audit says of the caller, newest first',
    query: wireObject({ ...filters, ...ofTransfers, ...paging }),
    reply: auditPage,
  }),
  all: defineEndpoint({
    declares: othersQueries,
    ...read,
    permission: 'staff',
    path: '/api/v2/audit/all',
    summary: 'What the audit says of everyone, newest first',
    query: wireObject({ ...filters, ...ofAccount, ...ofTransfers, ...paging }),
    reply: auditPage,
  }),
  definitions: defineEndpoint({
    declares: { ...ownState, discloses: 'recordedQueries' },
    ...read,
    permission: 'signedIn',
    path: '/api/v2/audit/lines/:lineId/definitions',
    summary: 'The queries recorded with a line: of the caller’s own lines, for staff of every line',
    params: wireObject({ lineId: queryInteger }, { lineId: 'lineId' }),
    query: nothing,
    reply: recordedDefinitions,
  }),
  exportCsv: defineEndpoint({
    declares: othersFile,
    ...file,
    path: '/api/v2/audit/export_csv',
    summary: 'The audit as CSV, in the order of its lines',
    streams: 'text/csv',
  }),
  exportNdjson: defineEndpoint({
    declares: othersFile,
    ...file,
    path: '/api/v2/audit/export_ndjson',
    summary: 'The audit, one JSON object a line',
    streams: 'application/x-ndjson',
  }),
};
