import { type ChildProcess, fork, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { type Call, command, memoryOf, serve, signIn } from './portal.ts';
import type { Readers } from './rangeReaders.ts';

/**
 * Files over loopback: `npx tsx bench/transfers.ts [megabytes] [readers] [seconds]`. A sparse file comes through the
 * script, which is killed twice; then many readers hold ranges of it while counts are asked. Needs Linux, curl and a
 * portal that was built or runs from source.
 */
const megabytes = Number(process.argv[2] ?? 2000);
const readers = Number(process.argv[3] ?? 200);
const seconds = Number(process.argv[4] ?? 15);
const size = megabytes * 1_000_000;
const person = { username: 'bench', password: 'a long password for a bench' };

const listed = z.object({ results: z.array(z.object({ url: z.url() })).length(1) });
const folder = await mkdtemp(path.join(tmpdir(), 'atrium-bench-'));
try {
  const home = path.join(folder, 'home');
  await prepare(home);
  const portal = await serve(home, ['--no-demo'], { ATRIUM_RATE_LIMITS: 'off' });
  try {
    const call = await signIn(portal.address, person);
    await measureScript(call, portal.pid);
    await measureReaders(call, portal.pid);
  } finally {
    await portal.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function prepare(home: string): Promise<void> {
  const storage = path.join(home, 'files');
  await mkdir(storage, { recursive: true });
  const file = path.join(storage, 'genome.cram');
  const handle = await open(file, 'w');
  await handle.truncate(size);
  await handle.close();
  await writeFile(path.join(home, 'transfer.json'), JSON.stringify({ streamsPerAccount: readers + 10 }));
  const packagePath = await writePackage(await hashOf(file));
  await command(home, ['import', packagePath, '--dataset', 'filed']);
  await command(home, ['user', 'add', person.username, '--password-stdin'], { input: person.password });
  await command(home, ['grant', person.username, 'filed', '--level', 'deid']);
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(z.instanceof(Uint8Array).parse(chunk));
  return hash.digest('hex');
}

async function writePackage(sha256: string): Promise<string> {
  const to = path.join(folder, 'package');
  await mkdir(to);
  const columns = {
    file_id: 'F1',
    path: 'genome.cram',
    size: String(size),
    sha256,
    category: 'data',
    data_type: 'Sequence',
    experiment_type: 'WGS',
    file_format: 'CRAM',
    subject: 'P1',
  };
  const fields = (names: readonly string[]) => names.map((name) => ({ name, type: 'string' }));
  const descriptor = {
    name: 'filed',
    atrium: { files: 'file' },
    resources: [
      { name: 'subject', path: 'subject.csv', schema: { primaryKey: 'id', fields: fields(['id', 'sex']) } },
      {
        name: 'file',
        path: 'file.csv',
        schema: {
          fields: fields(Object.keys(columns)),
          foreignKeys: [{ fields: 'subject', reference: { resource: 'subject', fields: 'id' } }],
        },
      },
    ],
  };
  const subjects = Array.from({ length: 10_000 }, (_, n) => `P${n + 1},${n % 2 === 0 ? 'Female' : 'Male'}`);
  await writeFile(path.join(to, 'datapackage.json'), JSON.stringify(descriptor));
  await writeFile(path.join(to, 'subject.csv'), ['id,sex', ...subjects, ''].join('\n'));
  await writeFile(
    path.join(to, 'file.csv'),
    `${Object.keys(columns).join(',')}\n${Object.values(columns).join(',')}\n`,
  );
  return to;
}

async function startTransfer(call: Call): Promise<string> {
  const begun = await call('filed/transfers/start', { way: 'script', file_ids: ['F1'] });
  if (begun.status !== 200) throw new Error(await begun.text());
  const { transfer_id: id } = z.object({ transfer_id: z.int() }).parse(await begun.json());
  return `filed/transfers/${id}`;
}

function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    (found) => found.size,
    () => 0,
  );
}

function runScript(script: string, to: string): ChildProcess {
  // A group of its own, so that all of it is killed at once, as when a machine goes down.
  return spawn('sh', [script, to], { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
}

async function measureScript(call: Call, pid: number): Promise<void> {
  const script = path.join(folder, 'download.sh');
  await writeFile(script, await (await call(`${await startTransfer(call)}/script`)).text());
  const to = path.join(folder, 'got');
  const part = path.join(to, 'genome.cram.part');
  await pause(2000);
  const idle = await memoryOf(pid, 'VmRSS');
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  const begin = performance.now();
  const kept: number[] = [];
  for (const share of [0.3, 0.7]) {
    const child = runScript(script, to);
    while ((await sizeOf(part)) < size * share) {
      if (child.exitCode !== null) throw new Error('The script ended before it could be killed.');
      await pause(5);
    }
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    await once(child, 'exit');
    kept.push(await sizeOf(part));
  }
  const last = runScript(script, to);
  last.stdout?.resume();
  const [code] = await once(last, 'exit');
  const took = (performance.now() - begin) / 1000;
  const peak = await memoryOf(pid, 'VmHWM');
  const whole = await sizeOf(path.join(to, 'genome.cram'));
  if (code !== 0 || whole !== size) throw new Error(`The script ended with ${code}, and ${whole} bytes.`);
  console.log(
    `script: ${megabytes} MB, killed at ${kept.map((bytes) => (bytes / 1e6).toFixed(0)).join(' and ')} MB`,
  );
  console.log(`  whole and verified after ${took.toFixed(1)} s in all, with both checks of its checksum`);
  console.log(`  memory of the portal: ${idle.toFixed(0)} MB idle, ${peak.toFixed(0)} MB at the peak`);
}

async function measureReaders(call: Call, pid: number): Promise<void> {
  const list = listed.parse(await (await call(`${await startTransfer(call)}/files`)).json());
  const url = list.results[0]?.url ?? '';
  await askCounts(call, 2);
  const alone = await askCounts(call, seconds);
  const idle = await memoryOf(pid, 'VmRSS');
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  const reading = startReaders({ url, size, readers, seconds: seconds + 2 });
  await reading.begun;
  const beside = await askCounts(call, seconds);
  const bytes = await reading.bytes;
  const peak = await memoryOf(pid, 'VmHWM');
  console.log(
    `${readers} readers of ranges of 1 MB for ${seconds} s: ${(bytes / 1e6 / (seconds + 2)).toFixed(0)} MB a second`,
  );
  console.log(`  a warm count alone: ${inWords(alone)}; beside the readers: ${inWords(beside)}`);
  console.log(`  memory of the portal: ${idle.toFixed(0)} MB before, ${peak.toFixed(0)} MB at the peak`);
}

/** Reads in a process of its own: what it is busy with would else be part of the times of the counts. */
function startReaders(given: Readers): { readonly begun: Promise<unknown>; readonly bytes: Promise<number> } {
  const program = path.join(import.meta.dirname, 'rangeReaders.ts');
  const child = fork(program, [JSON.stringify(given)], { execArgv: ['--import', 'tsx'] });
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`The readers ended with ${code}.`)),
  );
  ended.catch(() => {});
  const begun = Promise.race([once(child, 'message'), ended]);
  const read = begun.then(() => Promise.race([once(child, 'message'), ended]));
  return { begun, bytes: read.then(([bytes]) => z.number().parse(bytes)) };
}

async function askCounts(call: Call, forSeconds: number): Promise<readonly number[]> {
  const times: number[] = [];
  const end = performance.now() + forSeconds * 1000;
  while (performance.now() < end) {
    const before = performance.now();
    const answer = await call('filed/query_tools/count/');
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`A count was answered with ${answer.status}.`);
    times.push(performance.now() - before);
    await pause(50);
  }
  return times.sort((one, other) => one - other);
}

function inWords(times: readonly number[]): string {
  const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  return `median ${at(0.5)} ms, p95 ${at(0.95)} ms (${times.length} counts)`;
}
