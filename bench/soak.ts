import { mkdtemp, readdir, readlink, rm, stat } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { writeLongPackage } from './longPackage.ts';
import { command, memoryOf, serve, signIn } from './portal.ts';

/**
 * Mixed traffic for a long time: `npx tsx bench/soak.ts [minutes] [people]`. Starts a portal with the demo data and its
 * usual settings. Fifty people edit their cohort, count, look at previews, results, cross-tabs and the concept tree,
 * each every two seconds, and sign in anew now and then. Beside them one export after the other runs, in each format,
 * of which some are left before their end; and one import of 200,000 rows after the other. Every minute it prints what
 * the portal's process holds: memory, open descriptors, threads, and files in its data directory that are no release's.
 * Exits with 1 where an answer was a fault (500). Needs Linux.
 */
const minutes = Number(process.argv[2] ?? 30);
const people = Number(process.argv[3] ?? 50);
const everyMs = 2000;
const password = 'atrium-demo';
const megabyte = 1024 * 1024;

const home = await mkdtemp(path.join(tmpdir(), 'atrium-soak-'));
const packagePath = path.join(home, 'package');
await writeLongPackage(packagePath, { shape: 'narrow', rows: 200_000 });
const data = path.join(home, 'data');
await (await serve(data, [])).stop();
await addPeople();
const portal = await serve(data, []);
const end = performance.now() + minutes * 60_000;
const isOver = (): boolean => performance.now() >= end;

const done = { calls: 0, refused: 0, faults: 0, exports: 0, left: 0, imports: 0, slowestMs: 0 };

const edit = (round: number) => ({
  transformation: { type: 'add_entry', concept_id: 'birth_weight', cd_numeric_min: 1000 + (round % 3000) },
});
const clear = { transformation: { type: 'clear_all' } };

/** What a person does, in turn. */
const actions: readonly ((call: Ask, round: number) => Promise<void>)[] = [
  (call) => timed(call, 'default/cohort_def/', clear),
  (call, round) => timed(call, 'default/cohort_def/', edit(round)),
  (call) => timed(call, 'default/query_tools/count/'),
  (call, round) => timed(call, 'default/query_tools/count_after/', edit(round + 1)),
  (call) => timed(call, 'default/query_tools/preview/?page=1&records_per_page=25'),
  (call) => timed(call, 'auth/'),
  (call) => timed(call, 'default/concepts/diagnosis_code/cohort_def_callback/?show_all_data=true'),
  (call) => timed(call, 'default/analysis_tools/run_analysis/'),
  (call) => timed(call, 'default/query_tools/count/'),
  (call) => timed(call, 'default/cohort_def/'),
];

try {
  console.log(`${availableParallelism()} cores, ${people} people, ${minutes} minutes\n`);
  console.log('minute  memory MB  descriptors  threads  temporary files  their MB  calls  exports  imports');
  const watching = watch();
  await Promise.all([
    ...Array.from({ length: people }, (_, index) => person(index)),
    exportOnAndOn(),
    importOnAndOn(),
  ]);
  await watching;
  // By then all work has ended whose caller had gone.
  await pause(30_000);
  console.log('\n30 seconds after the last request:');
  await say(minutes);
  console.log(`\n${JSON.stringify(done)}`);
  process.exitCode = done.faults === 0 ? 0 : 1;
} finally {
  await portal.stop();
  await rm(home, { recursive: true, force: true });
}

/** Members like the demo researcher, with the same password. */
async function addPeople(): Promise<void> {
  const database = await PGlite.create(path.join(data, 'state'));
  await database.exec(`
    insert into account (username, password_hash)
      select 'soak' || n, password_hash from account, generate_series(0, ${people - 1}) as n
      where username = 'researcher';
    insert into membership (account_id, dataset_id, access_level, can_view_workspace, can_view_subject_details)
      select account.id, dataset.id, 'deid', true, true from account, dataset
      where username like 'soak%' and unique_id = 'default'`);
  await database.close();
}

type Ask = Awaited<ReturnType<typeof signIn>>;

async function timed(call: Ask, below: string, body?: unknown): Promise<void> {
  const at = performance.now();
  const answer = await call(below, body);
  await answer.arrayBuffer();
  done.calls += 1;
  done.slowestMs = Math.max(done.slowestMs, Math.round(performance.now() - at));
  if (answer.status >= 500 && answer.status !== 503) {
    done.faults += 1;
    console.log(`${below}: ${answer.status}`);
  } else if (answer.status >= 400) done.refused += 1;
}

async function person(index: number): Promise<void> {
  const who = { username: `soak${index}`, password };
  await pause((index * everyMs) / people);
  let call = await signIn(portal.address, who);
  for (const [concept_id, role] of [
    ['sex', 'rows'],
    ['race', 'cols'],
  ])
    await timed(call, 'default/analysis_def/', { transformation: { type: 'add_entry', concept_id, role } });
  for (let round = index; !isOver(); round += 1) {
    // Somebody who closed the browser comes back.
    if (round % 100 === 99) call = await signIn(portal.address, who);
    await actions[round % actions.length]?.(call, round);
    await pause(everyMs);
  }
}

/** Of five exports one is left in its middle. */
async function exportOnAndOn(): Promise<void> {
  const call = await signIn(portal.address, { username: 'researcher', password });
  for (const concept_id of ['sex', 'birth_weight', 'diagnosis_code']) {
    const transformation = { type: 'add_entry', concept_id, aggregation_method: 'stack' };
    await timed(call, 'default/table_def/', { transformation });
  }
  const formats = ['csv', 'ndjson', 'parquet'];
  for (let round = 0; !isOver(); round += 1) {
    const leaving = new AbortController();
    try {
      const answer = await call(
        `default/query_tools/export_${formats[round % formats.length]}/`,
        undefined,
        leaving.signal,
      );
      if (round % 5 === 4) {
        await answer.body?.getReader().read();
        leaving.abort();
        done.left += 1;
      } else {
        await answer.arrayBuffer();
        if (answer.status === 200) done.exports += 1;
        else done.refused += 1;
      }
    } catch (error) {
      if (!leaving.signal.aborted) console.log(`export: ${String(error)}`);
    }
    await pause(2000);
  }
}

async function importOnAndOn(): Promise<void> {
  while (!isOver()) {
    await command(data, ['import', packagePath, '--dataset', 'long']);
    done.imports += 1;
    await pause(10_000);
  }
}

async function watch(): Promise<void> {
  for (let minute = 0; !isOver(); minute += 1) {
    await say(minute);
    await pause(60_000);
  }
}

async function say(minute: number): Promise<void> {
  const memory = await memoryOf(portal.pid, 'VmRSS');
  const descriptors = (await readdir(`/proc/${portal.pid}/fd`)).length;
  const threads = (await readdir(`/proc/${portal.pid}/task`)).length;
  const temporary = await temporaryFiles();
  const columns = [
    minute,
    Math.round(memory),
    descriptors,
    threads,
    temporary.count,
    temporary.megabytes.toFixed(0),
    done.calls,
    done.exports,
    done.imports,
  ];
  const widths = [6, 11, 13, 9, 17, 10, 7, 9, 9];
  console.log(columns.map((text, index) => String(text).padStart(widths[index] ?? 0)).join(''));
}

/** Files of the data directory that begin with a dot or lie below such a folder, and open files that are deleted. */
async function temporaryFiles(): Promise<{ readonly count: number; readonly megabytes: number }> {
  const names = await readdir(path.join(data, 'warehouse'), { recursive: true });
  const hidden = names.filter((name) => name.split(path.sep).some((part) => part.startsWith('.')));
  const sizes = await Promise.all(
    hidden.map((name) => stat(path.join(data, 'warehouse', name)).catch(() => null)),
  );
  const files = sizes.filter((found) => found?.isFile() === true);
  const open = await readdir(`/proc/${portal.pid}/fd`);
  const links = await Promise.all(
    open.map((name) => readlink(`/proc/${portal.pid}/fd/${name}`).catch(() => '')),
  );
  return {
    count: files.length + links.filter((link) => link.endsWith('(deleted)')).length,
    megabytes: files.reduce((sum, found) => sum + (found?.size ?? 0), 0) / megabyte,
  };
}
