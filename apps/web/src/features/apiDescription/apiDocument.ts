import { atHand } from '@atrium/contract/endpoints/declaration';
import { defineEndpoint } from '@atrium/contract/endpoints/endpoint';
import { noBody, nothing } from '@atrium/contract/endpoints/shapes';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { request } from '../../api/client.ts';

const schema = z.record(z.string(), z.unknown());
const contents = z.record(z.string(), z.object({ schema: schema.optional() }));

const operation = z.object({
  summary: z.string().default(''),
  tags: z.array(z.string()).default([]),
  'x-permission': z.string().default(''),
  'x-token-scope': z.string().default('none'),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean().default(false), schema }))
    .default([]),
  requestBody: z.object({ content: contents }).optional(),
  responses: z.record(z.string(), z.object({ content: contents.optional() })).default({}),
});

const apiDocument = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

/** The portal's description of its own calls, as far as the page shows it. */
const description = defineEndpoint({
  declares: atHand,
  method: 'GET',
  permission: 'anyone',
  path: '/api/v2/openapi.json',
  summary: 'All calls, as an OpenAPI document',
  params: nothing,
  query: nothing,
  body: noBody,
  reply: apiDocument,
});

export const apiOptions = queryOptions({
  queryKey: ['apiDescription'] as const,
  queryFn: ({ signal }) => request(description, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export type Schema = z.output<typeof schema>;

/** One call of the interface. */
export interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly group: string;
  readonly permission: string;
  /** The scope that a token needs; null where no token is taken. */
  readonly scope: string | null;
  readonly parameters: readonly { readonly name: string; readonly place: string; readonly schema: Schema }[];
  readonly body: Schema | null;
  readonly reply: Schema | null;
}

/** The calls of a document, by path. */
export const callsOf = ({ paths }: z.output<typeof apiDocument>): readonly ApiCall[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, given]) => ({
      method: method.toUpperCase(),
      path,
      summary: given.summary,
      group: given.tags[0] ?? '',
      permission: given['x-permission'],
      scope: given['x-token-scope'] === 'none' ? null : given['x-token-scope'],
      parameters: given.parameters.map(({ name, in: place, schema: of }) => ({ name, place, schema: of })),
      body: jsonOf(given.requestBody?.content),
      reply: jsonOf(given.responses['200']?.content),
    })),
  );

const jsonOf = (content: z.output<typeof contents> | undefined): Schema | null =>
  content?.['application/json']?.schema ?? null;
