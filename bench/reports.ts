import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { type Call, serve, signIn } from './portal.ts';
import { makeDatabase, onServer } from './stateServer.ts';

/**
 * The list of reports, its search and its category bar with 5,000 reports in a dataset beside 50 in another:
 * `npx tsx bench/reports.ts [reports] [few] [calls]`. Half of the reports are of others; a third is public, a fifth is
 * shared with who asks, a seventh flagged, each has three versions. Printed are medians in milliseconds and their ratio.
 * The portal is asked over HTTP, one call after the other, in turns; on its embedded state database, and on PostgreSQL
 * too where BENCH_DATABASE_SERVER is the address of a server on which databases may be made. A state database that was
 * changed behind its back is new to the planner, so it is analysed first.
 */
const [many = 5000, few = 50, calls = 60] = process.argv.slice(2).map(Number);
const person = { username: 'researcher', password: 'atrium-demo' };

const fixture = (dataset: string, reports: number): string => `
  insert into account (username, password_hash)
    select '${dataset}_person' || n, 'x' from generate_series(1, 40) as n;
  insert into membership (account_id, dataset_id, access_level, can_view_workspace, can_view_subject_details)
    select account.id, dataset.id, 'deid', true, true from account, dataset
    where username like '${dataset}_person%' and unique_id = '${dataset}';
  insert into project (dataset_id, account_id, name)
    select dataset.id, null, 'Project ' || n from dataset, generate_series(1, 20) as n where unique_id = '${dataset}';
  insert into report_definition
    select dataset.id, report_definition_hash(content), content
    from dataset, (values ('[]'::jsonb), ('{"fields": [], "sort": []}')) as given (content) where unique_id = '${dataset}';
  with made as (
    insert into report (dataset_id, account_id, project_id, name, description, is_public, version, created_at)
      select dataset.id,
        case when n % 2 = 0 then (select id from account where username = 'researcher')
          else (select id from account where username = '${dataset}_person' || (1 + n % 40)) end,
        (select id from project where project.dataset_id = dataset.id and name = 'Project ' || (1 + n % 20)),
        'Cohort ' || n || ' of lesions', 'Saved for the call of week ' || (n % 52), n % 3 = 0, 3, now() - n * interval '1 minute'
      from dataset, generate_series(1, ${reports}) as n where unique_id = '${dataset}'
      returning id, dataset_id, account_id)
  insert into report_version (dataset_id, report_id, version, account_id, cause, saved_at, release_id, cohort_hash,
      table_hash, subject_count, visibility)
    select made.dataset_id, made.id, v, made.account_id, 'created', now(), dataset.live_release_id,
      report_definition_hash('[]'), report_definition_hash('{"fields": [], "sort": []}'), 10, '["deid",null]'
    from made join dataset on dataset.id = made.dataset_id, generate_series(1, 3) as v;
  insert into report_share (dataset_id, report_id, membership_id)
    select report.dataset_id, report.id, membership.id from report
      join dataset on dataset.id = report.dataset_id and unique_id = '${dataset}'
      join membership on membership.dataset_id = dataset.id
      join account on account.id = membership.account_id and username = 'researcher'
    where report.id % 5 = 0 and report.account_id <> account.id;
  insert into report_flag (report_id, account_id)
    select report.id, account.id from report, account, dataset
    where username = 'researcher' and dataset.id = report.dataset_id and unique_id = '${dataset}' and report.id % 7 = 0;`;

// So few rows that each page is full, with few reports too.
const list = 'reports/?page=1&page_size=5';
const questions: readonly (readonly [name: string, path: string])[] = [
  ['list, first page', `${list}&sort=created&sort_direction=-1`],
  ['list, without an order', list],
  ['list by name', `${list}&sort=name&sort_direction=1`],
  ['list by creator', `${list}&sort=creator&sort_direction=1`],
  ['list by project', `${list}&sort=project&sort_direction=1`],
  ['list, starred', `${list}&state=starred`],
  ['list, mine', `${list}&state=mine`],
  ['list, shared with me', `${list}&state=shared_only`],
  ['search that finds one', `${list}&search=cohort%2042%20of`],
  ['search that finds all', `${list}&search=lesions`],
  ['search that finds none', `${list}&search=nowhere`],
  ['category bar', 'reports/viewable_reports/'],
];

await measureOn('embedded', null);
const server = process.env['BENCH_DATABASE_SERVER'];
if (server !== undefined) {
  const database = await makeDatabase(server);
  try {
    await measureOn('PostgreSQL', database.url);
  } finally {
    await database.drop();
  }
}

async function measureOn(engine: string, databaseUrl: string | null): Promise<void> {
  const home = await mkdtemp(path.join(tmpdir(), 'atrium-bench-'));
  const settings = { ATRIUM_RATE_LIMITS: 'off', ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }) };
  try {
    await (await serve(home, [], settings)).stop();
    await prepare(home, databaseUrl);
    const portal = await serve(home, [], settings);
    try {
      const call = await signIn(portal.address, person);
      console.log(
        `${engine.padEnd(24)}${`${few} reports`.padStart(16)}${`${many} reports`.padStart(16)}     ratio`,
      );
      for (const [name, below] of questions) {
        const { small, large } = await measure(call, below);
        console.log(
          `${name.padEnd(24)}${ms(small)}${ms(large)}${`${(large / small).toFixed(1)} ×`.padStart(10)}`,
        );
      }
    } finally {
      await portal.stop();
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function prepare(home: string, databaseUrl: string | null): Promise<void> {
  const statements = `${fixture('default', many)}${fixture('registry', few)} analyze;`;
  if (databaseUrl !== null) {
    await onServer(databaseUrl, statements);
    return;
  }
  const db = new PGlite(path.join(home, 'state'));
  await db.exec(statements);
  await db.close();
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`.padStart(16);
}

/** Medians of both datasets, asked in turns so that what else the machine does meets both. */
async function measure(
  call: Call,
  below: string,
): Promise<{ readonly small: number; readonly large: number }> {
  const times = { registry: [] as number[], default: [] as number[] };
  for (let turn = -5; turn < calls; turn += 1) {
    for (const dataset of ['registry', 'default'] as const) {
      const begun = performance.now();
      const answer = await call(`${dataset}/${below}`);
      if (answer.status !== 200) throw new Error(`${below}: ${answer.status} ${await answer.text()}`);
      await answer.text();
      if (turn >= 0) times[dataset].push(performance.now() - begun);
    }
  }
  return { small: median(times.registry), large: median(times.default) };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
