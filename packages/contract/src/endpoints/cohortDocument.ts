import { z } from 'zod';
import { cohortFormats, travellingCohort } from '../wire/cohortDocument.ts';
import { wireObject } from '../wire/wireObject.ts';
import { atHand, rowFile, unshown } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { inDataset, noBody, nothing, onReport } from './shapes.ts';

const formatQuery = wireObject({ format: z.enum(cohortFormats).optional() });
const ofCohort = { permission: 'subjects', method: 'GET', params: inDataset, body: noBody } as const;
const ofReport = { permission: 'reports', method: 'GET', params: onReport, body: noBody } as const;
const document = { declares: unshown, query: formatQuery, reply: travellingCohort } as const;
const packets = {
  declares: rowFile,
  query: nothing,
  reply: z.string(),
  streams: 'application/json',
} as const;

/** Cohorts that are taken along (rules 3.32 to 3.36); an edit brings one in. */
export const cohortDocumentEndpoints = {
  schema: defineEndpoint({
    declares: atHand,
    permission: 'anyone',
    method: 'GET',
    path: '/api/v2/schemas/cohort',
    summary: 'The JSON Schema of a cohort as a file, version 1',
    params: nothing,
    query: nothing,
    body: noBody,
    reply: z.record(z.string(), z.unknown()),
  }),
  ofCohort: defineEndpoint({
    ...ofCohort,
    ...document,
    path: '/api/v2/:dataset/query_tools/cohort_document',
    summary: 'The active cohort as a file of a convention, or what of it cannot be said there',
  }),
  ofReport: defineEndpoint({
    ...ofReport,
    ...document,
    path: '/api/v2/:dataset/report_tools/:reportId/cohort_document',
    summary: 'The cohort of a report as a file of a convention, or what of it cannot be said there',
  }),
  phenopackets: defineEndpoint({
    ...ofCohort,
    ...packets,
    path: '/api/v2/:dataset/query_tools/export_phenopackets',
    summary: 'The subjects of the active cohort as a Cohort of GA4GH Phenopackets 2.0',
  }),
  phenopacketsOfReport: defineEndpoint({
    ...ofReport,
    ...packets,
    path: '/api/v2/:dataset/report_tools/:reportId/export_phenopackets',
    summary: 'The subjects of the cohort of a report as a Cohort of GA4GH Phenopackets 2.0',
  }),
};
