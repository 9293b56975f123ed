import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../access/index.ts';
import { type ApiOperation, readOperations } from '../testing/apiOperations.ts';
import { type Caller, createCaller } from '../testing/caller.ts';
import { type TestDataset, testPassword } from '../testing/factories.ts';
import { makePersonalObject } from '../testing/personalObjects.ts';
import { refusalIn } from '../testing/refusalIn.ts';
import { nameOf, type RouteRow, routeRow } from '../testing/routeOutcomes.ts';
import { type TestApp, testApp } from '../testing/testApp.ts';

let portal: TestApp;
let dataset: TestDataset;
let member: Account;
let staff: Account;
let operations: readonly ApiOperation[];
/** The costs of the work that waited for a permit. */
const begun: string[] = [];

beforeAll(async () => {
  portal = await testApp({ volumes: { limits: { rows: 1_000_000, bytes: 1_000_000_000 } } });
  dataset = await portal.aDataset({ packagePath: portal.smallPackage });
  member = (await portal.aMember({ dataset, level: 'phi' })).account;
  staff = await portal.anAccount({ isStaff: true });
  operations = await readOperations(portal.anonymous);
  const { limiter } = portal.app;
  Object.assign(limiter, {
    beginWork: async (cost: string) => {
      begun.push(cost);
      return () => {};
    },
  });
});
afterAll(() => portal.close());

const recorded: ReadonlySet<string> = new Set([
  'figures',
  'values',
  'rows',
  'files',
  'capability',
  'recordedQueries',
]);

/** Requests that show something, where that of the table of callers shows nothing. */
const showing: Readonly<Record<string, Partial<RouteRow>>> = {
  'GET {dataset}/concept_categories/concept_search': { query: '?search=female' },
};

/** Requests of the table of callers that show nothing here: no file, no axes, no values, a provider that is not known. */
const nothingToShow: ReadonlySet<string> = new Set([
  'POST /pcgc/importedfiles/file-type-list?dataset={dataset}',
  'GET /pcgc/importedfiles/queue-type-list?dataset={dataset}',
  'GET {dataset}/files/list',
  'POST /pcgc/importedfiles/download-aspera?dataset={dataset}',
  'GET /pcgc/importedfiles/download-aspera?dataset={dataset}',
  'GET auth/oidc/{provider}/callback',
  'POST {dataset}/cohort_def',
  'POST {dataset}/cohort_def/batch',
  'POST {dataset}/concepts/{conceptId}/unchosen',
  'GET {dataset}/analysis_tools/run_analysis',
  'POST {dataset}/analysis_tools/run_analysis',
  // A line of one's own, and a report of which nothing is expected and which keeps no comparison.
  'GET audit/lines/{lineId}/definitions',
  'GET {dataset}/reports/{reportId}/expectations',
  'GET {dataset}/reports/{reportId}/comparison',
]);

const callerFor = ({ template }: ApiOperation): Account =>
  template.includes('/admin/') || template.startsWith('audit/all') || template.startsWith('audit/export')
    ? staff
    : member;

/** The path of a call; the personal object that it names is made first, which may leave lines of its own. */
async function pathOf(operation: ApiOperation, { object, query }: RouteRow): Promise<string> {
  const objectId =
    object && (await makePersonalObject[object](await portal.signedIn(member), dataset.uniqueId));
  return operation.pathIn(dataset.uniqueId, objectId) + (query ?? '');
}

const ask = (caller: Caller, { method }: ApiOperation, path: string, { body }: RouteRow) =>
  method === 'GET' ? caller.get(path) : caller.post(path, body);

const linesOf = async (account: Account): Promise<number> => {
  const row = await portal.db
    .selectFrom('audit_event')
    .select(({ fn }) => fn.countAll<string>().as('lines'))
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  return Number(row.lines);
};

/** The calls of a kind that the caller may make, each with its row. */
const tried = (chosen: (operation: ApiOperation) => boolean): readonly [ApiOperation, RouteRow][] =>
  operations
    .filter((operation) => operation.method !== 'OPTIONS' && chosen(operation))
    .map((operation) => [operation, { ...routeRow(operation), ...showing[nameOf(operation)] }]);

describe('each call does what it declares (rule 8.28)', () => {
  it('what discloses something leaves a line in the audit', async () => {
    const without: string[] = [];
    let answered = 0;
    for (const [operation, row] of tried(({ discloses }) => recorded.has(discloses))) {
      const account = callerFor(operation);
      const caller = await portal.signedIn(account);
      const path = await pathOf(operation, row);
      const before = await linesOf(account);
      const { statusCode } = await ask(caller, operation, path, row);
      if (statusCode >= 400 || nothingToShow.has(nameOf(operation))) continue;
      answered += 1;
      if ((await linesOf(account)) === before) without.push(nameOf(operation));
    }
    expect(without).toEqual([]);
    expect(answered).toBeGreaterThan(35);
  });

  it('work waits for a permit of the declared cost', async () => {
    const wrong: unknown[] = [];
    for (const [operation, row] of tried(({ method }) => method === 'GET')) {
      const caller = await portal.signedIn(callerFor(operation));
      if (row.object !== undefined) continue;
      const path = await pathOf(operation, row);
      begun.length = 0;
      const reply = await ask(caller, operation, path, row);
      if (reply.statusCode >= 400) continue;
      const waits = operation.cost === 'light' || operation.cost === 'heavy';
      const expected = waits ? [operation.cost] : operation.cost === 'stream' ? ['heavy'] : [];
      if (JSON.stringify(begun) !== JSON.stringify(expected))
        wrong.push([nameOf(operation), operation.cost, [...begun]]);
    }
    expect(wrong).toEqual([]);
  });

  it('a token without the declared scope is refused, and the refusal is on record', async () => {
    const owner = await portal.signedIn(member);
    const tokenOf = async (scope: 'read' | 'export') => {
      const made = await owner.post('auth/tokens', {
        name: scope,
        scopes: [scope],
        expires_in_days: 1,
        password: testPassword,
      });
      return createCaller(portal.app, '', { authorization: `Bearer ${made.json().secret}` });
    };
    const tokens = { read: await tokenOf('read'), export: await tokenOf('export') };
    const wrong: string[] = [];
    for (const [operation, row] of tried(({ template }) => !template.startsWith('/ga4gh'))) {
      for (const scope of ['read', 'export'] as const) {
        if (operation.tokenScope === scope) continue;
        const before = await linesOf(member);
        const path = operation.pathIn(dataset.uniqueId, '1') + (row.query ?? '');
        const caller = tokens[scope];
        const reply = operation.method === 'GET' ? await caller.get(path) : await caller.post(path, row.body);
        const isRefused = reply.statusCode === 403 && refusalIn(reply).code === 'not_permitted';
        if (!isRefused || (await linesOf(member)) === before)
          wrong.push(`${nameOf(operation)} with the scope ${scope}: ${reply.statusCode}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('values that are listed or tested, and rows, count for the day', async () => {
    const caller = await portal.signedIn(member);
    const taken = async (): Promise<number> => {
      const rows = await portal.db
        .selectFrom('export_volume')
        .select('rows')
        .where('account_id', '=', member.id)
        .execute();
      return rows.reduce((sum, { rows }) => sum + Number(rows), 0);
    };
    const growth = async (ask: () => Promise<{ readonly statusCode: number }>): Promise<number> => {
      const before = await taken();
      expect((await ask()).statusCode).toBe(200);
      return (await taken()) - before;
    };
    const { uniqueId } = dataset;
    const pasted = (values: readonly string[], validateOnly: boolean) => ({
      transformation: {
        type: 'add_entry',
        concept_id: 'participant_id',
        chiron_text_field_selection: values.join('\n'),
        validate_only: validateOnly,
        ignore_warnings: true,
      },
    });
    expect(await growth(() => caller.get(`${uniqueId}/query_tools/preview/`))).toBeGreaterThan(0);
    expect(
      await growth(() => caller.get(`${uniqueId}/concept_categories/concept_search/?search=female`)),
    ).toBeGreaterThan(0);
    const ids = ['P1', 'P2', 'nobody'];
    expect(await growth(() => caller.post(`${uniqueId}/cohort_def/`, pasted(ids, true)))).toBe(3);
    expect(await growth(() => caller.get(`${uniqueId}/query_tools/count/`))).toBe(0);
  });
});
