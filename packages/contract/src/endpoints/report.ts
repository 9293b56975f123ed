import { z } from 'zod';
import { analysisResult } from '../wire/analysis.ts';
import { exportDictionary, packagedFormat } from '../wire/exportDictionary.ts';
import { programQuery, reportMethods } from '../wire/methods.ts';
import {
  createForm,
  deleteForm,
  editForm,
  flagBody,
  flagged,
  reportBody,
  reportChanged,
  reportCreated,
  reportDetail,
  reportDetailQuery,
  reportEdited,
  reportList,
  reportListQuery,
  reportLoaded,
  reportPreview,
  reportPreviewQuery,
  reportShared,
  shareBody,
  shareForm,
  viewableReports,
} from '../wire/report.ts';
import {
  expectationsBody,
  expectationsQuery,
  expectationsStored,
  reportExpectations,
} from '../wire/reportExpectation.ts';
import {
  releaseBody,
  releaseCheck,
  reportVersions,
  versionComparison,
  versionStored,
} from '../wire/reportVersion.ts';
import { queryInteger } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { defineEndpoint } from './endpoint.ts';
import { inDataset, noBody, nothing, onReport, onReportVersion } from './shapes.ts';

const viewing = { permission: 'reports', params: onReport, query: nothing, body: noBody } as const;
/** Calls that use or replace what is active need the workspace. */
const inWorkspace = { permission: 'subjects', params: inDataset, query: nothing } as const;
const read = { ...viewing, method: 'GET' } as const;
const write = { ...viewing, method: 'POST' } as const;
const file = { ...read, reply: z.string() } as const;

export const report = {
  list: defineEndpoint({
    ...read,
    path: '/api/v2/:dataset/reports',
    summary: 'The reports that the caller may see, newest first',
    params: inDataset,
    query: reportListQuery,
    reply: reportList,
  }),
  categories: defineEndpoint({
    ...read,
    path: '/api/v2/:dataset/reports/viewable_reports',
    summary: 'How many reports the caller may see, by state and by project',
    params: inDataset,
    reply: viewableReports,
  }),
  detail: defineEndpoint({
    ...read,
    path: '/api/v2/:dataset/reports/get_report',
    summary: 'One report, checked for the caller',
    params: inDataset,
    query: reportDetailQuery,
    reply: reportDetail,
  }),
  createForm: defineEndpoint({
    ...inWorkspace,
    method: 'GET',
    path: '/api/v2/:dataset/reports/create_form',
    summary: 'What the form of a new report offers',
    body: noBody,
    reply: createForm,
  }),
  create: defineEndpoint({
    ...inWorkspace,
    rateClass: 'query',
    method: 'POST',
    path: '/api/v2/:dataset/reports/create_form',
    summary: 'Saves the active cohort and table as a report, with the active cross-tab where asked',
    body: reportBody,
    reply: reportCreated,
  }),
  editForm: defineEndpoint({
    ...read,
    path: '/api/v2/:dataset/reports/:reportId/edit_form',
    summary: 'What the form of a report offers; for its creator',
    reply: editForm,
  }),
  edit: defineEndpoint({
    ...write,
    rateClass: 'query',
    path: '/api/v2/:dataset/reports/:reportId/edit_form',
    summary: 'Replaces name, project and sharing of a report, and its query where asked; for its creator',
    body: reportBody,
    reply: reportEdited,
  }),
  deleteForm: defineEndpoint({
    ...read,
    path: '/api/v2/:dataset/reports/:reportId/delete_form',
    summary: 'The name of a report before it is deleted; for its creator',
    reply: deleteForm,
  }),
  delete: defineEndpoint({
    ...write,
    path: '/api/v2/:dataset/reports/:reportId/delete_form',
    summary: 'Deletes a report with its versions; for its creator',
    reply: reportChanged,
  }),
  shareForm: defineEndpoint({
    ...read,
    path: '/api/v2/:dataset/reports/:reportId/share_form',
    summary: 'With whom a report is shared, and its link; for its creator',
    reply: shareForm,
  }),
  share: defineEndpoint({
    ...write,
    path: '/api/v2/:dataset/reports/:reportId/share_form',
    summary: 'Replaces with whom a report is shared; for its creator',
    body: shareBody,
    reply: reportShared,
  }),
  flag: defineEndpoint({
    ...write,
    path: '/api/v2/:dataset/reports/:reportId/flag',
    summary: 'Flags a report for the caller, or takes the flag away',
    body: flagBody,
    reply: flagged,
  }),
  preview: defineEndpoint({
    ...read,
    rateClass: 'query',
    path: '/api/v2/:dataset/report_tools/:reportId/preview',
    summary: 'One page of a report’s table over its cohort',
    query: reportPreviewQuery,
    reply: reportPreview,
  }),
  load: defineEndpoint({
    ...inWorkspace,
    method: 'POST',
    path: '/api/v2/:dataset/report_tools/:reportId/load_as_active',
    summary: 'Makes the definitions of a report the active ones, each as one snapshot that can be undone',
    params: onReport,
    body: noBody,
    reply: reportLoaded,
  }),
  exportCsv: defineEndpoint({
    ...file,
    path: '/api/v2/:dataset/report_tools/:reportId/export_csv',
    summary: 'All rows of a report’s table, as CSV',
    streams: 'text/csv',
  }),
  exportNdjson: defineEndpoint({
    ...file,
    path: '/api/v2/:dataset/report_tools/:reportId/export_ndjson',
    summary: 'All rows of a report’s table, one JSON object a line',
    streams: 'application/x-ndjson',
  }),
  exportParquet: defineEndpoint({
    ...file,
    path: '/api/v2/:dataset/report_tools/:reportId/export_parquet',
    summary: 'All rows of a report’s table, as Parquet with typed columns',
    streams: 'application/vnd.apache.parquet',
  }),
  exportDictionary: defineEndpoint({
    ...read,
    path: '/api/v2/:dataset/report_tools/:reportId/export_dictionary',
    summary: 'The columns of a report’s exports, as the data package of the CSV or Parquet file',
    query: wireObject({ format: packagedFormat.optional() }),
    reply: exportDictionary,
  }),
  runAnalysis: defineEndpoint({
    ...read,
    rateClass: 'query',
    path: '/api/v2/:dataset/report_tools/:reportId/run_analysis',
    summary: 'The cross-tab that a report holds, over its cohort',
    reply: analysisResult,
  }),
  exportAnalysis: defineEndpoint({
    ...file,
    path: '/api/v2/:dataset/report_tools/:reportId/export_analysis_csv',
    summary: 'The cross-tab that a report holds, over its cohort, as CSV',
    streams: 'text/csv',
  }),
  methods: defineEndpoint({
    ...read,
    rateClass: 'query',
    path: '/api/v2/:dataset/report_tools/:reportId/methods',
    summary: 'How a report came about: description, attrition, code lists, release, citation, programs',
    reply: reportMethods,
  }),
  methodsMarkdown: defineEndpoint({
    ...file,
    path: '/api/v2/:dataset/report_tools/:reportId/methods_markdown',
    summary: 'The methods of a report as a Markdown document',
    streams: 'text/markdown',
  }),
  methodsCrate: defineEndpoint({
    ...file,
    path: '/api/v2/:dataset/report_tools/:reportId/methods_crate',
    summary: 'The methods of a report as a zipped RO-Crate 1.1, with code lists and programs',
    streams: 'application/zip',
  }),
  methodsProgram: defineEndpoint({
    ...file,
    path: '/api/v2/:dataset/report_tools/:reportId/methods_program',
    summary: 'A program that counts the cohort of a report again',
    query: programQuery,
    streams: 'text/plain',
  }),
  expectations: defineEndpoint({
    ...read,
    rateClass: 'query',
    path: '/api/v2/:dataset/reports/:reportId/expectations',
    summary: 'What is expected of a report, and how it ended on the release that the report runs on',
    query: expectationsQuery,
    reply: reportExpectations,
  }),
  expect: defineEndpoint({
    ...write,
    rateClass: 'query',
    path: '/api/v2/:dataset/reports/:reportId/expectations',
    summary: 'Replaces what is expected of a report, as a new version; for its creator',
    body: expectationsBody,
    reply: expectationsStored,
  }),
  versions: defineEndpoint({
    ...read,
    path: '/api/v2/:dataset/reports/:reportId/versions',
    summary: 'The versions of a report, newest first; for its creator',
    reply: reportVersions,
  }),
  compareVersions: defineEndpoint({
    ...read,
    rateClass: 'query',
    path: '/api/v2/:dataset/reports/:reportId/versions/compare',
    summary: 'What two versions of a report differ in, in words and numbers; for its creator',
    query: wireObject({ before: queryInteger, after: queryInteger }),
    reply: versionComparison,
  }),
  restoreVersion: defineEndpoint({
    ...write,
    permission: 'subjects',
    rateClass: 'query',
    path: '/api/v2/:dataset/reports/:reportId/versions/:version/restore',
    summary: 'Saves the definitions of an earlier version as a new one; for the creator',
    params: onReportVersion,
    reply: versionStored,
  }),
  releaseCheck: defineEndpoint({
    ...read,
    rateClass: 'query',
    path: '/api/v2/:dataset/report_tools/:reportId/release_check',
    summary:
      'A report on its own release and on the live one: counts, subjects that came and went, what is lost',
    reply: releaseCheck,
  }),
  chooseRelease: defineEndpoint({
    ...write,
    rateClass: 'query',
    path: '/api/v2/:dataset/reports/:reportId/release',
    summary: 'Moves a report on to the live release, or keeps it on its own; for its creator',
    body: releaseBody,
    reply: versionStored,
  }),
};
