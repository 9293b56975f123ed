import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { columnsOf, shapes, writeLongPackage } from './longPackage.ts';
import { type Call, command, signIn } from './portal.ts';
import { startProbed } from './probed.ts';

/**
 * How slow a portal is for other users while it imports and exports: `npx tsx bench/eventLoop.ts [rows] [checkout]
 * [shapes]`, the last with commas. Imports packages of rows while the portal runs, and exports each in every format,
 * twice at the same time. Meanwhile another account asks for its count, which the portal knows, every 20 ms. Printed is
 * how late the event loop of the portal turned, and how long the counts took. At the end, how long an export of one row
 * takes.
 */
const rows = Number(process.argv[2] ?? 200_000);
const checkout = path.resolve(process.argv[3] ?? path.join(import.meta.dirname, '..'));
const chosen = process.argv[4]?.split(',') ?? ['narrow', 'wide'];
const password = 'atrium-demo';

const folder = await mkdtemp(path.join(tmpdir(), 'atrium-loop-'));
const home = path.join(folder, 'home');
const portal = await startProbed({ checkout, home, databaseUrl: null });
try {
  const call = await signIn(portal.address, { username: 'curator', password });
  const other = await signIn(portal.address, { username: 'researcher', password });
  console.log(
    'what                     seconds  CPU s  loop p99 ms  longest ms  counts  count p50 ms  p95 ms',
  );
  await measure('nothing', () => pause(5000));
  for (const shape of shapes.filter((known) => chosen.includes(known))) {
    const packagePath = await writeLongPackage(path.join(folder, shape), { shape, rows });
    await measure(`import, ${shape}`, () => command(home, ['import', packagePath, '--dataset', shape]));
    await command(home, ['grant', 'curator', shape, '--level', 'phi']);
    for (const column of columnsOf[shape])
      await answered(call(`${shape}/table_def/`, { transformation: { type: 'add_entry', ...column } }));
    for (const format of ['csv', 'ndjson', 'parquet'])
      await measure(`${format}, ${shape}`, () =>
        Promise.all([1, 2].map(() => answered(call(`${shape}/query_tools/export_${format}/`)))),
      );
  }
  await timeSmallExports(call);

  async function measure(what: string, work: () => Promise<unknown>): Promise<void> {
    await portal.used();
    const begun = performance.now();
    const end = new AbortController();
    const counting = countOnAndOn(other, end.signal);
    await work();
    const seconds = (performance.now() - begun) / 1000;
    end.abort();
    const counts = await counting;
    const { cpuMs, delayMs, maxDelayMs } = await portal.used();
    const columns = [seconds, cpuMs / 1000, delayMs, maxDelayMs].map((figure) => figure.toFixed(1));
    const felt = [percentile(counts, 0.5), percentile(counts, 0.95)].map((figure) => figure.toFixed(1));
    const widths = [8, 7, 13, 12, 8, 14, 8];
    const line = [...columns, String(counts.length), ...felt];
    console.log(`${what.padEnd(24)}${line.map((text, index) => text.padStart(widths[index] ?? 0)).join('')}`);
  }
} finally {
  await portal.stop();
  await rm(folder, { recursive: true, force: true });
}

async function answered(answer: Promise<Response>): Promise<void> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`It was answered with ${status}.`);
  for await (const _ of body ?? []);
}

/** The times of the counts of somebody who asks again and again. */
async function countOnAndOn(call: Call, signal: AbortSignal): Promise<readonly number[]> {
  const times: number[] = [];
  while (!signal.aborted) {
    const at = performance.now();
    await answered(call('default/query_tools/count/'));
    times.push(performance.now() - at);
    await pause(20);
  }
  return times;
}

/** An export of next to nothing: what each costs, whatever it holds. */
async function timeSmallExports(call: Call): Promise<void> {
  const packagePath = await writeLongPackage(path.join(folder, 'small'), { shape: 'narrow', rows: 1 });
  await command(home, ['import', packagePath, '--dataset', 'small']);
  await command(home, ['grant', 'curator', 'small', '--level', 'phi']);
  const times: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const at = performance.now();
    await answered(call('small/query_tools/export_csv/'));
    times.push(performance.now() - at);
  }
  console.log(
    `An export of one row takes ${percentile(times, 0.5).toFixed(0)} ms (median of ${times.length}), at most ${Math.max(...times).toFixed(0)} ms.`,
  );
}

function percentile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
}
