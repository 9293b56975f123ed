import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiOperation, readOperations } from './testing/apiOperations.ts';
import type { Caller } from './testing/caller.ts';
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
let people: Readonly<Record<Kind, Caller>>;
let operations: readonly ApiOperation[];

beforeAll(async () => {
  portal = await testApp();
  dataset = await portal.aDataset({ packagePath: portal.smallPackage });
  const member = async (given: { level: 'agg' | 'deid' | 'phi'; canViewWorkspace?: boolean }) =>
    portal.signedIn((await portal.aMember({ dataset, ...given })).account);
  people = {
    anonymous: portal.anonymous,
    stranger: await portal.signedIn(await portal.anAccount()),
    agg: await member({ level: 'agg' }),
    deid: await member({ level: 'deid' }),
    phi: await member({ level: 'phi' }),
    'no-ws': await member({ level: 'deid', canViewWorkspace: false }),
    'agg-no-ws': await member({ level: 'agg', canViewWorkspace: false }),
  };
  operations = await readOperations(portal.anonymous);
});
afterAll(() => portal.close());

const nameOf = ({ method, template }: ApiOperation): string => `${method} ${template}`;

function call(
  caller: Caller,
  operation: ApiOperation,
  uniqueId = dataset.uniqueId,
): Promise<LightMyRequestResponse> {
  const path = operation.pathIn(uniqueId);
  return operation.method === 'GET' ? caller.get(path) : caller.post(path, {});
}

const allowed = ({ template }: ApiOperation): readonly Kind[] =>
  matrix.find(([path]) => path.test(template))?.[1] ?? [];

/** What the door says, before the call itself is looked at. */
async function doorOf(kind: Kind, operation: ApiOperation): Promise<string> {
  const reply = await call(people[kind], operation);
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
        [people.anonymous, people.stranger, people.phi].map((caller) => call(caller, operation, 'nowhere')),
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
    portal.clock.advance(-31);
  });
});

const json = { 'content-type': 'application/json' };

/** Requests that no honest client sends; `at` is a path below the API, filled from the operation. */
const oddBodies: readonly string[] = [
  '',
  '{',
  'null',
  '[]',
  '7',
  '"text"',
  '{"transformation":null}',
  '{"transformation":[]}',
  '{"transformation":{}}',
  '{"transformation":{"type":"no_such_edit"}}',
  '{"transformation":{"type":null,"concept_id":"sex"}}',
  '{"transformation":{"type":"add_entry"}}',
  '{"transformation":{"type":"add_entry","concept_id":null}}',
  '{"transformation":{"type":"add_entry","concept_id":"no_such_concept"}}',
  '{"transformation":{"type":"add_entry","concept_id":"__proto__"}}',
  '{"transformation":{"type":"add_entry","concept_id":"constructor","selected_categories":["x"]}}',
  '{"transformation":{"type":"add_entry","concept_id":"sex","selected_categories":"Female"}}',
  '{"transformation":{"type":"add_entry","concept_id":"sex","selected_categories":[{}]}}',
  '{"transformation":{"type":"add_entry","concept_id":"sex","entry_id":{"a":1}}}',
  '{"transformation":{"type":"add_entry","concept_id":"weight","cd_numeric_min":"abc"}}',
  '{"transformation":{"type":"add_entry","concept_id":"weight","cd_numeric_min":1e400,"cd_numeric_max":"1"}}',
  '{"transformation":{"type":"add_entry","concept_id":"age","cd_age_min_year":"-","cd_age_max_day":"99999999999999999999"}}',
  '{"transformation":{"type":"add_entry","concept_id":"birth_date","query_type":"date_range","date_min":"13/45/2020"}}',
  '{"transformation":{"type":"add_entry","concept_id":"note","chiron_text_field_selection":7}}',
  '{"transformation":{"type":"add_entry","concept_id":"diagnosis_term","chiron_ontology_field_selection":[{"code":7}]}}',
  '{"transformation":{"type":"add_entry","concept_id":"diagnosis_term","chiron_ontology_field_selection":"\'; drop table account; --"}}',
  '{"transformation":{"type":"delete_entry","entry_id":"nothing"}}',
  '{"transformation":{"type":"delete_entry","entry_id":7}}',
  '{"transformation":{"type":"resort_columns","entry_ids":["a","a"]}}',
  '{"transformation":{"type":"resort_columns","entry_ids":"a"}}',
  '{"transformation":{"type":"sort_cd_entries","entry_id":"x","child_ids":["x"]}}',
  '{"transformation":{"type":"add_category","category_id":1e308}}',
  '{"transformation":{"type":"add_category","category_id":99999}}',
  '{"transformation":{"type":"modify_event_rule","entry_id":"x","option_type":"x","deep":[[[[]]]]}}',
  `{"transformation":{"type":"add_entry","concept_id":"${'x'.repeat(5000)}"}}`,
  '{"transformation":{"type":"add_entry","concept_id":"a\\u0000b"}}',
  '{"transformation":{"type":"add_entry","concept_id":"\\ud800"}}',
];

const oddQueries: readonly string[] = [
  'page=-1&records_per_page=0',
  'page=0&page_size=0',
  'page=999999999&records_per_page=999999999&page_size=999999999',
  'page=abc',
  'page=1e9',
  'search=%00',
  'search=%25%5F%5C%27%22%28',
  'search=%F0%28%8C%28',
  'cohort_def_entry_id=undefined&table_def_entry_id=null&prefilter_value=',
  'include_cohort_def_options=true&cohort_def_entry_id=%27%3B--',
  'include_table_def_options=true&table_def_entry_id=nothing&include_statistics=yes',
  'include_statistics=true&show_all_data=maybe&cohort_def=%7B',
  'prefilter_value=%00',
  'ontology_class=X%3A404&ontology_action=sideways&json_flavor=vanilla',
  'ontology_class=%00&ontology_action=expand',
  'set_to_active=false',
  'set_to_active=true',
  'concept_type=nothing&cohort_type=%00&category=x&collection=%00&show=everything',
  '__proto__=1&constructor=2',
  `search=${'x'.repeat(501)}`,
  '&&&=&=x',
];

const oddIds: readonly string[] = [
  '0',
  '-1',
  '999999999',
  '99999999999999999999',
  '1.5',
  'abc',
  '%00',
  '%27%3B--',
  '%F0%9F%AB%80',
  '__proto__',
  'x'.repeat(150),
  '..%2f..%2fetc',
];

/** Below 500, JSON, and with a sentence when refused. */
function expectAnswered(what: string, reply: LightMyRequestResponse): void {
  expect([what, reply.statusCode < 500 ? 'answered' : reply.body]).toEqual([what, 'answered']);
  if (reply.statusCode < 400) return expect([what, reply.statusCode]).toEqual([what, 200]);
  expect([what, reply.json()]).toEqual([
    what,
    { detail: expect.stringMatching(/./), code: expect.stringMatching(/./), requestId: expect.any(String) },
  ]);
}

describe('malformed requests are refused with a sentence, never a fault', () => {
  it('odd bodies on every POST', async () => {
    for (const operation of operations.filter(
      ({ method, template }) => method === 'POST' && !template.startsWith('auth'),
    ))
      for (const payload of oddBodies) {
        const url = `/api/v2/${operation.pathIn(dataset.uniqueId)}/`;
        const reply = await people.phi.send({ method: 'POST', url, headers: json, payload });
        expectAnswered(`${nameOf(operation)} ${payload.slice(0, 100)}`, reply);
      }
  });

  it('odd sign-ins', async () => {
    const odd = [
      '',
      '{',
      'null',
      '{}',
      '{"username":"a"}',
      '{"username":"a","password":7}',
      '{"username":"","password":""}',
    ];
    const stuffed = [
      { username: 'a\u0000', password: 'x' },
      { username: 'x'.repeat(201), password: 'x' },
      { username: 'x', password: 'x'.repeat(1001) },
    ];
    for (const payload of [...odd, ...stuffed.map((body) => JSON.stringify(body))]) {
      const reply = await portal.anonymous.send({
        method: 'POST',
        url: '/api/v2/auth/login/',
        headers: json,
        payload,
      });
      expect([payload.slice(0, 60), reply.statusCode]).toEqual([payload.slice(0, 60), 400]);
      expectAnswered(payload, reply);
    }
  });

  it('odd queries on every GET', async () => {
    for (const operation of operations.filter(({ method }) => method === 'GET'))
      for (const query of oddQueries) {
        const reply = await people.phi.send({
          url: `/api/v2/${operation.pathIn(dataset.uniqueId)}?${query}`,
        });
        expectAnswered(`${nameOf(operation)} ${query.slice(0, 100)}`, reply);
      }
  });

  it('odd ids in every path', async () => {
    for (const operation of operations)
      for (const id of oddIds) {
        const path = operation.template.replace(/\{(\w+)\}/g, (_, name) =>
          name === 'dataset' ? dataset.uniqueId : id,
        );
        const replies = await Promise.all(
          [path, operation.template.replace(/\{\w+\}/g, id)].map((one) =>
            people.phi.send({ method: operation.method, url: `/api/v2/${one}` }),
          ),
        );
        for (const reply of replies) expectAnswered(`${nameOf(operation)} ${id}`, reply);
      }
  });
});
