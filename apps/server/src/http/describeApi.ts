import type { Endpoint } from '@atrium/contract/endpoints/endpoint';
import { errorReply } from '@atrium/contract/endpoints/shapes';
import { errorStatus } from '@atrium/contract/errors/errorCode';
import { assistantScope, tokenScopes } from '@atrium/contract/wire/apiToken';
import { z } from 'zod';
import type { Api } from './api.ts';

export interface ApiTitle {
  readonly version: string;
  readonly sessionCookie: string;
}

type Json = Readonly<Record<string, unknown>>;

/** Serves the OpenAPI document of all endpoints that are registered at the first request for it. */
export function describeApi(
  { server, endpoints }: Pick<Api<never, never, never>, 'server' | 'endpoints'>,
  title: ApiTitle,
): void {
  let document: Json | undefined;
  server.get('/api/v2/openapi.json', async () => {
    document ??= openApiDocument(endpoints, title);
    return document;
  });
}

/** The OpenAPI 3.1 document of endpoints, from the wire side of their codecs. */
export function openApiDocument(endpoints: readonly Endpoint[], title: ApiTitle): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Atrium',
      version: title.version,
      description: 'Every path is answered with and without a trailing slash; success is always 200.',
    },
    servers: [{ url: '/' }],
    security: [{ session: [] }],
    paths,
    components: {
      schemas: { Error: { ...wireSchema(errorReply), description: 'Every answer of 400 and above.' } },
      responses: errorResponses,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: title.sessionCookie,
          description: 'Set by auth/login.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: `A personal token of auth/tokens, with a scope out of: ${tokenScopes.join(', ')}. The scope ${assistantScope} is that of an allowed assistant.`,
        },
      },
    },
  };
}

function operation(endpoint: Endpoint): Json {
  const takesBody = !(endpoint.body instanceof z.ZodUnknown);
  return {
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace('/api/v2', '').replace(/[/:]+/g, '_')}`,
    summary: endpoint.summary,
    tags: [tagOf(endpoint.path)],
    'x-permission': endpoint.permission,
    ...(endpoint.namesDataset && { 'x-dataset': endpoint.namesDataset }),
    'x-token-scope': endpoint.declares.scope,
    'x-discloses': endpoint.declares.discloses,
    'x-cost': endpoint.declares.cost,
    'x-meters': endpoint.declares.meters,
    security: securityOf(endpoint),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(takesBody ? { requestBody: { required: true, content: json(endpoint.body) } } : {}),
    responses: { ...success(endpoint), ...refusals(endpoint) },
  };
}

function securityOf(endpoint: Endpoint): readonly Json[] {
  if (endpoint.permission === 'anyone') return [];
  const { scope } = endpoint.declares;
  if (scope === assistantScope) return [{ token: [scope] }];
  return scope === 'none' ? [{ session: [] }] : [{ session: [] }, { token: [scope] }];
}

/** The first fixed word of a path: `cohort_def` of `/api/v2/:dataset/cohort_def/:snapshotId`. */
const tagOf = (path: string): string =>
  path
    .split('/')
    .slice(3)
    .find((part) => !part.startsWith(':')) ?? 'portal';

const wireSchema = (schema: z.ZodType): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  });
  return rest;
};

const json = (schema: z.ZodType): Json => ({ 'application/json': { schema: wireSchema(schema) } });

const objectSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});

function parameters(schema: z.ZodType, location: 'path' | 'query'): readonly Json[] {
  const { properties, required } = objectSchema.parse(wireSchema(schema));
  return Object.entries(properties).map(([name, described]) => ({
    name,
    in: location,
    required: required.includes(name),
    schema: described,
  }));
}

function success(endpoint: Endpoint): Json {
  const description = endpoint.summary;
  if (endpoint.redirects) return { '303': { description, headers: locationHeader } };
  if (endpoint.sends !== undefined) {
    const content = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
    return { '200': { description, content }, '206': { description: 'The asked range of it', content } };
  }
  const type = endpoint.streams ?? endpoint.sendsText;
  const content = type === undefined ? json(endpoint.reply) : { [type]: { schema: { type: 'string' } } };
  return { '200': { description, content } };
}

const locationHeader = { Location: { schema: { type: 'string' } } };

const errorResponses = Object.fromEntries(
  [...new Set<number>(Object.values(errorStatus))].map((status) => {
    const codes = Object.entries(errorStatus).flatMap(([code, of]) => (of === status ? [code] : []));
    return [
      `E${status}`,
      {
        description: codes.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ];
  }),
);

function refusals({ permission, method }: Endpoint): Json {
  const always = [errorStatus.bad_request, errorStatus.too_many_requests, errorStatus.fault];
  const signedIn = permission === 'anyone' ? [] : [errorStatus.not_signed_in];
  const isOpen = permission === 'anyone' || permission === 'signedIn' || permission === 'session';
  const checked = isOpen ? [] : [errorStatus.not_permitted];
  const inDataset = isOpen || permission === 'staff' ? [] : [errorStatus.not_found];
  const crossSite = method === 'GET' && permission === 'anyone' ? [] : [errorStatus.cross_site];
  const writing = method === 'GET' ? [] : [errorStatus.too_large];
  const statuses = new Set<number>([
    ...always,
    ...signedIn,
    ...checked,
    ...inDataset,
    ...crossSite,
    ...writing,
  ]);
  return Object.fromEntries(
    [...statuses].sort().map((status) => [String(status), { $ref: `#/components/responses/E${status}` }]),
  );
}
