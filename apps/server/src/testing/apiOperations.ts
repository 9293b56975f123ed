import { type TokenScope, tokenScopes } from '@atrium/contract';
import { z } from 'zod';
import type { Caller } from './caller.ts';

/** One call of the OpenAPI document, with its path parameters filled in. */
export interface ApiOperation {
  readonly method: 'GET' | 'POST' | 'OPTIONS';
  /** Below `/api/v2/`, else the whole path, as the document spells it. */
  readonly template: string;
  /** The scope that a token must have; null where no token is accepted. */
  readonly tokenScope: TokenScope | null;
  readonly discloses: string;
  readonly cost: string;
  readonly meters: readonly string[];
  /** Whether the last parameter is the id of a personal object. */
  pathIn(dataset: string, objectId?: string): string;
}

const served = z.object({
  paths: z.record(
    z.string(),
    z.partialRecord(
      z.enum(['get', 'post', 'options']),
      z.object({
        operationId: z.string(),
        'x-token-scope': z.enum([...tokenScopes, 'none']),
        'x-discloses': z.string(),
        'x-cost': z.string(),
        'x-meters': z.array(z.string()),
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
  importId: '999999',
  objectId: 'nothing',
  accessId: 'https',
  release: '999999',
  uploadId: 'nowhere',
  draftId: 'nowhere',
};

const methodOf = (word: string): ApiOperation['method'] =>
  word === 'post' ? 'POST' : word === 'options' ? 'OPTIONS' : 'GET';

/** All calls of the portal's OpenAPI document. */
export async function readOperations(caller: Caller): Promise<readonly ApiOperation[]> {
  const { paths } = served.parse((await caller.get('openapi.json')).json());
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, declared]): ApiOperation => {
      const { 'x-token-scope': scope, 'x-dataset': named } = declared;
      const template = `${path.replace('/api/v2/', '')}${named === undefined ? '' : '?dataset={dataset}'}`;
      return {
        tokenScope: scope === 'none' ? null : scope,
        discloses: declared['x-discloses'],
        cost: declared['x-cost'],
        meters: declared['x-meters'],
        method: methodOf(method),
        template,
        pathIn: (dataset, objectId) =>
          template.replace(/\{(\w+)\}/g, (_, name: string) =>
            name === 'dataset' ? dataset : (examples[name] ?? objectId ?? '1'),
          ),
      };
    }),
  );
}
