import { Writable } from 'node:stream';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testPassword } from '../testing/factories.ts';
import { portalOfFile } from '../testing/ofFile.ts';

let log = '';
const stream = new Writable({
  write: (chunk, _encoding, done) => {
    log += String(chunk);
    done();
  },
});
const portal = await portalOfFile({ logger: pino({ level: 'info' }, stream) });
beforeEach(() => {
  log = '';
});

const address = '203.0.113.9';
const line = z.looseObject({ msg: z.string(), code: z.string().optional() });

describe('account and address are in log and audit', () => {
  it('of a refused sign-in', async () => {
    const { id, username } = await portal.anAccount();
    await signIn(username, 'wrong words here');
    expect(await linesOf(id)).toEqual([{ action: 'sign_in_refused', dataset: null, detail: { address } }]);
    expect(refusalsInLog()).toMatchObject([{ code: 'bad_credentials', account: String(id), address }]);
  });

  it('of a sign-in with a name that nobody has, without the name', async () => {
    await signIn('typed-by-a-stranger', 'wrong words here');
    expect(await linesOf(null)).toEqual([{ action: 'sign_in_refused', dataset: null, detail: { address } }]);
    expect(refusalsInLog()).toMatchObject([{ code: 'bad_credentials', account: null, address }]);
    expect(log).not.toContain('typed-by-a-stranger');
  });

  it.each([
    ['is for staff only', 'audit/all/', 'GET /api/v2/audit/all', 'not_permitted', null],
    ['needs a membership', 'closed/cohort_def/', 'GET /api/v2/:dataset/cohort_def', 'not_a_member', 'closed'],
    ['needs more access', 'narrow/cohort_def/', 'GET /api/v2/:dataset/cohort_def', 'not_permitted', 'narrow'],
  ])('of a refused call that %s', async (_what, url, call, code, dataset) => {
    const account = await portal.anAccount();
    if (dataset !== null) {
      const made = await portal.aDataset({ uniqueId: dataset });
      if (dataset === 'narrow') await portal.aMember({ account, dataset: made, canViewWorkspace: false });
    }
    const headers = await cookieOf(account.username);
    log = '';
    expect((await send(url, { headers })).json().code).toBe(code);
    expect(await linesOf(account.id)).toEqual([
      { action: 'permission_refused', dataset, detail: { call, code, address } },
    ]);
    expect(refusalsInLog()).toMatchObject([{ code, account: String(account.id), address }]);
  });

  it('of a request without a session, in the log', async () => {
    await send('audit/');
    expect(refusalsInLog()).toMatchObject([{ code: 'not_signed_in', account: null, address }]);
  });

  it('of a token that does not reach a call', async () => {
    const account = await portal.anAccount();
    const caller = await portal.signedIn(account);
    const body = { name: 'mine', scopes: ['export'], expires_in_days: 1, password: testPassword };
    const { secret, token } = (await caller.post('auth/tokens', body)).json();
    await send('dataset/', { headers: { authorization: `Bearer ${secret}` } });
    const detail = { token: token.id, scope: 'read', address };
    expect(await linesOf(account.id)).toEqual([{ action: 'token_refused', dataset: null, detail }]);
  });
});

it('what is refused for another reason keeps no address', async () => {
  const headers = await cookieOf((await portal.anAccount()).username);
  log = '';
  await send('nowhere/cohort_def/', { headers });
  expect(refusalsInLog()).toHaveLength(1);
  expect(log).not.toContain(address);
});

const refusalsInLog = () =>
  log
    .split('\n')
    .filter((one) => one !== '')
    .map((one) => line.parse(JSON.parse(one)))
    .filter(({ msg }) => msg === 'refused');

const linesOf = async (accountId: number | null) =>
  portal.db
    .selectFrom('audit_event')
    .select(['action', 'dataset', 'detail'])
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .where('action', 'like', '%refused')
    .orderBy('id')
    .execute();

const send = (url: string, given: { headers?: Record<string, string>; body?: object } = {}) =>
  portal.app.inject({
    method: given.body === undefined ? 'GET' : 'POST',
    url: `/api/v2/${url}`,
    remoteAddress: address,
    headers: given.headers ?? {},
    ...(given.body === undefined ? {} : { payload: given.body }),
  });

const signIn = (username: string, password: string) => send('auth/login/', { body: { username, password } });

async function cookieOf(username: string) {
  const [cookie] = (await signIn(username, testPassword)).cookies;
  return { cookie: `${cookie?.name}=${cookie?.value}` };
}
