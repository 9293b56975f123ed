import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { defaultWorkBudget } from '@atrium/warehouse';
import { openFields, writeGreedyPackage } from './greedyPackage.ts';
import { greedyDataset, greedyWorks } from './greedyWork.ts';
import type { HardAsking } from './hardAsker.ts';
import { ask, drawQuestion, readConcepts } from './hardQuestions.ts';
import { type Call, command, memoryOf, serve, signIn } from './portal.ts';
import { makeDatabase, temporaryMegabytes } from './stateServer.ts';

/**
 * How slow a portal is for other users while one account asks as much as it can: `npx tsx bench/fairness.ts
 * [seconds of each] [first] [how many]`. Starts a portal with the demo data, a dataset with long lists and many files,
 * and the default limits. One account asks each question of `bench/hardQuestions.json`, and then does each work of
 * `bench/greedyWork.ts`, or those from the first on: several at once, again and again, with downloads where it is a
 * table. Another account counts its cohort, edits it, opens the first page and signs in. Exits with 1 where a bar is
 * missed. Needs Linux. Where BENCH_DATABASE_SERVER is the address of a PostgreSQL server on which
 * databases may be made, state and releases are there; the memory is that of the portal, the disk that of the server.
 */
const [seconds = 15, first = 1, most = Infinity] = process.argv.slice(2).map(Number);
const server = process.env['BENCH_DATABASE_SERVER'];
const password = 'atrium-demo';
const maxRatio = 5;
const maxSignInMs = 2000;
const megabyte = 1024 * 1024;
/** What the portal sets for questions and exports, and what it needs without them. */
const memoryBudget = defaultWorkBudget.megabytes + 1536;
const diskBudget = defaultWorkBudget.spillMegabytes;

interface Felt {
  readonly counts: number[];
  readonly edits: number[];
  readonly pages: number[];
  readonly signIns: number[];
  megabytes: number;
  spilled: number;
}

const home = await mkdtemp(path.join(tmpdir(), 'atrium-bench-'));
const databases = server === undefined ? [] : [await makeDatabase(server), await makeDatabase(server)];
const [state, warehouse] = databases;
const settings: Readonly<Record<string, string>> =
  state && warehouse ? { DATABASE_URL: state.url, ATRIUM_WAREHOUSE_URL: warehouse.url } : {};
const portal = await serve(home, [], settings);
try {
  const packageFolder = path.join(home, 'greedyPackage');
  await writeGreedyPackage({ packageFolder, storage: path.join(home, 'files') });
  const open = openFields.flatMap((field) => ['--open-identifier', field]);
  await command(home, ['import', packageFolder, '--dataset', greedyDataset, ...open], { settings });
  await command(home, ['grant', 'researcher', greedyDataset, '--level', 'deid'], { settings });
  const all: readonly { number: number; account: string }[] = JSON.parse(
    await readFile(path.join(import.meta.dirname, 'hardQuestions.json'), 'utf8'),
  );
  const concepts = await readConcepts(await signIn(portal.address, { username: 'researcher', password }));
  const wanted: readonly HardAsking['what'][] = [
    ...all.map(({ number }) => drawQuestion(concepts, number)),
    ...greedyWorks.map(({ name }) => ({ greedyWork: name })),
  ];
  const chosen = wanted.slice(first - 1, first - 1 + most);
  await feel(3);
  const quiet = await feel(seconds);
  console.log(
    `${availableParallelism()} cores; memory at most ${memoryBudget} MB, disk at most ${diskBudget} MB\n`,
  );
  console.log(
    'count p95 ms   ratio  edit p95 ms   ratio  page p95 ms  sign-in max ms  memory MB  disk MB  while another account asks',
  );
  report('nothing', quiet);
  let isFair = true;
  for (const what of chosen) {
    const asker = await beginAsking({ address: portal.address, password, what });
    const felt = await feel(seconds);
    await asker.stop();
    const name = 'greedyWork' in what ? what.greedyWork : what.name;
    isFair = report(name.slice(0, 90), felt) && isFair;
  }
  console.log(isFair ? '\nAll bars are held.' : '\nA bar is missed.');
  process.exitCode = isFair ? 0 : 1;

  function report(name: string, felt: Felt): boolean {
    const ratio = p95(felt.counts) / p95(quiet.counts);
    const editRatio = p95(felt.edits) / p95(quiet.edits);
    const signInMs = Math.max(...felt.signIns);
    const columns = [
      p95(felt.counts).toFixed(0),
      ratio.toFixed(1),
      p95(felt.edits).toFixed(0),
      editRatio.toFixed(1),
      p95(felt.pages).toFixed(0),
      signInMs.toFixed(0),
    ];
    const sizes = [felt.megabytes.toFixed(0), felt.spilled.toFixed(0)];
    const widths = [12, 7, 12, 7, 12, 15, 10, 8];
    console.log(
      `${[...columns, ...sizes].map((text, index) => text.padStart(widths[index] ?? 0)).join(' ')}  ${name}`,
    );
    return (
      ratio <= maxRatio &&
      editRatio <= maxRatio &&
      signInMs <= maxSignInMs &&
      felt.megabytes <= memoryBudget &&
      felt.spilled <= diskBudget
    );
  }
} finally {
  await portal.stop();
  for (const database of databases) await database.drop();
  await rm(home, { recursive: true, force: true });
}

/** The heavy asker is a separate process, so reading its answers does not slow the measured user. */
async function beginAsking(asking: HardAsking): Promise<{ readonly stop: () => Promise<void> }> {
  const asker = fork(path.join(import.meta.dirname, 'hardAsker.ts'));
  asker.send(asking);
  await once(asker, 'message');
  return {
    stop: async () => {
      const gone = once(asker, 'exit');
      asker.send('stop');
      await gone;
    },
  };
}

/** Signs in, counts, edits and opens a page at a steady pace, and looks at memory and disk. */
async function feel(forSeconds: number): Promise<Felt> {
  const enter = () => signIn(portal.address, { username: 'curator', password });
  let call = await enter();
  const felt: Felt = { counts: [], edits: [], pages: [], signIns: [], megabytes: 0, spilled: 0 };
  const end = performance.now() + forSeconds * 1000;
  for (let round = 0; performance.now() < end; round += 1) {
    const counted = await ask(call, 'default/query_tools/count/');
    if (counted.status !== 200) throw new Error(`The count was refused with ${counted.status}.`);
    felt.counts.push(counted.ms);
    felt.edits.push(await timeOf(() => edit(call, round)));
    felt.pages.push(await timeOf(async () => (await fetch(`${portal.address}/`)).arrayBuffer()));
    // An account has so many sessions that the first one ends with a later one.
    if (round % 10 === 0)
      felt.signIns.push(
        await timeOf(async () => {
          call = await enter();
        }),
      );
    felt.megabytes = Math.max(felt.megabytes, await memoryOf(portal.pid, 'VmRSS'));
    // Every query to a server needs a connection.
    if (server === undefined || round % 10 === 0)
      felt.spilled = Math.max(felt.spilled, await spilledMegabytes());
    await pause(100);
  }
  return felt;
}

/** Adds a filter and takes it away again, in a dataset of which nothing else is asked. */
async function edit(call: Call, round: number): Promise<void> {
  const add = { type: 'add_entry', concept_id: 'reg_age_last_seen', cd_age_min_year: 1 };
  const transformation = round % 2 === 0 ? add : { type: 'clear_all' };
  const answer = await call('registry/cohort_def/', { transformation });
  if (answer.status !== 200) throw new Error(`The edit was refused with ${answer.status}.`);
  await answer.arrayBuffer();
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;
}

function spilledMegabytes(): Promise<number> {
  return server === undefined
    ? folderMegabytes(path.join(home, 'warehouse', '.spill'))
    : temporaryMegabytes(server);
}

async function folderMegabytes(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    files.map((file) =>
      stat(path.join(folder, file)).then(
        (found) => (found.isFile() ? found.size : 0),
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / megabyte;
}
