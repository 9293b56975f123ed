import { siteConfiguration } from '@atrium/contract/documents/siteConfiguration';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../access/index.ts';
import { allowedBy, bearer, message } from '../testing/assistants.ts';
import { type Caller, createCaller } from '../testing/caller.ts';
import { chosenEffort, chosenSeed, isGate } from '../testing/chance.ts';
import { type MalformedRequest, malformedRequest } from '../testing/fuzz/malformedRequest.ts';
import type { Examples } from '../testing/fuzz/plainJson.ts';
import { type ServedOperation, servedOperations } from '../testing/fuzz/servedOperations.ts';
import { createStateDigest } from '../testing/fuzz/stateDigest.ts';
import { refusalIn } from '../testing/refusalIn.ts';
import { type TestApp, testApp } from '../testing/testApp.ts';

const effort = chosenEffort();
const seed = chosenSeed();

const kinds = [
  'phi',
  'deid',
  'aggregates',
  'withoutWorkspace',
  'stranger',
  'anonymous',
  'assistant',
] as const;

let portal: TestApp;
let operations: readonly ServedOperation[];
let digest: () => Promise<readonly string[]>;
let examples: Examples;
const accounts = new Map<Kind, Account>();
let secret = '';

beforeAll(async () => {
  portal = await testApp({ site: siteConfiguration.parse({ assistants: true }) });
  const dataset = await portal.aDataset({ uniqueId: 'small', packagePath: portal.smallPackage });
  const add = async (kind: Kind, given: Parameters<TestApp['aMember']>[0]) =>
    accounts.set(kind, (await portal.aMember({ dataset, ...given })).account);
  await add('phi', { level: 'phi' });
  await add('deid', { level: 'deid' });
  await add('aggregates', { level: 'agg' });
  await add('withoutWorkspace', { level: 'phi', canViewWorkspace: false });
  accounts.set('stranger', await portal.anAccount());
  const replies: string[] = [];
  for (const kind of ['phi', 'deid', 'aggregates'] as const) {
    for (const [path, transformation] of edits)
      replies.push((await (await signedIn(kind)).post(`small/${path}/`, { transformation })).body);
  }
  for (const kind of ['phi', 'deid'] as const) {
    const form = { name: 'Fuzzed', public: 'on', with_analysis: 'yes', project_other: 'Group' };
    const saved = await (await signedIn(kind)).post('small/reports/create_form/', form);
    replies.push(saved.body);
  }
  const text = replies.join('\n');
  examples = {
    dataset: ['small'],
    conceptId: ['sex', 'weight', 'age', 'birth_date', 'note', 'diagnosis_term', 'nothing'],
    concept_id: [
      'sex',
      'weight',
      'age',
      'birth_date',
      'note',
      'diagnosis_term',
      'diagnosis_severity',
      'nothing',
    ],
    concept_id_list: [
      ['sex', 'weight'],
      ['sex', 'nothing'],
    ],
    categoryId: [1, 99_999],
    category_id: [1, 99_999],
    collection: ['diagnosis', 'nothing'],
    collection_id: ['diagnosis', 'participant', 'nothing'],
    reportId: [...idsIn(text, 'report_id'), 999_999_999],
    report_id: [...idsIn(text, 'report_id'), 999_999_999],
    version: [1, 99],
    state: ['mine', 'all', 'nothing'],
    snapshotId: [...idsIn(text, 'snapshot_id'), 999_999_999],
    entry_id: [...idsIn(text, 'entry_id'), 'unknown'],
    selected_categories: [['Female'], ['nothing']],
  };
  const { account } = await portal.aMember({ dataset, level: 'phi' });
  secret = (await allowedBy(await portal.signedIn(account))).secret;
  // From then on the portal knows that it is used.
  expect((await message(portal.anonymous, secret)).statusCode).toBe(200);
  operations = await servedOperations(portal.anonymous);
  digest = await createStateDigest(portal.db);
});
afterAll(() => portal.close());

describe('no request is a fault', () => {
  const send = (
    caller: Caller,
    { method }: ServedOperation,
    { url, contentType, payload }: MalformedRequest,
  ) =>
    caller.send({
      method,
      url,
      headers: { 'content-type': contentType },
      ...(method === 'GET' ? {} : { payload }),
    });

  async function check(operation: ServedOperation, caller: Caller, request: MalformedRequest): Promise<void> {
    const before = await digest();
    const reply = await send(caller, operation, request);
    if (reply.statusCode < 400) {
      expect([200, 303]).toContain(reply.statusCode);
      return;
    }
    expect([reply.statusCode, reply.statusCode < 500 ? '' : reply.body]).toEqual([reply.statusCode, '']);
    const { detail, code } = expectRefusal(reply);
    expect(await digest()).toEqual(before);
    if (code !== 'bad_request' || request.fault === null) return;
    const plain = await send(caller, operation, { ...request, payload: request.fault.fitting });
    if (plain.statusCode === 200)
      expect([detail, namesAnyOf(request.fault.fields, detail)]).toEqual([detail, true]);
    else expect(detail).toMatch(/^\S.*: \S/);
  }

  it('a malformed request to any call of the OpenAPI document is answered; a refusal names the field and changes nothing', async () => {
    // The gate tries every twelfth call, once.
    const tried = isGate ? operations.filter((_, index) => index % 12 === 0) : operations;
    for (const operation of tried) {
      const weight = isGate || isCostly(operation) || operation.body === null ? 1 : 4;
      const numRuns = Math.ceil(effort * weight);
      const property = fc.asyncProperty(
        fc.oneof({ weight: 5, arbitrary: fc.constant('phi' as const) }, fc.constantFrom(...kinds)),
        malformedRequest(operation, examples),
        async (kind, request) => check(operation, await signedIn(kind), request),
      );
      await fc.assert(property, { numRuns, endOnFailure: true }).catch((error: unknown) => {
        const cause = error instanceof Error ? String(error.cause) : '';
        throw new Error(`${nameOf(operation)} (ATRIUM_TEST_SEED=${seed}): ${String(error)}
${cause}`);
      });
    }
  });

  it('a malformed message of an assistant is answered, and changes nothing (rule 14.81)', async () => {
    const given = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.record({ name: fc.constantFrom(...tools), arguments: fc.jsonValue({ maxDepth: 2 }) }),
      fc.record({
        name: fc.constantFrom(...tools),
        arguments: fc.dictionary(
          fc.constantFrom('dataset', 'edits', 'rows', 'cols', 'search', 'concept'),
          fc.oneof(fc.constantFrom('small', 'sex', []), fc.jsonValue({ maxDepth: 2 })),
        ),
      }),
    );
    const before = await digest();
    const property = fc.asyncProperty(
      fc.constantFrom('tools/call', 'tools/list', 'initialize', 'nothing'),
      given,
      async (method, params) => {
        const body = { jsonrpc: '2.0', id: 1, method, params };
        const reply = await message(portal.anonymous, secret, { body });
        expect([
          reply.statusCode < 500,
          reply.body.includes('error') || reply.body.includes('result'),
        ]).toEqual([true, true]);
      },
    );
    await fc.assert(property, { numRuns: Math.ceil(effort * (isGate ? 15 : 100)), endOnFailure: true });
    expect(await digest()).toEqual(before);
  });

  it('a body over the limit is too large for every call that takes one', async () => {
    const caller = await signedIn('phi');
    const before = await digest();
    const payload = `{"transformation":{"type":"add_entry","concept_id":"${'x'.repeat(1_100_000)}"}}`;
    // A part of a file that staff send has a limit of its own, and is judged after whether there is such a file.
    const takesBytes = ({ path }: ServedOperation) => path.endsWith('/uploads/{uploadId}/part');
    for (const operation of operations.filter((one) => one.method !== 'GET' && !takesBytes(one))) {
      const url = operation.path.replace('{dataset}', 'small').replace(/\{\w+\}/g, '1');
      const request = { url, contentType: 'application/json', payload, fault: null };
      const reply = await send(caller, operation, request);
      expect([nameOf(operation), reply.statusCode]).toEqual([nameOf(operation), 413]);
      expect(expectRefusal(reply).code).toBe('too_large');
    }
    expect(await digest()).toEqual(before);
  });
});

type Kind = (typeof kinds)[number];

const tools = [
  'search_concepts',
  'describe_concept',
  'count_cohort',
  'cross_tab',
  'propose_edits',
  'nothing',
];

const edits: readonly (readonly [string, object])[] = [
  ['cohort_def', { type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] }],
  ['table_def', { type: 'add_entry', concept_id: 'sex' }],
  ['analysis_def', { type: 'add_entry', concept_id: 'sex' }],
];

/** The ids that a reply holds under a name ending in `_id`. */
const idsIn = (body: string, name: string): readonly unknown[] =>
  [...body.matchAll(new RegExp(`"${name}":("[^"]+"|\\d+)`, 'g'))].map(([, id = '0']) => JSON.parse(id));

async function signedIn(kind: Kind): Promise<Caller> {
  if (kind === 'assistant') return createCaller(portal.app, '', bearer(secret));
  const account = accounts.get(kind);
  return account === undefined ? portal.anonymous : portal.signedIn(account);
}

const nameOf = ({ method, path }: ServedOperation): string => `${method} ${path}`;
const isCostly = ({ path }: ServedOperation): boolean => /password|login/.test(path);

/** Expects JSON with a sentence and a code; the sentence begins with the field where there is one. */
function expectRefusal(reply: LightMyRequestResponse): { readonly detail: string; readonly code: string } {
  const { field, ...refusal } = refusalIn(reply);
  expect([reply.headers['content-type'], refusal]).toEqual([
    'application/json; charset=utf-8',
    { detail: expect.stringMatching(/\S/), code: expect.stringMatching(/\S/), requestId: expect.any(String) },
  ]);
  if (field !== undefined) expect(refusal.detail.slice(0, field.length + 2)).toBe(`${field}: `);
  return refusal;
}

/** Whether a refusal names one of the fields, however it quotes and cuts them. */
function namesAnyOf(fields: readonly string[], detail: string): boolean {
  const wordsOf = (text: string) => text.replace(/\W/g, '');
  return fields.some((field) => wordsOf(detail).includes(wordsOf(field)));
}
