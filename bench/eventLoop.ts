import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { columnsOf, type Shape, writeLongPackage } from './longPackage.ts';
import { command, signIn } from './portal.ts';
import { startProbed } from './probed.ts';

/**
 * How late the event loop of a portal turns while it imports and exports:
 * `npx tsx bench/eventLoop.ts [rows] [checkout]`. Imports a package of narrow and one of wide rows while the portal
 * runs, and exports each in every format. Nobody else asks; what is late would be late for everybody.
 */
const rows = Number(process.argv[2] ?? 200_000);
const checkout = path.resolve(process.argv[3] ?? path.join(import.meta.dirname, '..'));
const shapes: readonly Shape[] = ['narrow', 'wide'];

const folder = await mkdtemp(path.join(tmpdir(), 'atrium-loop-'));
const home = path.join(folder, 'home');
const portal = await startProbed({ checkout, home, databaseUrl: null });
try {
  const call = await signIn(portal.address, { username: 'curator', password: 'atrium-demo' });
  console.log('what                     seconds  CPU s   99th percentile ms  longest ms');
  await measure('nothing', () => pause(5000));
  for (const shape of shapes) {
    const packagePath = await writeLongPackage(path.join(folder, shape), { shape, rows });
    await measure(`import, ${shape}`, () => command(home, ['import', packagePath, '--dataset', shape]));
    await command(home, ['grant', 'curator', shape, '--level', 'phi']);
    for (const column of columnsOf[shape])
      await answered(call(`${shape}/table_def/`, { transformation: { type: 'add_entry', ...column } }));
    for (const format of ['csv', 'ndjson', 'parquet'])
      await measure(`${format}, ${shape}`, () => answered(call(`${shape}/query_tools/export_${format}/`)));
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

async function measure(what: string, work: () => Promise<unknown>): Promise<void> {
  await portal.used();
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1000;
  const { cpuMs, delayMs, longestDelayMs } = await portal.used();
  const columns = [seconds, cpuMs / 1000, delayMs, longestDelayMs];
  const widths = [8, 7, 21, 12];
  console.log(
    `${what.padEnd(24)}${columns.map((figure, index) => figure.toFixed(1).padStart(widths[index] ?? 0)).join('')}`,
  );
}
