import { z } from 'zod';
import type { Caller } from '../caller.ts';

/** The parts of JSON Schema that the portal's own document uses. */
export interface BodySchema {
  readonly type?: string | readonly string[] | undefined;
  readonly const?: unknown;
  readonly enum?: readonly unknown[] | undefined;
  readonly properties?: Readonly<Record<string, BodySchema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: BodySchema | undefined;
  readonly oneOf?: readonly BodySchema[] | undefined;
  readonly anyOf?: readonly BodySchema[] | undefined;
}

const bodySchema: z.ZodType<BodySchema> = z.lazy(() =>
  z.object({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    const: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    properties: z.record(z.string(), bodySchema).optional(),
    required: z.array(z.string()).optional(),
    items: bodySchema.optional(),
    oneOf: z.array(bodySchema).optional(),
    anyOf: z.array(bodySchema).optional(),
  }),
);

const served = z.object({
  paths: z.record(
    z.string(),
    z.partialRecord(
      z.enum(['get', 'post', 'put', 'patch', 'delete', 'options']),
      z.object({
        parameters: z.array(z.object({ name: z.string(), in: z.enum(['path', 'query']) })),
        requestBody: z
          .object({ content: z.object({ 'application/json': z.object({ schema: bodySchema }) }) })
          .optional(),
      }),
    ),
  ),
});

export interface ServedOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/api/v2/{dataset}/…`. */
  readonly path: string;
  readonly query: readonly string[];
  readonly body: BodySchema | null;
}

const methods = [
  ['get', 'GET'],
  ['post', 'POST'],
  ['put', 'PUT'],
  ['patch', 'PATCH'],
  ['delete', 'DELETE'],
] as const;

/** Every operation of the portal's OpenAPI document, with the schemas of its requests. */
export async function servedOperations(caller: Caller): Promise<readonly ServedOperation[]> {
  const { paths } = served.parse((await caller.get('openapi.json')).json());
  return Object.entries(paths).flatMap(([path, operations]) =>
    methods.flatMap(([key, method]) => {
      const operation = operations[key];
      if (operation === undefined) return [];
      const { parameters, requestBody } = operation;
      return {
        method,
        path,
        query: parameters.flatMap((parameter) => (parameter.in === 'query' ? [parameter.name] : [])),
        body: requestBody?.content['application/json'].schema ?? null,
      };
    }),
  );
}
