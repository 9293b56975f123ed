import fc from 'fast-check';
import { expect } from 'vitest';
import type { Account } from '../access/index.ts';
import { aStoredDefinition } from '../testing/aStoredDefinition.ts';
import { chosenEffort, chosenSeed } from '../testing/chance.ts';
import type { TestDataset } from '../testing/factories.ts';
import { onPortal } from '../testing/onPortal.ts';
import type { TestApp } from '../testing/testApp.ts';

const it = onPortal();

const people = 4;
const who = fc.nat(people - 1);
const whom = fc.uniqueArray(who, { maxLength: people });
const level = fc.constantFrom('phi', 'deid', 'agg');
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('save' as const), who, isPublic: fc.boolean(), whom }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('share' as const), nth: fc.nat(), whom }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('flag' as const), who, nth: fc.nat() }) },
  fc.record({ kind: fc.constant('delete' as const), nth: fc.nat() }),
  fc.record({ kind: fc.constant('revoke' as const), who }),
  fc.record({ kind: fc.constant('grant' as const), who, level, canViewWorkspace: fc.boolean() }),
);

it('after any saves, shares, deletions and changes of memberships everybody sees their own, public and shared reports', async ({
  portal,
}) => {
  const property = fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 14 }), async (acts) => {
    const world = await aWorld(portal);
    for (const given of acts) await perform(world, given);
    for (const person of world.persons) await check(world, person);
  });
  await fc.assert(property, { seed: chosenSeed(), numRuns: 3 * chosenEffort(), endOnFailure: true });
});

type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

interface Membership {
  readonly id: number;
  readonly seesSubjects: boolean;
}
interface Person {
  readonly account: Account;
  membership: Membership | null;
}
interface Report {
  readonly id: number;
  readonly creator: Person;
  readonly isPublic: boolean;
  sharedWith: ReadonlySet<number>;
  readonly flaggedBy: Set<Person>;
}

/** A plain statement of what the portal should know. */
interface World {
  readonly portal: TestApp;
  readonly dataset: TestDataset;
  readonly releaseId: number;
  readonly persons: readonly Person[];
  reports: Report[];
}

const sees = ({ account, membership }: Person, report: Report): boolean =>
  membership?.seesSubjects === true &&
  (report.creator.account.id === account.id || report.isPublic || report.sharedWith.has(membership.id));

async function aWorld(portal: TestApp): Promise<World> {
  const dataset = await portal.aDataset();
  const { id: releaseId } = await portal.db
    .insertInto('release')
    .values({ dataset_id: dataset.id, state: 'retired' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const persons: Person[] = [];
  for (let index = 0; index < people; index += 1) {
    const { account, membershipId } = await portal.aMember({ dataset, level: 'phi' });
    persons.push({ account, membership: { id: membershipId, seesSubjects: true } });
  }
  return { portal, dataset, releaseId, persons, reports: [] };
}

async function insertReport({ portal, dataset, releaseId }: World, { account }: Person, isPublic: boolean) {
  const key = { dataset_id: dataset.id, account_id: account.id };
  const at = portal.clock.now();
  const { id } = await portal.db
    .insertInto('report')
    .values({
      ...key,
      project_id: null,
      name: 'x',
      description: null,
      is_public: isPublic,
      version: 1,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const cohort_hash = await aStoredDefinition(portal.db, dataset.id, '[]');
  const table_hash = await aStoredDefinition(portal.db, dataset.id, '{"fields":[]}');
  await portal.db
    .insertInto('report_version')
    .values({
      ...key,
      cohort_hash,
      table_hash,
      analysis_hash: null,
      expectations_hash: null,
      report_id: id,
      version: 1,
      cause: 'created',
      restored: null,
      saved_at: at,
      release_id: releaseId,
      subject_count: null,
      visibility: '',
    })
    .execute();
  return id;
}

const post = async (world: World, { account }: Person, address: string, body?: unknown) =>
  (await world.portal.signedIn(account)).post(`${world.dataset.uniqueId}/reports/${address}`, body);

const candidates = ({ persons }: World, creator: Person, chosen: readonly number[]): readonly number[] =>
  chosen.flatMap((index) => {
    const person = persons[index];
    const isCandidate =
      person !== undefined && person !== creator && person.membership?.seesSubjects === true;
    return isCandidate && person.membership !== null ? [person.membership.id] : [];
  });

async function share(world: World, report: Report, chosen: readonly number[]): Promise<void> {
  if (report.creator.membership?.seesSubjects !== true) return;
  const ids = candidates(world, report.creator, chosen);
  const reply = await post(world, report.creator, `${report.id}/share_form/`, { share_with: ids });
  expect(reply.json().status).toBe('complete');
  report.sharedWith = new Set(ids);
}

async function perform(world: World, given: Act): Promise<void> {
  const report = 'nth' in given ? world.reports[given.nth % Math.max(1, world.reports.length)] : undefined;
  const person = 'who' in given ? world.persons[given.who] : undefined;
  if (given.kind === 'save' && person !== undefined) {
    const id = await insertReport(world, person, given.isPublic);
    const { isPublic } = given;
    const saved = {
      id,
      creator: person,
      isPublic,
      sharedWith: new Set<number>(),
      flaggedBy: new Set<Person>(),
    };
    world.reports.push(saved);
    await share(world, saved, given.whom);
  }
  if (given.kind === 'share' && report !== undefined) await share(world, report, given.whom);
  if (given.kind === 'flag' && report !== undefined && person !== undefined) {
    const reply = await post(world, person, `${report.id}/flag/`, { add_or_remove: 'add' });
    expect(reply.statusCode === 200).toBe(sees(person, report));
    if (sees(person, report)) report.flaggedBy.add(person);
  }
  if (given.kind === 'delete' && report?.creator.membership?.seesSubjects === true) {
    expect((await post(world, report.creator, `${report.id}/delete_form/`)).statusCode).toBe(200);
    world.reports = world.reports.filter((one) => one !== report);
  }
  if (given.kind === 'revoke' && person !== undefined) await revoke(world, person);
  if (given.kind === 'grant' && person !== undefined) {
    await revoke(world, person);
    const { account } = person;
    const { membershipId } = await world.portal.aMember({ ...given, account, dataset: world.dataset });
    person.membership = { id: membershipId, seesSubjects: given.level !== 'agg' };
  }
}

async function revoke({ portal }: World, person: Person): Promise<void> {
  if (person.membership === null) return;
  await portal.db.deleteFrom('membership').where('id', '=', person.membership.id).execute();
  person.membership = null;
}

async function check(world: World, person: Person): Promise<void> {
  const caller = await world.portal.signedIn(person.account);
  const get = (address: string) => caller.get(`${world.dataset.uniqueId}/reports/${address}`);
  const idsOf = async (query: string) =>
    (await get(query)).json().results.map(({ id }: { readonly id: number }) => id);
  if (person.membership?.seesSubjects !== true) {
    expect((await get('')).statusCode).toBe(403);
    return;
  }
  const { id: membershipId } = person.membership;
  const seen = world.reports.filter((report) => sees(person, report)).reverse();
  const ids = (reports: readonly Report[]) => reports.map(({ id }) => id);
  expect(await idsOf('')).toEqual(ids(seen));
  expect(await idsOf('?state=mine')).toEqual(ids(seen.filter(({ creator }) => creator === person)));
  expect(await idsOf('?state=starred')).toEqual(ids(seen.filter(({ flaggedBy }) => flaggedBy.has(person))));
  expect(await idsOf('?state=public_only')).toEqual(ids(seen.filter(({ isPublic }) => isPublic)));
  expect(await idsOf('?state=shared_only')).toEqual(
    ids(seen.filter(({ creator, sharedWith }) => creator !== person && sharedWith.has(membershipId))),
  );
  const [all] = (await get('viewable_reports/')).json().custom_report_categories;
  expect(all.count).toBe(seen.length);
  for (const report of world.reports) {
    const expected = report.creator === person ? 200 : seen.includes(report) ? 403 : 404;
    expect((await get(`${report.id}/delete_form/`)).statusCode).toBe(expected);
  }
}
