import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ProviderSettings, signInFile } from '../../config/signInSettings.ts';
import { asOperator } from '../../testing/asOperator.ts';
import type { TestDataset } from '../../testing/factories.ts';
import { type TestApp, testApp } from '../../testing/testApp.ts';
import { claimOf } from './claims.ts';
import { openedBy } from './providerMemberships.ts';
import { recognise } from './recognise.ts';
import { createIssuerKeys } from './visas.ts';

const issuer = 'https://login.example';
const providerWith = (table: readonly object[]): ProviderSettings => {
  const entry = { id: 'university', label: 'University', issuer, clientId: 'atrium', createAccounts: true };
  const [settings] = signInFile.parse({
    providers: [{ ...entry, memberships: { claim: 'realm.groups', table } }],
  }).providers;
  if (settings === undefined) throw new Error('No provider.');
  return { ...settings, clientSecret: null };
};

describe('a table of groups (rule 15.56)', () => {
  const row = { dataset: 'heart', workspace: true, groups: [] };
  const table = [
    { ...row, value: 'all', level: 'agg', workspace: false, groups: ['south'] },
    { ...row, value: 'deid-north', level: 'deid', groups: ['north'] },
    { ...row, value: 'deid-east', level: 'deid', workspace: false, groups: ['east'] },
    { ...row, value: 'other', level: 'phi', dataset: 'lung' },
  ] as const;

  it.each([
    ['no group', ['none'], null],
    ['no claim', undefined, null],
    ['a claim of another kind', { all: true }, null],
    ['one group', 'all', { level: 'agg', canViewWorkspace: false, groups: ['south'] }],
    [
      'several levels: the highest, and nothing of the lower',
      ['all', 'deid-north'],
      { level: 'deid', canViewWorkspace: true, groups: ['north'] },
    ],
    [
      'several of a level: together',
      ['deid-east', 'deid-north', 'other'],
      { level: 'deid', canViewWorkspace: true, groups: ['east', 'north'] },
    ],
  ])('opens by %s', (_what, claim, opened) => {
    expect(openedBy(table, 'heart', claim)).toEqual(opened);
  });
});

describe('signing in through a provider with a table (rule 15.56)', () => {
  let portal: TestApp;
  let dataset: TestDataset;
  let made = 0;
  let subject = '';

  beforeAll(async () => {
    portal = await testApp();
  });
  afterAll(() => portal.close());
  beforeEach(async () => {
    made += 1;
    subject = `person-${made}`;
    dataset = await portal.aDataset();
  });

  const signIn = async (groups: unknown, { days = null }: { readonly days?: number | null } = {}) => {
    const { uniqueId } = dataset;
    const provider = providerWith([
      { value: 'readers', dataset: uniqueId, level: 'deid' },
      { value: 'north', dataset: uniqueId, level: 'deid', groups: ['north'] },
      { value: 'counters', dataset: uniqueId, level: 'agg', workspace: false },
      { value: 'readers', dataset: 'not-there-yet', level: 'phi' },
    ]);
    const claims = { preferred_username: subject, realm: { groups } };
    expect(claimOf(claims, 'realm.groups')).toBe(groups);
    const deps = {
      ...{ db: portal.db, clock: portal.clock.now, membershipDays: days },
      keysOf: createIssuerKeys(),
    };
    return recognise(deps, provider, { issuer, subject, claims, idToken: '' });
  };
  const named = () => ({ username: subject, dataset: dataset.uniqueId });
  const grantByHand = () =>
    asOperator(portal, { kind: 'grant', ...named(), level: 'agg', canViewWorkspace: true, groups: [] });
  const endByHand = () => asOperator(portal, { kind: 'endMember', ...named() });
  const listed = async () =>
    (await asOperator(portal, { kind: 'listMembers', dataset: dataset.uniqueId, asCsv: false }))
      .slice(1)
      .map((line) => line.split('\t').slice(2).join(' '));
  const lines = async () => {
    const events = portal.db.selectFrom('audit_event').select('action').where('dataset_id', '=', dataset.id);
    return (await events.orderBy('id').execute()).map(({ action }) => action);
  };

  it('gives, changes and ends the membership, and records each once', async () => {
    await signIn(['readers', 'else']);
    expect(await listed()).toEqual(['deid yes  never current university']);
    await signIn(['readers']);
    await signIn(['counters']);
    expect(await listed()).toEqual(['agg no  never current university']);
    portal.clock.advance(1);
    await signIn(undefined);
    expect(await listed()).toEqual([expect.stringContaining('ended')]);
    await signIn([]);
    await signIn(['readers']);
    expect(await listed()).toEqual(['deid yes  never current university']);
    expect(await lines()).toEqual([
      'membership_grant',
      'membership_grant',
      'membership_revoke',
      'membership_grant',
    ]);
  });

  it('leaves alone what staff gave or ended', async () => {
    await signIn([]);
    await grantByHand();
    await signIn(['readers']);
    expect(await listed()).toEqual(['agg yes  never current staff']);
    await signIn([]);
    expect(await listed()).toEqual(['agg yes  never current staff']);
    await endByHand();
    await signIn(['readers']);
    expect(await listed()).toEqual([expect.stringContaining('ended')]);
  });

  it('keeps ended what staff ended of a membership that the table gave', async () => {
    await signIn(['readers']);
    await endByHand();
    await signIn(['readers']);
    expect(await listed()).toEqual([expect.stringContaining('ended')]);
  });

  it('opens nothing by a group that the dataset lacks, since without it everything may be open', async () => {
    await signIn(['north']);
    expect(await listed()).toEqual([]);
    await portal.db
      .insertInto('permission_group')
      .values({ dataset_id: dataset.id, name: 'north', opens: '{}' })
      .execute();
    await signIn(['north']);
    expect(await listed()).toEqual(['deid yes north never current university']);
  });

  it('gives an end where memberships must have one, later with each sign-in', async () => {
    await signIn(['readers'], { days: 30 });
    const [before = ''] = await listed();
    expect(before).not.toContain('never');
    await signIn(['readers'], { days: 40 });
    expect((await listed())[0]).not.toBe(before);
  });
});
