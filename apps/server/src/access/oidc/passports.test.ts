import { once } from 'node:events';
import { createServer } from 'node:http';
import type { DatasetSettings } from '@atrium/contract/documents/dataPackage';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Transaction } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { localSignInOnly, signInFile } from '../../config/signInSettings.ts';
import type { Schema } from '../../database/index.ts';
import { importDataset } from '../../operations/importDataset.ts';
import { asOperator } from '../../testing/asOperator.ts';
import { createCaller } from '../../testing/caller.ts';
import type { TestDataset } from '../../testing/factories.ts';
import { portalOrigin, signInThrough } from '../../testing/oidcPortal.ts';
import { type OidcProvider, startOidcProvider } from '../../testing/oidcProvider.ts';
import { openInSmall } from '../../testing/smallPackage.ts';
import { type TestApp, testApp } from '../../testing/testApp.ts';
import { createTestBrowser } from '../../testing/testBrowser.ts';
import { applyGrantsOfEnded } from '../membershipGrants.ts';
import { applyPassport } from './visaMemberships.ts';
import { checkPassport, createIssuerKeys, type KeysOf } from './visas.ts';

/** An issuer of visas with keys of its own, at an address on this machine. */
async function startVisaIssuer() {
  const pairs = [await generateKeyPair('ES256')];
  let isAway = false;
  const server = createServer((_, reply) => {
    if (isAway) return void reply.writeHead(503).end();
    void Promise.all(pairs.map(({ publicKey }) => exportJWK(publicKey))).then((keys) =>
      reply.end(
        JSON.stringify({ keys: keys.map((key, index) => ({ ...key, alg: 'ES256', kid: `${index}` })) }),
      ),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.int() }).parse(server.address());
  const issuer = `http://127.0.0.1:${port}`;
  return {
    issuer,
    keys: `${issuer}/keys`,
    rotate: async () => void pairs.push(await generateKeyPair('ES256')),
    goAway: () => {
      isAway = true;
    },
    sign: async (payload: object) => {
      const kid = pairs.length - 1;
      const pair = pairs[kid];
      if (pair === undefined) throw new Error('There is no key.');
      return new SignJWT({ iss: issuer, ...payload })
        .setProtectedHeader({ alg: 'ES256', kid: `${kid}`, jku: `${issuer}/keys` })
        .sign(pair.privateKey);
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const people: Record<string, Record<string, unknown>> = {
  ada: { preferred_username: 'ada', name: 'Ada', ga4gh_passport_v1: [] },
};
const source = 'https://dac.example';
let broker: OidcProvider;
let issuer: Awaited<ReturnType<typeof startVisaIssuer>>;
let portal: TestApp;
let dataset: TestDataset;
beforeAll(async () => {
  broker = await startOidcProvider({ id: 'broker', portal: portalOrigin, people });
  issuer = await startVisaIssuer();
  const { issuer: address, clientId, clientSecret } = broker;
  const { providers } = signInFile.parse({
    providers: [
      {
        ...{ id: 'broker', label: 'Broker', issuer: address, clientId, createAccounts: true },
        passport: { issuers: [{ issuer: issuer.issuer, keys: issuer.keys, sources: [source] }] },
      },
    ],
  });
  const signIn = { ...localSignInOnly, publicUrl: portalOrigin };
  portal = await testApp({
    signIn: { ...signIn, providers: providers.map((one) => ({ ...one, clientSecret })) },
  });
  dataset = await portal.aDataset();
  await offer([wanted('readers')], 'deid');
});
afterAll(async () => {
  await portal.close();
  await Promise.all([broker.close(), issuer.close()]);
});

const wanted = (value: string) => ({ type: 'ControlledAccessGrants', value, source });
const set = (setting: string, of = dataset) =>
  asOperator(portal, {
    ...{ kind: 'setDataset', dataset: of.uniqueId, settings: [setting] },
    ...{ reset: [], confirm: [] },
  });
const offer = (visas: readonly object[], level: string) =>
  set(`visaMemberships=${JSON.stringify([{ visas, level }])}`);

const at = (minutes: number): number => Math.floor(portal.clock.now().getTime() / 1000) + minutes * 60;
const visa = (given: object, minutes = 20) =>
  issuer.sign({
    ...{ sub: '0001', iat: at(-1), exp: at(minutes) },
    ga4gh_visa_v1: { asserted: at(-10), source, by: 'dac', ...given },
  });
const link = () =>
  visa({ type: 'LinkedIdentities', value: ['ada', broker.issuer].map(encodeURIComponent).join(',') });

async function signIn(...visas: readonly string[]) {
  people['ada'] = { ...people['ada'], ga4gh_passport_v1: visas };
  const browser = createTestBrowser(portal.app, portalOrigin);
  expect(await signInThrough(browser, 'ada', 'broker')).toBe(`${portalOrigin}/`);
  return createCaller(portal.app, `atrium_session=${browser.cookie('atrium_session') ?? ''}`);
}
const listed = async (of = dataset) =>
  (await asOperator(portal, { kind: 'listMembers', dataset: of.uniqueId, asCsv: false }))
    .slice(1)
    .map((line) => line.split('\t').slice(2).join(' '));
const lines = async () =>
  (await portal.db.selectFrom('audit_event').select(['action', 'detail']).orderBy('id').execute()).filter(
    ({ action }) => action.startsWith('membership') || action === 'visas_refused',
  );

it('a visa of a passport makes a member, until it ends, and never wider than the steward says (rules 8.40 and 8.41)', async () => {
  await signIn();
  expect(await listed()).toEqual([]);
  const grant = await visa(wanted('readers'));
  await signIn(grant);
  expect(await listed()).toEqual([]);
  expect((await lines()).map(({ action }) => action)).toEqual(['visas_refused']);
  const caller = await signIn(grant, await link());
  expect(await listed()).toEqual([expect.stringMatching(/^deid yes .*current passport:broker$/)]);
  expect((await lines()).at(-1)?.detail).toMatchObject({ provider: 'passport:broker', level: 'deid' });
  const statusOf = async () => (await caller.get(`${dataset.uniqueId}/cohort_def/`)).statusCode;
  expect(await statusOf()).toBe(503);
  portal.clock.advance(19);
  expect(await statusOf()).toBe(503);
  portal.clock.advance(1);
  expect(await statusOf()).toBe(403);
});

it('what a new passport lacks ends at the sign-in (rule 8.41)', async () => {
  portal.clock.advance(10);
  await signIn(await visa(wanted('readers')), await link());
  expect(await listed()).toEqual([expect.stringMatching(/^deid .*current passport:broker$/)]);
  await signIn(await link());
  expect(await listed()).toEqual([expect.stringContaining('ended')]);
});

it('what the steward changes ends what was opened before, and what staff ended stays ended (rules 8.40 and 8.41)', async () => {
  portal.clock.advance(1);
  const grant = await visa(wanted('readers'));
  await signIn(grant, await link());
  expect(await listed()).toEqual([expect.stringMatching(/^deid .*current passport:broker$/)]);
  await offer([wanted('readers'), wanted('others')], 'phi');
  expect(await listed()).toEqual([expect.stringContaining('ended')]);
  await signIn(grant, await link());
  expect(await listed()).toEqual([expect.stringContaining('ended')]);
  await signIn(grant, await visa(wanted('others')), await link());
  expect(await listed()).toEqual([expect.stringMatching(/^phi .*current passport:broker$/)]);
  await asOperator(portal, { kind: 'endMember', username: 'ada', dataset: dataset.uniqueId });
  await signIn(grant, await visa(wanted('others')), await link());
  expect(await listed()).toEqual([expect.stringContaining('ended')]);
});

it('a setting with a group that the dataset lacks is refused by name (rule 8.40)', async () => {
  const lacking = [{ visas: [wanted('readers')], level: 'deid', groups: ['nowhere'] }];
  await expect(set(`visaMemberships=${JSON.stringify(lacking)}`)).rejects.toMatchObject({
    message: expect.stringContaining('there is no group nowhere'),
  });
});

it('visas and the setting of a dataset give each their own, and the end of one neither ends nor blocks the other (rules 8.42 and 8.43)', async () => {
  const open = await portal.aDataset();
  const offers = [{ visas: [wanted('readers')], level: 'deid' }];
  await set(`visaMemberships=${JSON.stringify(offers)}`, open);
  const grant = async () => signIn(await visa(wanted('readers')), await link());
  const enter = async (caller: Awaited<ReturnType<typeof signIn>>) =>
    (await caller.get(`${open.uniqueId}/cohort_def/`)).statusCode;

  await grant();
  portal.clock.advance(21);
  expect(await enter(await signIn())).toBe(403);
  await set('autoMembership={"level":"agg"}', open);
  const caller = await signIn();
  await enter(caller);
  expect(await listed(open)).toEqual([expect.stringMatching(/^agg .*never current everybody:$/)]);
  await grant();
  expect(await listed(open)).toEqual([expect.stringMatching(/^deid .*current passport:broker$/)]);
  await set('autoMembership=', open);
  portal.clock.advance(21);
  await enter(caller);
  expect(await listed(open)).toEqual([expect.stringMatching(/^agg .*never current everybody:$/)]);
  await grant();
  await signIn();
  expect(await listed(open)).toEqual([expect.stringMatching(/^agg .*never current everybody:$/)]);
  await grant();
  portal.clock.advance(21);
  const onFault = (error: unknown) => expect(error).toBe(null);
  await applyGrantsOfEnded(portal.db, { now: portal.clock.now(), onFault });
  const { account_id: actor } = await portal.db
    .selectFrom('audit_event')
    .select('account_id')
    .where('action', '=', 'membership_grant')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(actor).toBe(null);
  expect(await listed(open)).toEqual([expect.stringMatching(/^agg .*never current everybody:$/)]);
});

it('offers that change while a passport is looked at, or that an import takes away, open nothing more (rules 8.40 and 8.41)', async () => {
  const settings: DatasetSettings = {
    visaMemberships: [
      { visas: [{ type: 'ControlledAccessGrants', value: 'readers', source }], level: 'deid' },
    ],
  };
  const open = await portal.aDataset({ packagePath: portal.smallPackage, settings });
  await signIn(await visa(wanted('readers')), await link());
  expect(await listed(open)).toEqual([expect.stringMatching(/^deid .*current passport:broker$/)]);
  await importDataset(
    { ...portal, clock: portal.clock.now },
    {
      ...{ kind: 'import', dataset: open.uniqueId, packagePath: portal.smallPackage, dryRun: false },
      openIdentifiers: [...openInSmall],
    },
    { onProgress: () => {}, signal: new AbortController().signal, operator: 'root' },
  );
  expect(await listed(open)).toEqual([expect.stringContaining('ended')]);

  const raced = await portal.aDataset({ settings });
  const { visas } = await checkPassport(
    [await visa(wanted('readers'))],
    { issuer: issuer.issuer, subject: '0001' },
    { clock: portal.clock.now, keysOf: createIssuerKeys(), issuers: [{ ...issuer, sources: [source] }] },
  );
  const { db } = portal;
  const changing = new Proxy(db, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (name !== 'transaction') return value.bind(target);
      return () => ({
        execute: async (work: (transaction: Transaction<Schema>) => Promise<void>) => {
          await set('visaMemberships=', raced);
          return target.transaction().execute(work);
        },
      });
    },
  });
  const account = await portal.anAccount();
  const passport = { visas, refused: [], unverified: [] };
  const deps = { db: changing, clock: portal.clock.now, membershipDays: null };
  await applyPassport(deps, { account, provider: 'broker', passport });
  expect([visas.length, await listed(raced)]).toEqual([1, []]);
});

it('an issuer that has other keys now is asked for them, and one that is away ends nothing (rules 8.37 and 8.41)', async () => {
  const check = async (keysOf: KeysOf) =>
    checkPassport(
      [await visa(wanted('readers'))],
      { issuer: issuer.issuer, subject: '0001' },
      { clock: portal.clock.now, keysOf, issuers: [{ ...issuer, sources: [source] }] },
    );
  const keysOf = createIssuerKeys(0);
  expect((await check(keysOf)).visas).toHaveLength(1);
  await issuer.rotate();
  expect((await check(keysOf)).visas).toHaveLength(1);
  issuer.goAway();
  expect(await check(createIssuerKeys(0))).toMatchObject({ visas: [], unverified: [{ value: 'readers' }] });
});
