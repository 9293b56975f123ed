import { type ReportSortKey, type ReportState, reportStates } from '@atrium/contract/wire/report';
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { expect, it } from 'vitest';
import { findMember, type Member } from '../access/index.ts';
import { chosenEffort, chosenSeed } from '../testing/chance.ts';
import { portalOfFile } from '../testing/ofFile.ts';
import { testServerUrl } from '../testing/testDatabase.ts';
import { countByState, listProjects, listReports, type ReportListRequest } from './reportList.ts';

const portal = await portalOfFile();

/** More reports than are collected and sorted, so that lists are read in both ways. */
const reports = 560;
const words = [
  'week 1',
  'Week 12',
  'ÄRGER',
  'ärger',
  '50%',
  'a_b',
  "it''s",
  'back\\slash',
  '& |',
  'x\u001fy',
  'é',
];
const searches = [
  ...words.map((word) => word.replace("''", "'")),
  'WEEK',
  'we',
  '1',
  '\\',
  'k 1',
  ':*',
  'h\u001fweek',
  'nowhere',
];
const isMine = ({ account }: Member): Test =>
  sql`report.account_id is not distinct from ${account.id}::integer`;
const tests: Readonly<Record<ReportState, (member: Member) => Test>> = {
  all: () => sql`true`,
  mine: isMine,
  starred: ({ account }) =>
    sql`report.id in (select report_id from report_flag where account_id = ${account.id})`,
  shared_only: (member) => sql`(${isShared(member)} and not ${isMine(member)})`,
  public_only: () => sql`report.is_public`,
};

const requests = fc.record({
  nth: fc.nat(),
  state: fc.constantFrom(...reportStates),
  project: fc.option(fc.nat(8), { nil: undefined, freq: 4 }),
  search: fc.option(fc.constantFrom(...searches), { nil: undefined, freq: 2 }),
  sort: fc.option(fc.constantFrom<ReportSortKey>('name', 'creator', 'created', 'project'), {
    nil: undefined,
  }),
  direction: fc.constantFrom<1 | -1>(1, -1),
  page: fc.integer({ min: 1, max: 4 }),
  pageSize: fc.constantFrom(1, 25, 150),
});

it('lists, figures of states and projects, and searches are those of one look at each report, whatever changed before (rules 12.3, 12.18)', async () => {
  const rounds = fc.array(
    fc.record({
      change: fc.nat(changes.length - 1),
      salt: fc.nat(1000),
      requested: fc.array(requests, { minLength: 12, maxLength: 12 }),
    }),
    { minLength: 3, maxLength: 3 },
  );
  const property = fc.asyncProperty(fc.nat(1000), rounds, async (salt, given) => {
    const world = await aWorld(salt);
    await agreeInAllOrders(world);
    for (const { change, salt: by, requested } of given) {
      for (const { nth, project, ...request } of requested)
        await agree(world, nth, { ...request, projectId: await projectAt(world, project) });
      await agreeFigures(world);
      await run(changes[change]?.(world, by) ?? '');
    }
    await agreeFigures(world);
    await portal.db.deleteFrom('dataset').where('id', '=', world.datasetId).execute();
    expect((await run(`select from report_tally where dataset_id = ${world.datasetId}`)).rows).toEqual([]);
  });
  await fc.assert(property, { seed: chosenSeed(), numRuns: chosenEffort(), endOnFailure: true });
});

it.skipIf(testServerUrl === null).each([
  [
    'a share',
    'insert into report_share (dataset_id, report_id, membership_id) values ({dataset}, {report}, {member})',
  ],
  ['a star', 'insert into report_flag (report_id, account_id) values ({report}, {account})'],
])(
  '%s that is added while its report is made public knows of it, whichever comes first (rule 12.18)',
  async (_what, added) => {
    const world = await aWorld(1);
    const [, member] = world.members;
    if (member === undefined) throw new Error('There is no member.');
    for (const addedFirst of [true, false]) {
      const { rows } = await sql<{ id: number }>`select id from report where dataset_id = ${world.datasetId}
      and account_id is distinct from ${member.account.id}::integer and not is_public
      and id not in (select report_id from report_share where membership_id = ${member.membershipId})
      and id not in (select report_id from report_flag where account_id = ${member.account.id}) limit 1`.execute(
        portal.db,
      );
      const [report] = rows;
      const add = added
        .replace('{dataset}', String(world.datasetId))
        .replace('{report}', String(report?.id))
        .replace('{member}', String(member.membershipId))
        .replace('{account}', String(member.account.id));
      const open = `update report set is_public = true where id = ${report?.id}`;
      const [first, second] = addedFirst ? [add, open] : [open, add];
      let later: Promise<unknown> = Promise.resolve();
      await portal.db.transaction().execute(async (transaction) => {
        await sql.raw(first).execute(transaction);
        let isOver = false;
        later = run(second).finally(() => {
          isOver = true;
        });
        const waits =
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
        await expect.poll(async () => isOver || (await run(waits)).rows.length === 1).toBe(true);
      });
      await later;
      await agreeFigures(world);
    }
  },
);

async function projectAt({ datasetId }: World, index: number | undefined): Promise<number | undefined> {
  if (index === undefined) return undefined;
  const rows = await portal.db
    .selectFrom('project')
    .select('id')
    .where('dataset_id', '=', datasetId)
    .orderBy('id')
    .execute();
  return rows[index]?.id ?? 0;
}

async function agree({ members }: World, nth: number, request: ReportListRequest): Promise<void> {
  const member = members[nth % members.length];
  if (member === undefined) throw new Error('There is no member.');
  const { reports: found, count } = await listReports(portal.db, member, request);
  expect([count, ...found.map(({ id }) => id)], JSON.stringify(request)).toEqual(
    await plainly(member, request),
  );
}

const whole = { state: 'all', projectId: undefined, search: undefined, page: 1, pageSize: 25 } as const;

/** The first member sees a long list. */
async function agreeInAllOrders(world: World): Promise<void> {
  for (const sort of [undefined, 'name', 'creator', 'created', 'project'] as const)
    for (const direction of [1, -1] as const)
      for (const page of [1, 4, 18]) {
        const request = { ...whole, sort, direction, page };
        await agree(world, 0, request);
      }
}

async function agreeFigures({ members, datasetId }: World): Promise<void> {
  const none = { ...whole, sort: undefined, direction: 1, pageSize: 0 } as const;
  for (const member of members) {
    const counts = await countByState(portal.db, member);
    for (const state of reportStates)
      expect([counts[state]], state).toEqual(await plainly(member, { ...none, state }));
    const projects = await portal.db
      .selectFrom('project')
      .selectAll()
      .where('dataset_id', '=', datasetId)
      .execute();
    const expected = [];
    for (const { id, account_id: owner } of projects) {
      const [count = 0] = await plainly(member, { ...none, state: 'all', projectId: id });
      if (count > 0 || owner === member.account.id) expected.push([id, count]);
    }
    const listed = (await listProjects(portal.db, member)).map(({ id, count }) => [id, count]);
    expect(listed.sort()).toEqual(expected.sort());
  }
}

const run = (statement: string) => sql.raw(statement).execute(portal.db);

interface World {
  readonly datasetId: number;
  readonly members: readonly Member[];
}

const wordAt = (index: string) =>
  `(array[${words.map((word) => `'${word}'`).join()}])[1 + (${index}) % ${words.length}]`;

/** A dataset with four members, six projects, and reports whose parts all differ. The first member sees most of them. */
async function aWorld(salt: number): Promise<World> {
  const dataset = await portal.aDataset();
  const release = `insert into release (dataset_id, state) values (${dataset.id}, 'retired') returning id`;
  const members: Member[] = [];
  for (let index = 0; index < 4; index += 1) {
    const { account } = await portal.aMember({ dataset, level: 'phi' });
    const member = await findMember(
      { db: portal.db, clock: portal.clock.now },
      { accountId: account.id, datasetId: dataset.id },
    );
    if (member !== null) members.push(member);
  }
  const accounts = members.map(({ account }) => account.id);
  const id = dataset.id;
  await run(`insert into project (dataset_id, account_id, name)
    select ${id}, ${accounts[1]}, ${wordAt('n')} || n from generate_series(1, 6) as n`);
  await run(`insert into report_definition
    select ${id}, report_definition_hash(content), content
    from (values ('[]'::jsonb), ('{"fields":[]}')) as given (content)`);
  await run(`with released as (${release}), made as (
      insert into report (dataset_id, account_id, project_id, name, description, is_public, version, created_at)
      select ${id}, case when n % 31 = 0 then null when hashint4(n + ${salt}) % 7 > 0 then ${accounts[0]}
          else (array[${accounts.join()}])[1 + n % 4] end,
        (select id from project where dataset_id = ${id} order by id offset (n * 5 + ${salt}) % 8 limit 1),
        ${wordAt('n * 3')} || ' ' || (n % 40), nullif(${wordAt('n * 7')}, 'é'), hashint4(n * ${salt + 1}) % 3 = 0, 1,
        now() - (n % 50) * interval '1 hour'
      from generate_series(1, ${reports}) as n returning id, dataset_id)
    insert into report_version (dataset_id, report_id, version, cause, saved_at, release_id, cohort_hash, table_hash, visibility)
      select made.dataset_id, made.id, 1, 'created', now(), released.id, report_definition_hash('[]'), report_definition_hash('{"fields":[]}'), '' from made, released`);
  await run(`insert into report_share (dataset_id, report_id, membership_id)
    select ${id}, report.id, membership.id from report join membership on membership.dataset_id = ${id}
    where report.dataset_id = ${id} and hashint4(report.id * 7 + membership.id) % 5 = 0`);
  await run(`insert into report_flag (report_id, account_id)
    select report.id, account.id from report, account
    where report.dataset_id = ${id} and account.id in (${accounts.join()}) and hashint4(report.id + account.id) % 6 = 0`);
  return { datasetId: id, members };
}

/** What happens to reports, shares, projects and accounts, in the words of the database. */
const changes: readonly ((world: World, salt: number) => string)[] = [
  ({ datasetId }, salt) =>
    `update report set is_public = not is_public where dataset_id = ${datasetId} and id % 9 = ${salt % 9}`,
  ({ datasetId, members }, salt) =>
    `update report set account_id = ${members[salt % 4]?.account.id} where dataset_id = ${datasetId} and id % 11 = ${salt % 11}`,
  ({ datasetId }, salt) =>
    `update report set project_id = null where dataset_id = ${datasetId} and id % 13 = ${salt % 13}`,
  ({ datasetId }, salt) =>
    `update report set name = name || ' Nowhere', description = null where dataset_id = ${datasetId} and id % 50 = ${salt % 50}`,
  ({ datasetId }, salt) => `delete from report where dataset_id = ${datasetId} and id % 17 = ${salt % 17}`,
  ({ datasetId }, salt) =>
    `delete from report_share where dataset_id = ${datasetId} and (report_id + membership_id) % 3 = ${salt % 3}`,
  ({ datasetId }, salt) => `insert into report_share (dataset_id, report_id, membership_id)
    select ${datasetId}, report.id, membership.id from report join membership on membership.dataset_id = ${datasetId}
    where report.dataset_id = ${datasetId} and report.id % 5 = ${salt % 5} on conflict do nothing`,
  ({ datasetId, members }, salt) => `insert into report_flag (report_id, account_id)
    select report.id, account.id from report join account on account.id = ${members[salt % 4]?.account.id}
    where dataset_id = ${datasetId} and report.id % 3 = ${salt % 3} on conflict do nothing`,
  ({ datasetId }, salt) =>
    `delete from project where id in (select id from project where dataset_id = ${datasetId} order by id offset ${salt % 5} limit 1)`,
  ({ datasetId }) =>
    `delete from account where id in (select max(account_id) from report where dataset_id = ${datasetId})`,
];

type Test = RawBuilder<boolean>;

const isShared = ({ membershipId }: Member): Test =>
  sql`report.id in (select report_id from report_share where membership_id = ${membershipId})`;
const isVisible = (member: Member): Test =>
  sql`(${isMine(member)} or report.is_public or ${isShared(member)})`;

const keys: Readonly<Record<ReportSortKey, string>> = {
  name: 'lower(report.name)',
  creator: `lower(coalesce(nullif(account.full_name, ''), account.username))`,
  created: 'report.created_at',
  project: 'lower(project.name)',
};

/** The same list by one test of each report of the dataset, and one sort of them all. */
async function plainly(member: Member, request: ReportListRequest): Promise<readonly number[]> {
  const { state, projectId, search, sort, direction, page, pageSize } = request;
  const pattern = `%${(search ?? '').replace(/[\\%_]/g, '\\$&')}%`;
  const order = sort === undefined ? '' : `${keys[sort]} ${direction === 1 ? 'asc' : 'desc'} nulls last,`;
  const { rows } = await sql<{ id: number }>`select report.id from report
      left join account on account.id = report.account_id left join project on project.id = report.project_id
    where report.dataset_id = ${member.datasetId} and ${isVisible(member)} and ${tests[state](member)}
      and (${projectId ?? null}::integer is null or report.project_id = ${projectId ?? null}::integer)
      and (report.name ilike ${pattern} or coalesce(report.description, '') ilike ${pattern})
    order by ${sql.raw(order)} report.id desc`.execute(portal.db);
  const ids = rows.map(({ id }) => id);
  return [ids.length, ...ids.slice((page - 1) * pageSize, page * pageSize)];
}
