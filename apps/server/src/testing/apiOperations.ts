import { type TokenScope, tokenScopes } from '@atrium/contract';
import { z } from 'zod';
import type { Caller } from './caller.ts';

/** One call that the OpenAPI document promises, its path parameters filled. */
export interface ApiOperation {
  readonly method: 'GET' | 'POST';
  /** Below `/api/v2/`, as the document spells it. */
  readonly template: string;
  /** What a token needs here; null where none is taken. */
  readonly tokenScope: TokenScope | null;
  /** A personal object's id goes into the last parameter. */
  pathIn(dataset: string, objectId?: string): string;
}

const served = z.object({
  paths: z.record(
    z.string(),
    z.partialRecord(
      z.enum(['get', 'post']),
      z.object({ operationId: z.string(), 'x-token-scope': z.enum([...tokenScopes, 'none']) }),
    ),
  ),
});

const examples: Readonly<Record<string, string>> = {
  conceptId: 'sex',
  categoryId: '1',
  collection: 'diagnosis',
};

/** Everything the portal offers, by its own account. */
export async function readOperations(caller: Caller): Promise<readonly ApiOperation[]> {
  const { paths } = served.parse((await caller.get('openapi.json')).json());
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { 'x-token-scope': scope }]): ApiOperation => {
      const template = path.replace('/api/v2/', '');
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
