import { z } from 'zod';
import {
  analysisBatchBody,
  analysisEdited,
  analysisResult,
  analysisTransformationBody,
  analysisView,
} from '../wire/analysis.ts';
import { csvFields } from '../wire/csvForm.ts';
import { queryBoolean, queryValue } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { figureFile, ownState, question } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { inDataset, noBody, nothing, onSnapshot } from './shapes.ts';

const base = { permission: 'aggregates', query: nothing } as const;
const run = {
  declares: question,
  ...base,
  path: '/api/v2/:dataset/analysis_tools/run_analysis',
  summary:
    'The active cross-tab over the active cohort, or with data_view_mode=all over everyone; with example=true an example of this dataset, with concept=… the values of one concept, both over everyone; with rows=… and cols=… the cross-tab of these concepts',
  params: inDataset,
  query: wireObject({
    dataViewMode: queryValue.optional(),
    example: queryBoolean.optional(),
    concept: queryValue.optional(),
    /** Ids of concepts, separated by commas; the active cross-tab is neither run nor changed. */
    rows: queryValue.optional(),
    cols: queryValue.optional(),
  }),
  body: noBody,
  reply: analysisResult,
} as const;

export const analysisEndpoints = {
  read: defineEndpoint({
    declares: ownState,
    ...base,
    method: 'GET',
    path: '/api/v2/:dataset/analysis_def',
    summary: 'The active cross-tab definition',
    params: inDataset,
    body: noBody,
    reply: analysisView,
  }),
  edit: defineEndpoint({
    declares: ownState,
    ...base,
    method: 'POST',
    path: '/api/v2/:dataset/analysis_def',
    summary: 'One edit of the active cross-tab definition; success writes a snapshot',
    params: inDataset,
    body: analysisTransformationBody,
    reply: analysisEdited,
  }),
  batch: defineEndpoint({
    declares: ownState,
    ...base,
    method: 'POST',
    path: '/api/v2/:dataset/analysis_def/batch',
    summary:
      'Several edits of the active cross-tab definition as one, all or none; success writes one snapshot',
    params: inDataset,
    body: analysisBatchBody,
    reply: analysisEdited,
  }),
  snapshot: defineEndpoint({
    declares: ownState,
    ...base,
    method: 'GET',
    path: '/api/v2/:dataset/analysis_def/:snapshotId',
    summary: 'A snapshot of the cross-tab definition; with set_to_active=true it becomes the active one',
    params: onSnapshot,
    query: wireObject({ setToActive: queryBoolean.optional() }),
    body: noBody,
    reply: analysisView,
  }),
  activate: defineEndpoint({
    declares: ownState,
    ...base,
    method: 'POST',
    path: '/api/v2/:dataset/analysis_def/:snapshotId/activate',
    summary: 'Makes a snapshot the active cross-tab definition',
    params: onSnapshot,
    body: noBody,
    reply: analysisView,
  }),
  run: defineEndpoint({ ...run, method: 'GET' }),
  runByPost: defineEndpoint({ ...run, method: 'POST', onlyAsks: true }),
  exportCsv: defineEndpoint({
    declares: figureFile,
    ...base,
    method: 'GET',
    path: '/api/v2/:dataset/analysis_tools/export_csv',
    summary: 'The active cross-tab as CSV',
    params: inDataset,
    query: wireObject({ ...csvFields, useActiveCohort: queryBoolean.optional() }),
    body: noBody,
    reply: z.string(),
    streams: 'text/csv',
  }),
};
