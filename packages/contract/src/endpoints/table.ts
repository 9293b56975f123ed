import { z } from 'zod';
import { csvForm } from '../wire/csvForm.ts';
import { exportDictionary, packagedFormat } from '../wire/exportDictionary.ts';
import { tableBatchBody, tableTransformationBody } from '../wire/tableTransformation.ts';
import { preview, tableEdited, tableView } from '../wire/tableView.ts';
import { queryBoolean, queryInteger } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { ownState, question, rowFile, rowPage } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { inDataset, noBody, nothing, onSnapshot } from './shapes.ts';

const base = { permission: 'subjects', query: nothing } as const;
const activation = wireObject({ setToActive: queryBoolean.optional() });
const page = {
  declares: rowPage,
  ...base,
  path: '/api/v2/:dataset/query_tools/preview',
  summary: 'One page of the active table over the active cohort',
  params: inDataset,
  query: wireObject({ page: queryInteger.optional(), recordsPerPage: queryInteger.optional() }),
  body: noBody,
  reply: preview,
} as const;
const file = { ...base, params: inDataset, body: noBody, reply: z.string() } as const;
const exportCsv = {
  declares: rowFile,
  ...file,
  path: '/api/v2/:dataset/query_tools/export_csv',
  summary: 'All rows of the active table over the active cohort, as CSV',
  query: csvForm,
  streams: 'text/csv',
} as const;
const exportNdjson = {
  declares: rowFile,
  ...file,
  path: '/api/v2/:dataset/query_tools/export_ndjson',
  summary: 'All rows of the active table over the active cohort, one JSON object a line',
  streams: 'application/x-ndjson',
} as const;
const exportParquet = {
  declares: rowFile,
  ...file,
  path: '/api/v2/:dataset/query_tools/export_parquet',
  summary: 'All rows of the active table over the active cohort, as Parquet with typed columns',
  streams: 'application/vnd.apache.parquet',
} as const;

export const tableEndpoints = {
  read: defineEndpoint({
    declares: ownState,
    ...base,
    method: 'GET',
    path: '/api/v2/:dataset/table_def',
    summary: 'The active table',
    params: inDataset,
    body: noBody,
    reply: tableView,
  }),
  edit: defineEndpoint({
    declares: ownState,
    ...base,
    method: 'POST',
    path: '/api/v2/:dataset/table_def',
    summary: 'One edit of the active table; success writes a snapshot',
    params: inDataset,
    body: tableTransformationBody,
    reply: tableEdited,
  }),
  batch: defineEndpoint({
    declares: ownState,
    ...base,
    method: 'POST',
    path: '/api/v2/:dataset/table_def/batch',
    summary: 'Several edits of the active table as one, all or none; success writes one snapshot',
    params: inDataset,
    body: tableBatchBody,
    reply: tableEdited,
  }),
  snapshot: defineEndpoint({
    declares: ownState,
    ...base,
    method: 'GET',
    path: '/api/v2/:dataset/table_def/:snapshotId',
    summary: 'A snapshot of the table; with set_to_active=true it becomes the active one',
    params: onSnapshot,
    query: activation,
    body: noBody,
    reply: tableView,
  }),
  activate: defineEndpoint({
    declares: ownState,
    ...base,
    method: 'POST',
    path: '/api/v2/:dataset/table_def/:snapshotId/activate',
    summary: 'Makes a snapshot the active table',
    params: onSnapshot,
    body: noBody,
    reply: tableView,
  }),
  preview: defineEndpoint({ ...page, method: 'GET' }),
  previewByPost: defineEndpoint({ ...page, method: 'POST', onlyAsks: true }),
  exportCsv: defineEndpoint({ ...exportCsv, method: 'POST' }),
  exportCsvByGet: defineEndpoint({ ...exportCsv, method: 'GET' }),
  exportNdjson: defineEndpoint({ ...exportNdjson, method: 'POST' }),
  exportNdjsonByGet: defineEndpoint({ ...exportNdjson, method: 'GET' }),
  exportParquet: defineEndpoint({ ...exportParquet, method: 'POST' }),
  exportParquetByGet: defineEndpoint({ ...exportParquet, method: 'GET' }),
  exportDictionary: defineEndpoint({
    declares: question,
    ...base,
    method: 'GET',
    path: '/api/v2/:dataset/query_tools/export_dictionary',
    summary: 'The columns of the exports, as the data package of the CSV or Parquet file',
    params: inDataset,
    query: wireObject({ format: packagedFormat.optional() }),
    body: noBody,
    reply: exportDictionary,
  }),
};
