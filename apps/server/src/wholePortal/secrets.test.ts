import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { testPassword } from '../testing/factories.ts';
import { testApp } from '../testing/testApp.ts';

const made = z.object({ secret: z.string().min(40) });
const headers = { 'content-type': 'application/json' };

it('no password, cookie, token, header, query or body is in the log or the audit, whatever happened', async () => {
  let log = '';
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      log += String(chunk);
      done();
    },
  });
  const portal = await testApp({ logger: pino({ level: 'trace' }, stream) });
  const dataset = await portal.aDataset({ uniqueId: 'small', packagePath: portal.smallPackage });
  const { account } = await portal.aMember({ dataset, level: 'phi' });
  const signIn = (password: string) =>
    portal.anonymous.send({
      method: 'POST',
      url: '/api/v2/auth/login/?return_to=hidden-return',
      headers,
      payload: JSON.stringify({ username: account.username, password }),
    });

  expect((await signIn('hidden-wrong-password')).statusCode).toBe(401);
  const [cookie] = (await signIn(testPassword)).cookies;
  const session = `${cookie?.name}=${cookie?.value}`;
  expect(cookie?.value).toMatch(/^[\w-]{40,}$/);
  const as = (url: string, given: Record<string, string>, body?: object) =>
    portal.anonymous.send({
      method: body === undefined ? 'GET' : 'POST',
      url: `/api/v2/${url}`,
      headers: { ...headers, ...given },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
  const token = await as(
    'auth/tokens/',
    { cookie: session },
    { name: 'hidden-name', scopes: ['read'], expires_in_days: 1, password: testPassword },
  );
  const { secret } = made.parse(token.json());
  const bearer = { authorization: `Bearer ${secret}` };
  expect((await as('small/query_tools/count/', bearer)).statusCode).toBe(200);
  expect((await as('small/concepts/note/cohort_def_callback/?search=hidden-search', bearer)).statusCode).toBe(
    200,
  );
  expect((await as('small/query_tools/count/', { authorization: 'Bearer hidden-bearer' })).statusCode).toBe(
    401,
  );
  expect(
    (await as('small/cohort_def/', { cookie: session }, { transformation: 'hidden-edit' })).statusCode,
  ).toBe(400);
  await as('small/query_tools/count/', { cookie: session, 'x-hidden': 'hidden-header' });
  await portal.warehouse.close();
  expect((await as('small/query_tools/count/?hidden-query', { cookie: session })).statusCode).toBe(500);

  const audit = await portal.db.selectFrom('audit_event').selectAll().execute();
  await portal.close();
  expect(log).toContain('"path":"/api/v2/auth/login/"');
  expect(log).toContain('"level":50');
  expect(audit.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['sign_in', 'sign_in_refused', 'count']),
  );
  for (const text of [log, JSON.stringify(audit)]) {
    for (const hidden of [/hidden-/, testPassword, cookie?.value ?? '', secret, 'Bearer ', 'authorization'])
      expect(text).not.toMatch(hidden);
  }
});
