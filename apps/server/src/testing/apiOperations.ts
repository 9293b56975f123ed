import { type TokenScope, tokenScopes } from '@atrium/contract';
import { z } from 'zod';
import type { Caller } from './caller.ts';

/** One call of the OpenAPI document, with its path parameters filled in. */
export interface ApiOperation {
  readonly method: 'GET' | 'POST';
  /** Below `/api/v2/`, else the whole path, as the document spells it. */
  readonly template: string;
  /** The scope that a token must have; null where no token is accepted. */
  readonly tokenScope: TokenScope | null;
  /** Whether the last parameter is the id of a personal object. */
  pathIn(dataset: string, objectId?: string): string;
}

const served = z.object({
  paths: z.record(
    z.string(),
    z.partialRecord(
      z.enum(['get', 'post']),
      z.object({
        operationId: z.string(),
        'x-token-scope': z.enum([...tokenScopes, 'none']),
        'x-dataset': z.string().optional(),
      }),
    ),
  ),
});

const examples: Readonly<Record<string, string>> = {
  conceptId: 'sex',
  categoryId: '1',
  collection: 'diagnosis',
  fileType: 'data',
  version: '1',
  accountId: '999999',
  questionId: '999999',
  report: '999999',
  uniqueId: 'nowhere',
};

/** All calls of the portal's OpenAPI document. */
export async function readOperations(caller: Caller): Promise<readonly ApiOperation[]> {
  const { paths } = served.parse((await caller.get('openapi.json')).json());
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { 'x-token-scope': scope, 'x-dataset': named }]): ApiOperation => {
      const template = `${path.replace('/api/v2/', '')}${named === undefined ? '' : '?dataset={dataset}'}`;
      return {
        tokenScope: scope === 'none' ? null : scope,
        method: method === 'post' ? 'POST' : 'GET',
        template,
        pathIn: (dataset, objectId) =>
          template.replace(/\{(\w+)\}/g, (_, name: string) =>
            name === 'dataset' ? dataset : (examples[name] ?? objectId ?? '1'),
          ),
      };
    }),
  );
}
