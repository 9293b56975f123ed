import type { AccessLevel } from '@atrium/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from './access/index.ts';
import { type ApiOperation, readOperations } from './testing/apiOperations.ts';
import type { TestDataset } from './testing/factories.ts';
import { type TestApp, testApp } from './testing/testApp.ts';

const callers = ['anonymous', 'stranger', 'agg', 'deid', 'phi', 'no-ws', 'agg-no-ws'] as const;
type Kind = (typeof callers)[number];

/** Contract 2.2: which calls open to whom. A call that fits no line fails the test. */
const matrix: readonly (readonly [RegExp, readonly Kind[]])[] = [
  [/^(auth|version)\b/, callers],
  [/^dataset$/, ['stranger', 'agg', 'deid', 'phi', 'no-ws', 'agg-no-ws']],
  [/^dataset\/\{dataset\}$/, ['agg', 'deid', 'phi', 'no-ws', 'agg-no-ws']],
  [/^\{dataset\}\/(concept_categories|collections)\b/, ['agg', 'deid', 'phi', 'no-ws', 'agg-no-ws']],
  [/^\{dataset\}\/(concepts|cohort_def|table_def|query_tools)\b/, ['deid', 'phi']],
  [/^\{dataset\}\/(analysis_def|analysis_tools)\b/, ['agg', 'deid', 'phi']],
  [/^\{dataset\}\/(reports|report_tools)\b/, ['deid', 'phi', 'no-ws']],
];

let portal: TestApp;
let dataset: TestDataset;
let people: Readonly<Record<Kind, Account | null>>;
let operations: readonly ApiOperation[];

beforeAll(async () => {
  portal = await testApp();
  dataset = await portal.aDataset({ packagePath: portal.smallPackage });
  const member = async (level: AccessLevel, canViewWorkspace = true) =>
    (await portal.aMember({ dataset, level, canViewWorkspace })).account;
  people = {
    anonymous: null,
    stranger: await portal.anAccount(),
    agg: await member('agg'),
    deid: await member('deid'),
    phi: await member('phi'),
    'no-ws': await member('deid', false),
    'agg-no-ws': await member('agg', false),
  };
  operations = await readOperations(portal.anonymous);
});
afterAll(() => portal.close());

const nameOf = ({ method, template }: ApiOperation): string => `${method} ${template}`;

/** Each call has a session of its own, since some end theirs. */
async function call(kind: Kind, operation: ApiOperation, uniqueId = dataset.uniqueId) {
  const account = people[kind];
  const caller = account === null ? portal.anonymous : await portal.signedIn(account);
  const path = operation.pathIn(uniqueId);
  return operation.method === 'GET' ? caller.get(path) : caller.post(path, {});
}

const allowed = ({ template }: ApiOperation): readonly Kind[] =>
  matrix.find(([path]) => path.test(template))?.[1] ?? [];

/** What the door says, before the call itself is looked at. */
async function doorOf(kind: Kind, operation: ApiOperation): Promise<string> {
  const reply = await call(kind, operation);
  const { code } = reply.statusCode < 400 ? { code: 'open' } : reply.json();
  return ['not_signed_in', 'not_a_member', 'not_permitted'].includes(code) ? code : 'open';
}

function expectedDoor(kind: Kind, operation: ApiOperation): string {
  if (allowed(operation).includes(kind)) return 'open';
  if (kind === 'anonymous') return 'not_signed_in';
  return kind === 'stranger' ? 'not_a_member' : 'not_permitted';
}

describe('who may call what', () => {
  it('is said by the matrix for every call that the portal offers', () => {
    const known = operations.filter((operation) => matrix.some(([path]) => path.test(operation.template)));
    expect(operations.length).toBeGreaterThan(20);
    expect(operations.map(nameOf)).toEqual(known.map(nameOf));
  });

  it.each(callers)('holds for every call of one who is %s', async (kind) => {
    for (const operation of operations)
      expect([nameOf(operation), await doorOf(kind, operation)]).toEqual([
        nameOf(operation),
        expectedDoor(kind, operation),
      ]);
  });

  it('an unknown dataset is 401 for the anonymous and 404 for everyone else, member of another or not', async () => {
    const inDataset = operations.filter((operation) => operation.template.includes('{dataset}'));
    expect(inDataset.length).toBeGreaterThan(10);
    for (const operation of inDataset) {
      const replies = await Promise.all(
        (['anonymous', 'stranger', 'phi'] as const).map((kind) => call(kind, operation, 'nowhere')),
      );
      expect([nameOf(operation), ...replies.map((reply) => reply.statusCode)]).toEqual([
        nameOf(operation),
        401,
        404,
        404,
      ]);
    }
  });

  it('an expired session is no session', async () => {
    const caller = await portal.signedIn(await portal.anAccount());
    portal.clock.advance(31);
    expect((await caller.get('dataset/')).statusCode).toBe(401);
  });
});
