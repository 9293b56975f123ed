import { toDay } from '@atrium/contract/calendar/days';
import type { DatasetSettings } from '@atrium/contract/documents/dataPackage';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../operations/index.ts';
import { asOperator } from '../testing/asOperator.ts';
import type { MemberGiven } from '../testing/factories.ts';
import { portalOfFile } from '../testing/ofFile.ts';
import { hasEnded, lastDayOf, limitEnd, recordEnds } from './membershipEnds.ts';

const portal = await portalOfFile();
/** The whole portal of a site that limits memberships to 30 days. */
const limited = await portalOfFile({ membershipDays: 30 });

const command = (operation: Operation, at = portal, membershipDays: number | null = null) =>
  asOperator(at, operation, { membershipDays });

const day = (text: string) => {
  const read = toDay(text);
  if (read === undefined) throw new Error(text);
  return read;
};

/** A day so many days after the portal's. */
const inDays = (days: number, at = portal) => {
  const later = new Date(at.clock.now().getTime() + days * 86_400_000);
  return day(later.toISOString().slice(0, 10));
};

const datasetNamed = async (uniqueId: string) => {
  const found = portal.db.selectFrom('dataset').select('id').where('unique_id', '=', uniqueId);
  return { uniqueId, ...(await found.executeTakeFirstOrThrow()) };
};

describe('a membership with an end (rule 8.20)', () => {
  it('opens nothing from its end on, by the clock, and says since when', async () => {
    const now = portal.clock.now();
    const { open, caller, dataset } = await aMember({ endsAt: new Date(now.getTime() + 60_000) });
    expect(await open()).toBe('open');
    portal.clock.advance(1);
    expect(await open()).toMatchObject({
      code: 'not_a_member',
      detail: `Your access to this dataset ended on ${now.toISOString().slice(0, 10)}. Ask its contact to renew it.`,
    });
    expect((await caller.get('auth/memberships')).json()).toEqual({ memberships: [] });
    const { datasets } = (await caller.get('dataset')).json();
    expect(datasets).toContainEqual(expect.objectContaining({ unique_id: dataset, selectable: false }));
  });

  it('is not made anew by the automatic membership of the dataset', async () => {
    const auto = { autoMembership: { level: 'phi' } } as const;
    const { open, caller, dataset } = await aMember({ endsAt: portal.clock.now() }, auto);
    expect(await open()).toMatchObject({ code: 'not_a_member' });
    const { datasets } = (await caller.get('dataset')).json();
    expect(datasets).toContainEqual(expect.objectContaining({ unique_id: dataset, selectable: false }));
  });

  it('is listed to unlisted datasets no more', { tags: 'long' }, async () => {
    const { caller, dataset } = await aMember({ endsAt: portal.clock.now() }, { listed: false });
    const { datasets } = (await caller.get('dataset')).json();
    expect(datasets.map((one: { unique_id: string }) => one.unique_id)).not.toContain(dataset);
  });

  it('shows its last day in the list, in the dataset and among the memberships', {
    tags: 'long',
  }, async () => {
    const { caller, dataset } = await aMember({ endsAt: new Date('2027-04-01T00:00:00Z') });
    const { datasets } = (await caller.get('dataset')).json();
    expect(datasets).toContainEqual(
      expect.objectContaining({ unique_id: dataset, accessUntil: '2027-03-31' }),
    );
    expect((await caller.get(`dataset/${dataset}`)).json().accessUntil).toBe('2027-03-31');
    const { memberships } = (await caller.get('auth/memberships')).json();
    expect(memberships).toEqual([expect.objectContaining({ dataset, access_until: '2027-03-31' })]);
  });

  it('gives no recorded query back after it', async () => {
    const { open, caller, named } = await aMember();
    await open();
    const [line] = (await caller.get('audit?action=count')).json().results;
    await command({ kind: 'endMember', ...named });
    expect((await caller.get(`audit/lines/${line.id}/definitions`)).json().code).toBe('not_permitted');
  });
});

describe('an operator', () => {
  it('grants until a day, which a grant without a day keeps and --no-end takes away', {
    tags: 'long',
  }, async () => {
    const { caller, dataset, grant, linesOf, membershipId, account } = await aMember();
    const until = inDays(10);
    const untilNow = async () => (await caller.get(`dataset/${dataset}`)).json().accessUntil;
    expect(await command({ ...grant, until })).toEqual([
      `${account.username} is a member of ${dataset} at level deid until ${until}.`,
    ]);
    await command({ ...grant, canViewWorkspace: false });
    expect(await untilNow()).toBe(until);
    await command({ ...grant, until: 'never' });
    expect(await untilNow()).toBeUndefined();
    const rights = { membership: membershipId, account: account.id, level: 'deid', groups: '' };
    expect(await linesOf('membership_grant')).toEqual([
      ['root', { ...rights, canViewWorkspace: true }],
      ['root', { ...rights, canViewWorkspace: false, until }],
      ['root', { ...rights, canViewWorkspace: true, until }],
    ]);
  });

  it('renews a membership that has ended, and nothing else of it changes', { tags: 'long' }, async () => {
    const { open, named, linesOf, membershipId, account } = await aMember({
      level: 'phi',
      endsAt: new Date('2026-05-01T00:00:00Z'),
    });
    const until = inDays(3);
    expect(await open()).toMatchObject({ code: 'not_a_member' });
    await command({ kind: 'renewMember', ...named, until });
    expect(await open()).toBe('open');
    await command({ kind: 'renewMember', ...named, until: 'never' });
    const about = { membership: membershipId, account: account.id };
    expect(await linesOf('membership_renew')).toEqual([
      ['root', { ...about, until: null, before: until }],
      ['root', { ...about, until, before: '2026-04-30' }],
    ]);
    const stored = portal.db.selectFrom('membership').select('access_level').where('id', '=', membershipId);
    expect(await stored.executeTakeFirst()).toEqual({ access_level: 'phi' });
  });

  it('ends a membership at once, once', async () => {
    const { open, named, linesOf, membershipId, account } = await aMember();
    await command({ kind: 'endMember', ...named });
    expect(await open()).toMatchObject({ code: 'not_a_member' });
    expect(await linesOf('membership_revoke')).toEqual([
      ['root', { membership: membershipId, account: account.id }],
    ]);
    await expect(command({ kind: 'endMember', ...named })).rejects.toMatchObject({ code: 'conflict' });
    await recordEnds(portal.db, portal.clock.now());
    expect(await linesOf('membership_end')).toEqual([]);
  });

  it('is refused a day that is over, a grant that leaves the end in the past, and an unknown member', {
    tags: 'long',
  }, async () => {
    const { grant, named } = await aMember({ endsAt: portal.clock.now() });
    const past = { code: 'bad_request', message: expect.stringContaining('is over: choose a later day') };
    await expect(command(grant)).rejects.toMatchObject(past);
    await expect(command({ ...grant, until: inDays(-1) })).rejects.toMatchObject(past);
    await expect(command({ kind: 'renewMember', ...named, until: inDays(-1) })).rejects.toMatchObject(past);
    const nobody = { ...named, username: 'nobody' };
    const unknown = { code: 'not_found' };
    await expect(command({ kind: 'renewMember', ...nobody, until: 'never' })).rejects.toMatchObject(unknown);
    await expect(command({ kind: 'endMember', ...nobody })).rejects.toMatchObject(unknown);
  });
});

describe('a limit to the days of a membership', () => {
  const demandsAnEnd = async (_whose: string, ofDataset: number, ofSite: number | null): Promise<void> => {
    const { grant, named } = await aMember({}, { maxMembershipDays: ofDataset });
    const perDay = { code: 'bad_request', message: expect.stringContaining(`up to ${inDays(30)}`) };
    for (const until of [undefined, 'never', inDays(31)] as const) {
      const end = until === undefined ? {} : { until };
      await expect(command({ ...grant, ...end }, portal, ofSite)).rejects.toMatchObject(perDay);
    }
    const late = { kind: 'renewMember', ...named, until: inDays(31) } as const;
    await expect(command(late, portal, ofSite)).rejects.toMatchObject(perDay);
    await command({ ...grant, until: inDays(30) }, portal, ofSite);
    await command({ ...late, until: inDays(30) }, portal, ofSite);
  };

  it.each([['of the site', 40, 30]])('%s demands an end, and none that is later', demandsAnEnd);

  it.each<[string, number, number | null]>([
    ['of the dataset', 30, null],
    ['of the dataset, where that of the site is longer', 30, 40],
  ])('%s demands an end, and none that is later', { tags: 'long' }, demandsAnEnd);

  it('ends automatic memberships too, and the audit says when', { tags: 'long' }, async () => {
    const settings = { autoMembership: { level: 'agg' }, maxMembershipDays: 90 } as const;
    const dataset = await limited.aDataset({ packagePath: limited.smallPackage, settings });
    const caller = await limited.signedIn(await limited.anAccount());
    const until = inDays(30, limited);
    expect((await caller.get(`dataset/${dataset.uniqueId}`)).json().accessUntil).toBe(until);
    const [line] = (await caller.get('audit?action=membership_grant')).json().results;
    expect(line.detail).toMatchObject({ isAutomatic: true, until });
  });

  it('does not shorten existing memberships, and the command says how many end later', {
    tags: 'long',
  }, async () => {
    const inAMonth = new Date(portal.clock.now().getTime() + 30 * 86_400_000);
    const { dataset, open } = await aMember();
    await portal.aMember({ dataset: await datasetNamed(dataset), endsAt: new Date('2100-01-01T00:00:00Z') });
    await portal.aMember({ dataset: await datasetNamed(dataset), endsAt: inAMonth });
    const settings = ['maxMembershipDays=90'];
    expect(await command({ kind: 'setDataset', dataset, settings, reset: [] })).toContain(
      '2 of its memberships have no end or a later one: "atrium member renew".',
    );
    expect(await open()).toBe('open');
  });

  it('that cannot be read lets nobody grant anything', { tags: 'long' }, async () => {
    const { grant, dataset } = await aMember();
    const settings = JSON.stringify({ maxMembershipDays: 'many' });
    await portal.db.updateTable('dataset').set({ settings }).where('unique_id', '=', dataset).execute();
    await expect(command(grant)).rejects.toMatchObject({ code: 'not_ready' });
  });
});

it('each end is recorded once, also where several portals look, and again after a renewal', async () => {
  await recordEnds(portal.db, portal.clock.now());
  const { named, linesOf, membershipId, account } = await aMember();
  const until = inDays(1);
  await command({ kind: 'renewMember', ...named, until });
  expect(await recordEnds(portal.db, portal.clock.now())).toBe(0);
  const later = new Date(portal.clock.now().getTime() + 2 * 86_400_000);
  const recorded = await Promise.all([recordEnds(portal.db, later), recordEnds(portal.db, later)]);
  expect(recorded.reduce((one, other) => one + other)).toBe(1);
  const line = [null, { membership: membershipId, account: account.id, until }];
  expect(await linesOf('membership_end')).toEqual([line]);
  await command({ kind: 'renewMember', ...named, until });
  await recordEnds(portal.db, later);
  expect(await linesOf('membership_end')).toEqual([line, line]);
});

it('the last day is the whole day by UTC', () => {
  const now = new Date('2026-05-04T09:30:00Z');
  const ends_at = limitEnd({ until: day('2026-05-04'), held: null, maxDays: null, now });
  expect(lastDayOf(ends_at)).toBe('2026-05-04');
  expect(hasEnded({ ends_at }, new Date('2026-05-04T23:59:59.999Z'))).toBe(false);
  expect(hasEnded({ ends_at }, new Date('2026-05-05T00:00:00Z'))).toBe(true);
});

/** A member with a dataset of its own, and the commands about both. */
async function aMember(given: MemberGiven = {}, settings: DatasetSettings = {}) {
  const dataset = await portal.aDataset({ packagePath: portal.smallPackage, settings });
  const { account, membershipId } = await portal.aMember({ dataset, ...given });
  const caller = await portal.signedIn(account);
  const named = { username: account.username, dataset: dataset.uniqueId };
  const groups: string[] = [];
  const rights = { level: 'deid' as const, canViewWorkspace: true, groups };
  const grant = { kind: 'grant' as const, ...named, ...rights };
  const open = async () => {
    const reply = await caller.get(`${dataset.uniqueId}/query_tools/count`);
    return reply.statusCode === 200 ? 'open' : reply.json();
  };
  const linesOf = async (action: string) => {
    const staff = await portal.signedIn(await portal.anAccount({ isStaff: true }));
    const { results } = (await staff.get(`audit/all?dataset=${dataset.uniqueId}&action=${action}`)).json();
    return results.map((line: { operator: string | null; detail: object }) => [line.operator, line.detail]);
  };
  return { account, membershipId, dataset: dataset.uniqueId, caller, named, grant, open, linesOf };
}
