import type { CallScope } from '@atrium/contract/endpoints/declaration';
import { type Permission, permissions } from '@atrium/contract/endpoints/endpoint';
import { assistantScope, tokenScopes } from '@atrium/contract/wire/apiToken';
import { z } from 'zod';
import type { Caller } from './caller.ts';

/** Objects that belong to one account, by the parameter of the path that names one. */
export const personalObjects = {
  snapshotId: ['cohort snapshot', 'table snapshot', 'analysis snapshot'],
  sessionId: ['session'],
  tokenId: ['token'],
  lineId: ['audit line'],
  reportId: ['report'],
  keyId: ['SSH key'],
} as const;
export type PersonalObject = (typeof personalObjects)[keyof typeof personalObjects][number];

/** One call of the OpenAPI document, with its path parameters filled in. */
export interface ApiOperation {
  readonly method: 'GET' | 'POST' | 'OPTIONS';
  /** Below `/api/v2/`, else the whole path, as the document spells it. */
  readonly template: string;
  readonly permission: Permission;
  /** The scope that a token must have; null where no token is accepted. */
  readonly tokenScope: Exclude<CallScope, 'none'> | null;
  readonly discloses: string;
  readonly cost: string;
  readonly meters: readonly string[];
  /** Whether a parameter of the path is the id of nothing. */
  readonly namesNothing: boolean;
  /** `objectId` is that of a personal object. */
  pathIn(dataset: string, objectId?: string): string;
}

const served = z.object({
  paths: z.record(
    z.string(),
    z.partialRecord(
      z.enum(['get', 'post', 'options']),
      z.object({
        operationId: z.string(),
        'x-permission': z.enum(permissions),
        'x-token-scope': z.enum([...tokenScopes, assistantScope, 'none']),
        'x-discloses': z.string(),
        'x-cost': z.string(),
        'x-meters': z.array(z.string()),
        'x-dataset': z.string().optional(),
      }),
    ),
  ),
});

/** Things that the small package or every portal has. */
const there: Readonly<Record<string, string>> = {
  conceptId: 'sex',
  categoryId: '1',
  collection: 'diagnosis',
  fileType: 'data',
  version: '1',
  provider: '1',
  name: '1',
};
/** Ids of nothing, where 1 could be one of something. */
const nowhere: Readonly<Record<string, string>> = {
  accountId: '999999',
  questionId: '999999',
  report: '999999',
  uniqueId: 'nowhere',
  importId: '999999',
  objectId: 'nothing',
  accessId: 'https',
  proposalId: '999999',
  release: '999999',
  uploadId: 'nowhere',
  draftId: 'nowhere',
};
const isNothing = (name: string): boolean =>
  name !== 'dataset' && there[name] === undefined && !Object.hasOwn(personalObjects, name);

const methodOf = (word: string): ApiOperation['method'] =>
  word === 'post' ? 'POST' : word === 'options' ? 'OPTIONS' : 'GET';

/** Of the process: every portal has the same calls. */
let operations: Promise<readonly ApiOperation[]> | undefined;

/** All calls of the portal's OpenAPI document, which takes long to make. */
export function readOperations(caller: Caller): Promise<readonly ApiOperation[]> {
  operations ??= loadOperations(caller);
  return operations;
}

async function loadOperations(caller: Caller): Promise<readonly ApiOperation[]> {
  const { paths } = served.parse((await caller.get('openapi.json')).json());
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, declared]): ApiOperation => {
      const { 'x-token-scope': scope, 'x-dataset': named } = declared;
      const template = `${path.replace('/api/v2/', '')}${named === undefined ? '' : '?dataset={dataset}'}`;
      const parameters = [...template.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
      return {
        permission: declared['x-permission'],
        namesNothing: parameters.some(isNothing),
        tokenScope: scope === 'none' ? null : scope,
        discloses: declared['x-discloses'],
        cost: declared['x-cost'],
        meters: declared['x-meters'],
        method: methodOf(method),
        template,
        pathIn: (dataset, objectId) =>
          template.replace(/\{(\w+)\}/g, (_, name: string) =>
            name === 'dataset' ? dataset : (there[name] ?? nowhere[name] ?? objectId ?? '1'),
          ),
      };
    }),
  );
}
