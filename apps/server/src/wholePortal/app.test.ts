import type { AccessLevel } from '@atrium/contract/wire/access';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '../access/index.ts';
import { type ApiOperation, type PersonalObject, readOperations } from '../testing/apiOperations.ts';
import { type Caller, createCaller } from '../testing/caller.ts';
import { isGate } from '../testing/chance.ts';
import { type TestDataset, testPassword } from '../testing/factories.ts';
import { portalOfFile } from '../testing/ofFile.ts';
import { makePersonalObject } from '../testing/personalObjects.ts';
import { refusalIn } from '../testing/refusalIn.ts';
import { type RouteRequest, routeExceptions } from '../testing/routeExceptions.ts';
import { type CallerKind, callerKinds, nameOf, type RouteRow, routeRow } from '../testing/routeOutcomes.ts';

// All callers try the same wrong password from the same address, and would have to wait for each other.
beforeEach(() => portal.clock.advance(15));

const accept = async (caller: Caller) => {
  const { agreement } = (await caller.get(`dataset/${guarded.uniqueId}/agreement`)).json();
  const { version, text_hash } = agreement;
  const reply = await caller.post(`dataset/${guarded.uniqueId}/agreement/accept`, { version, text_hash });
  expect(reply.statusCode).toBe(200);
};

const datasetOf = (kind: CallerKind): TestDataset => (kind === 'no agreement' ? guarded : dataset);

const ownerOf = async (kind: CallerKind): Promise<Caller> => {
  const account = people[kind];
  return account === null ? portal.anonymous : portal.signedIn(account);
};

const callerWithToken = async (kind: CallerKind, scope: 'read' | 'export'): Promise<Caller> => {
  const owner = await ownerOf(kind);
  const made = await owner.post('auth/tokens', {
    name: 'mine',
    scopes: [scope],
    expires_in_days: 30,
    password: testPassword,
  });
  return createCaller(portal.app, '', { authorization: `Bearer ${made.json().secret}` });
};

const portal = await portalOfFile();
const dataset = await portal.aDataset({ packagePath: portal.smallPackage });
/** Its data-use agreement is accepted by `accepting`, and not by the caller `no agreement`. */
const guarded = await portal.aDataset({ packagePath: portal.smallPackage, agreement: 'Be kind.' });
const accepting = (await portal.aMember({ dataset: guarded, level: 'phi' })).account;
await accept(await portal.signedIn(accepting));
const member = async (level: AccessLevel, canViewWorkspace = true) =>
  (await portal.aMember({ dataset, level, canViewWorkspace })).account;
const people: Readonly<Record<CallerKind, Account | null>> = {
  anonymous: null,
  'non-member': await portal.anAccount(),
  agg: await member('agg'),
  'agg, no workspace': await member('agg', false),
  'no-workspace': await member('deid', false),
  deid: await member('deid'),
  phi: await member('phi'),
  "other person's object": await member('phi'),
  staff: await portal.anAccount({ isStaff: true }),
  'token to read': await member('phi'),
  'token to export': await member('phi'),
  ended: (await portal.aMember({ dataset, level: 'phi', endsAt: portal.clock.now() })).account,
  'no agreement': (await portal.aMember({ dataset: guarded, level: 'phi' })).account,
};
const programs: Readonly<Record<'token to read' | 'token to export', Caller>> = {
  'token to read': await callerWithToken('token to read', 'read'),
  'token to export': await callerWithToken('token to export', 'export'),
};
const operations: readonly ApiOperation[] = await readOperations(portal.anonymous);

/** Who calls: by session, or with the token of one scope. */
const callerOf = async (kind: CallerKind): Promise<Caller> =>
  kind === 'token to read' || kind === 'token to export' ? programs[kind] : ownerOf(kind);

/**
 * Before the agreement every call of a dataset is tried below, and `declared.test.ts` tries every call with a token that
 * lacks its scope, but for two kinds of calls.
 */
const isTriedElsewhere = (kind: CallerKind, { method, template }: ApiOperation): boolean =>
  kind === 'no agreement' ||
  (kind.startsWith('token') && method !== 'OPTIONS' && !template.startsWith('/ga4gh'));

/** Who has less than another caller in one respect: in the gate these make a third of the calls that are refused to them. */
const tryingFewer: readonly CallerKind[] = [
  'agg, no workspace',
  'no-workspace',
  'ended',
  "other person's object",
];

const outcomeOf = (reply: Parameters<typeof refusalIn>[0]): string =>
  reply.statusCode < 400 ? 'open' : `${refusalIn(reply).code}`;

describe('who may call what', () => {
  it('has exceptions for calls of the portal only', () => {
    expect(operations.length).toBeGreaterThan(20);
    const calls = operations.map(nameOf);
    expect(Object.keys(routeExceptions).filter((name) => !calls.includes(name))).toEqual([]);
  });

  it.each(callerKinds)('is what each call declares, for this caller: %s', async (kind) => {
    const answered = new Map<string, string>();
    const expected = new Map<string, string>();
    const answer = answersTo(kind);
    for (const [call, operation] of operations.entries()) {
      const row = routeRow(operation);
      if (!isTried(kind, row, call)) continue;
      answered.set(nameOf(operation), await answer(operation, row));
      expected.set(nameOf(operation), row.outcomes[kind]);
    }
    expect(Object.fromEntries(answered)).toEqual(Object.fromEntries(expected));
  });

  async function isRefusedBefore(
    level: AccessLevel,
    canViewWorkspace: boolean,
    isStaff: boolean,
  ): Promise<void> {
    const account = await portal.anAccount({ isStaff });
    await portal.aMember({ account, dataset: guarded, level, canViewWorkspace });
    const caller = await portal.signedIn(account);
    const answered = new Map<string, string>();
    for (const operation of operations.filter(({ template }) => template.includes('{dataset}'))) {
      const row = routeRow(operation);
      const parameters = { dataset: guarded.uniqueId, objectId: '1' };
      const reply = await send(caller, operation, { ...row, ...parameters });
      answered.set(nameOf(operation), reply.statusCode === 200 ? 'open' : `${refusalIn(reply).code}`);
    }
    const others = [...answered].filter(([, outcome]) => outcome !== 'agreement_required');
    expect(answered.size).toBeGreaterThan(30);
    expect(others).toEqual([
      ['GET dataset/{dataset}/agreement', 'open'],
      ['POST dataset/{dataset}/agreement/accept', 'conflict'],
    ]);
  }

  const beforeAgreement =
    'before the agreement every call of the dataset but two is refused, at level %s (workspace: %s, staff: %s)';

  it.each<[AccessLevel, boolean, boolean]>([
    ['phi', true, true],
    ['agg', true, false],
  ])(beforeAgreement, isRefusedBefore);

  it.each<[AccessLevel, boolean, boolean]>([
    ['phi', true, false],
    ['phi', false, false],
    ['deid', true, false],
    ['agg', false, true],
  ])(beforeAgreement, { tags: 'long' }, isRefusedBefore);

  it('after the agreement every call answers as in a dataset that has none', { tags: 'long' }, async () => {
    const caller = await portal.signedIn(accepting);
    const { uniqueId } = guarded;
    const objectFor = shareAmongReads<string | undefined>();
    for (const operation of operations.filter(({ template }) => template.includes('{dataset}'))) {
      const row = routeRow(operation);
      const { object } = row;
      const objectId =
        object &&
        (await objectFor(object, operation.method === 'GET', () =>
          makePersonalObject[object](caller, uniqueId),
        ));
      const reply = await send(caller, operation, { ...row, dataset: uniqueId, objectId });
      const outcome = reply.statusCode < 400 ? 'open' : reply.json().code;
      expect([nameOf(operation), outcome]).toEqual([nameOf(operation), row.outcomes.phi]);
    }
  });

  it('an unknown dataset is 401 for anonymous callers and 404 for all others', async () => {
    const inDataset = operations.filter((operation) => operation.template.includes('{dataset}'));
    expect(inDataset.length).toBeGreaterThan(10);
    const nowhere = { dataset: 'nowhere', objectId: undefined };
    const kinds = ['anonymous', 'non-member', 'phi'] as const;
    const callers = await Promise.all(kinds.map(callerOf));
    for (const [call, operation] of inDataset.entries()) {
      const row = routeRow(operation);
      for (const [index, caller] of callers.entries()) {
        if (isGate && index !== call % kinds.length) continue;
        const { statusCode } = await send(caller, operation, { ...row, ...nowhere });
        expect([nameOf(operation), statusCode]).toEqual([nameOf(operation), index === 0 ? 401 : 404]);
      }
    }
  });

  it('an expired session is no session', async () => {
    const caller = await portal.signedIn(await portal.anAccount());
    portal.clock.advance(31);
    expect((await caller.get('dataset/')).statusCode).toBe(401);
  });
});

/** Makes one thing for calls that change nothing, up to the next call of another kind: that one has its own, and may end others. */
function shareAmongReads<Made>() {
  const shared = new Map<string, Promise<Made>>();
  return (what: string, changesNothing: boolean, make: () => Promise<Made>): Promise<Made> => {
    if (!changesNothing) {
      shared.clear();
      return make();
    }
    const made = shared.get(what) ?? make();
    shared.set(what, made);
    return made;
  };
}

/** In the gate a caller makes the calls that are refused to it; each other call is made by one of those to whom it is open. */
function isTried(kind: CallerKind, { outcomes }: RouteRow, call: number): boolean {
  const operation = operations[call];
  if (!isGate || operation === undefined) return true;
  const triesAll = !isTriedElsewhere(kind, operation) && !tryingFewer.includes(kind);
  if (outcomes[kind] !== 'open') return triesAll || call % 3 === 0;
  const open = callerKinds.filter((one) => outcomes[one] === 'open');
  return open[call % open.length] === kind;
}

interface PathParameters {
  readonly dataset: string;
  readonly objectId: string | undefined;
}

async function send(caller: Caller, operation: ApiOperation, request: RouteRequest & PathParameters) {
  const path = operation.pathIn(request.dataset, request.objectId) + (request.query ?? '');
  if (operation.method === 'GET') return caller.get(path);
  if (operation.method === 'POST') return caller.post(path, request.body);
  const headers = { 'content-type': 'application/json' };
  return caller.send({
    method: 'OPTIONS',
    url: path,
    headers,
    payload: request.body === undefined ? '' : JSON.stringify(request.body),
  });
}

/** Whose object a call names: in a dataset, nobody has any before the agreement. */
function ownerOfObject(kind: CallerKind, { template }: ApiOperation): Promise<Caller> {
  if (kind === 'no agreement' && template.includes('{dataset}')) return portal.signedIn(accepting);
  return ownerOf(kind === "other person's object" ? 'phi' : kind);
}

/** Answers one kind of caller: real requests about objects of the caller or of the phi member. */
function answersTo(kind: CallerKind) {
  const { uniqueId } = datasetOf(kind);
  const [callerFor, objectFor] = [shareAmongReads<Caller>(), shareAmongReads<string | undefined>()];
  return async (operation: ApiOperation, row: RouteRow): Promise<string> => {
    const { object } = row;
    const makeObject = async (of: PersonalObject) =>
      makePersonalObject[of](await ownerOfObject(kind, operation), uniqueId);
    // What is refused changes nothing either.
    const changesNothing = operation.method === 'GET' || row.outcomes[kind] !== 'open';
    const objectId = object && (await objectFor(object, changesNothing, () => makeObject(object)));
    const caller = await callerFor(kind, changesNothing, () => callerOf(kind));
    const reply = await send(caller, operation, { ...row, dataset: uniqueId, objectId });
    return outcomeOf(reply);
  };
}
