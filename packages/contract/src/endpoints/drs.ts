import { z } from 'zod';
import {
  drsAccessUrl,
  drsAccessUrls,
  drsAuthorizations,
  drsBulkAccess,
  drsBulkAuthorizations,
  drsBulkObjects,
  drsObject,
  drsObjects,
  drsServiceInfo,
} from '../wire/drs.ts';
import { atHand, ownState, question } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { noBody, nothing } from './shapes.ts';

const base = '/ga4gh/drs/v1';
const onObject = z.object({ objectId: z.string() });

/** What the portal knows of the file of one subject. */
const described = { ...ownState, discloses: 'values' } as const;
/** A signed link. */
const link = { ...question, scope: 'export', discloses: 'capability', rateClass: 'cheap' } as const;

const object = {
  declares: described,
  permission: 'signedIn',
  path: `${base}/objects/:objectId`,
  params: onObject,
  query: nothing,
  body: noBody,
} as const;
const readObject = { ...object, summary: 'An object: name, size and checksum', reply: drsObject } as const;
const access = {
  declares: link,
  permission: 'signedIn',
  path: `${base}/objects/:objectId/access/:accessId`,
  params: onObject.extend({ accessId: z.string() }),
  query: nothing,
  body: noBody,
  summary: 'A signed link to the bytes of an object',
  reply: drsAccessUrl,
} as const;
const bulk = {
  permission: 'signedIn',
  path: `${base}/objects`,
  params: nothing,
  query: nothing,
  body: drsBulkObjects,
} as const;

/** The Data Repository Service 1.5 of GA4GH (rule 13.42). */
export const drsEndpoints = {
  serviceInfo: defineEndpoint({
    declares: atHand,
    method: 'GET',
    permission: 'anyone',
    path: `${base}/service-info`,
    summary: 'What this service is',
    params: nothing,
    query: nothing,
    body: noBody,
    reply: drsServiceInfo,
  }),
  object: defineEndpoint({ ...readObject, method: 'GET' }),
  objectByPost: defineEndpoint({ ...readObject, method: 'POST', onlyAsks: true }),
  authorizations: defineEndpoint({
    ...object,
    method: 'OPTIONS',
    summary: 'How a caller proves who they are, for one object',
    reply: drsAuthorizations,
  }),
  access: defineEndpoint({ ...access, method: 'GET' }),
  accessByPost: defineEndpoint({ ...access, method: 'POST' }),
  objects: defineEndpoint({
    ...bulk,
    declares: { ...described, cost: 'heavy', rateClass: 'query' },
    method: 'POST',
    onlyAsks: true,
    summary: 'Several objects at a time',
    reply: drsObjects,
  }),
  bulkAuthorizations: defineEndpoint({
    ...bulk,
    declares: { ...described, cost: 'heavy', rateClass: 'query' },
    method: 'OPTIONS',
    summary: 'How a caller proves who they are, for several objects',
    reply: drsBulkAuthorizations,
  }),
  accessUrls: defineEndpoint({
    ...bulk,
    declares: { ...link, rateClass: 'query' },
    method: 'POST',
    path: `${base}/objects/access`,
    summary: 'Signed links to the bytes of several objects',
    body: drsBulkAccess,
    reply: drsAccessUrls,
  }),
};
