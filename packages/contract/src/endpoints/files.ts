import {
  addTypeBody,
  datasetQuery,
  downloadList,
  downloadListQuery,
  fileCategory,
  fileFigures,
  fileIdsBody,
  fileList,
  fileListQuery,
  fileTypeList,
  fileTypeListBody,
  parentsBody,
  parentsChosen,
  queueAdded,
  queueCleared,
  queueItems,
  queueRemoved,
  queueSummary,
  removeTypeBody,
} from '../wire/files.ts';
import { queryInteger } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { listedValues, ownState, question, unshown } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { inDataset, noBody, nothing, slug } from './shapes.ts';

/** Counts of files are counts of people: members without subjects or workspace get none of these. */
const base = { permission: 'subjects' } as const;

/** Calls of the protocol name their dataset in the body or the query, or mean the one that the session named last. */
const protocol = { ...base, namesDataset: 'in the request', params: nothing } as const;
const own = { ...base, params: inDataset, query: nothing } as const;

const clear = {
  declares: ownState,
  ...protocol,
  path: '/{app}/importedfiles/queue-type-list/clear',
  summary: 'Empties the download queue of the caller in a dataset',
  query: datasetQuery,
  body: noBody,
  reply: queueCleared,
} as const;

export const filesEndpoints = {
  typeList: defineEndpoint({
    declares: question,
    ...protocol,
    method: 'POST',
    onlyAsks: true,
    path: '/{app}/importedfiles/file-type-list',
    summary: 'The file types of the active cohort, of one category and source',
    query: datasetQuery,
    body: fileTypeListBody,
    reply: fileTypeList,
  }),
  queue: defineEndpoint({
    declares: question,
    ...protocol,
    method: 'GET',
    path: '/{app}/importedfiles/queue-type-list',
    summary: 'What is in the download queue of the caller, sized against the active cohort',
    query: datasetQuery,
    body: noBody,
    reply: queueItems,
  }),
  addType: defineEndpoint({
    declares: unshown,
    ...protocol,
    method: 'POST',
    path: '/{app}/importedfiles/add-type-to-queue/:fileType',
    summary: 'Puts a file type into the download queue; `fileType` is its category',
    params: wireObject({ fileType: fileCategory }, { fileType: 'fileType' }),
    query: datasetQuery,
    body: addTypeBody,
    reply: queueAdded,
  }),
  removeType: defineEndpoint({
    declares: ownState,
    ...protocol,
    method: 'POST',
    path: '/{app}/importedfiles/remove-type-from-queue',
    summary: 'Takes a file type, and single files of it, out of the download queue',
    query: datasetQuery,
    body: removeTypeBody,
    reply: queueRemoved,
  }),
  clear: defineEndpoint({ ...clear, method: 'POST' }),
  clearByGet: defineEndpoint({ ...clear, method: 'GET', changesState: true }),

  figures: defineEndpoint({
    declares: question,
    ...own,
    method: 'GET',
    path: '/api/v2/:dataset/files/figures',
    summary: 'What the active cohort has of files, by experiment type and by complete trios',
    body: noBody,
    reply: fileFigures,
  }),
  list: defineEndpoint({
    declares: listedValues,
    ...own,
    method: 'GET',
    path: '/api/v2/:dataset/files/list',
    summary: 'One page of the files of the active cohort, searched and filtered',
    query: fileListQuery,
    body: noBody,
    reply: fileList,
  }),
  queueSummary: defineEndpoint({
    declares: question,
    ...own,
    method: 'GET',
    path: '/api/v2/:dataset/files/queue',
    summary: 'The download queue with its totals, and who of the active cohort it does not cover',
    body: noBody,
    reply: queueSummary,
  }),
  addFiles: defineEndpoint({
    declares: unshown,
    ...own,
    method: 'POST',
    path: '/api/v2/:dataset/files/queue/add',
    summary: 'Puts single files into the download queue, all or none',
    body: fileIdsBody,
    reply: queueAdded,
  }),
  removeFiles: defineEndpoint({
    declares: ownState,
    ...own,
    method: 'POST',
    path: '/api/v2/:dataset/files/queue/remove',
    summary: 'Takes single files out of the download queue',
    body: fileIdsBody,
    reply: queueRemoved,
  }),
  chooseParents: defineEndpoint({
    declares: unshown,
    ...own,
    method: 'POST',
    path: '/api/v2/:dataset/files/queue/parents',
    summary: 'Whether the download queue holds the files of the mothers and fathers of the cohort, too',
    body: parentsBody,
    reply: parentsChosen,
  }),
  downloads: defineEndpoint({
    declares: ownState,
    ...own,
    method: 'GET',
    path: '/api/v2/:dataset/files/downloads',
    summary: 'The downloads that the caller has started in a dataset, newest first',
    query: downloadListQuery,
    body: noBody,
    reply: downloadList,
  }),
  queueAgain: defineEndpoint({
    declares: unshown,
    ...own,
    method: 'POST',
    path: '/api/v2/:dataset/files/downloads/:downloadId/queue',
    summary: 'Adds what was downloaded before to the queue, as far as the caller may read it today',
    params: wireObject({ dataset: slug, downloadId: queryInteger }, { downloadId: 'downloadId' }),
    body: noBody,
    reply: queueAdded,
  }),
};
