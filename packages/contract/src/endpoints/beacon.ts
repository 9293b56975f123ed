import {
  beaconAnswer,
  beaconBody,
  beaconConfiguration,
  beaconDataset,
  beaconEntryTypes,
  beaconFilteringTerms,
  beaconInfo,
  beaconMap,
  beaconPage,
  beaconQuery,
  beaconServiceInfo,
} from '../wire/beacon.ts';
import { atHand, ownState, question } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { noBody, nothing } from './shapes.ts';

const base = '/api/beacon';

const aboutBeacon = {
  declares: atHand,
  method: 'GET',
  permission: 'anyone',
  params: nothing,
  query: nothing,
  body: noBody,
} as const;
const info = { ...aboutBeacon, summary: 'What this beacon is (Beacon 2.2)', reply: beaconInfo } as const;

/** The dataset is that of the request, or the one that the session named last. */
const ofDataset = { permission: 'aggregates', namesDataset: 'in the request', params: nothing } as const;
const individuals = {
  declares: question,
  ...ofDataset,
  path: `${base}/individuals`,
  summary: 'Whether individuals of a dataset meet filters, and how many',
  reply: beaconAnswer,
} as const;

/** GA4GH Beacon 2.2 (rule 14.79). */
export const beaconEndpoints = {
  root: defineEndpoint({ ...info, path: base }),
  info: defineEndpoint({ ...info, path: `${base}/info` }),
  serviceInfo: defineEndpoint({
    ...aboutBeacon,
    path: `${base}/service-info`,
    summary: 'What this beacon is, as services of GA4GH say it',
    reply: beaconServiceInfo,
  }),
  configuration: defineEndpoint({
    ...aboutBeacon,
    path: `${base}/configuration`,
    summary: 'What this beacon answers, and to whom',
    reply: beaconConfiguration,
  }),
  map: defineEndpoint({
    ...aboutBeacon,
    path: `${base}/map`,
    summary: 'The calls of this beacon',
    reply: beaconMap,
  }),
  entryTypes: defineEndpoint({
    ...aboutBeacon,
    path: `${base}/entry_types`,
    summary: 'What this beacon counts',
    reply: beaconEntryTypes,
  }),
  filteringTerms: defineEndpoint({
    declares: ownState,
    ...ofDataset,
    method: 'GET',
    path: `${base}/filtering_terms`,
    summary: 'What individuals of a dataset can be filtered by',
    query: beaconPage,
    body: noBody,
    reply: beaconFilteringTerms,
  }),
  individuals: defineEndpoint({ ...individuals, method: 'GET', query: beaconQuery, body: noBody }),
  individualsByPost: defineEndpoint({
    ...individuals,
    method: 'POST',
    onlyAsks: true,
    query: beaconDataset,
    body: beaconBody,
  }),
};
