import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeDemoPackage } from '@atrium/demo';
import { type Asked, askAll, join, newPreview, type Person, peopleFixture, quantile } from './asking.ts';
import { command, serve } from './portal.ts';
import { makeDatabase, onServer } from './stateServer.ts';

/**
 * Two portals against one, in one run: `BENCH_DATABASE_SERVER=postgres://… npx tsx --conditions=source bench/portals.ts
 * [--people 200] [--subjects 50000] [--seconds 60]`. Everybody asks every second for a preview that nobody has asked for
 * before. With two portals each has half of the people, as behind a proxy. Printed are answers a second, the median, the
 * 95th and the 99th percentile, and errors; first of one portal, then of two, then of one again.
 */
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '200' },
    subjects: { type: 'string', default: '50000' },
    seconds: { type: 'string', default: '60' },
  },
});
const [people, subjects, seconds] = [values.people, values.subjects, values.seconds].map(Number);
const server = process.env['BENCH_DATABASE_SERVER'];
if (server === undefined || !people || !subjects || !seconds)
  throw new Error('BENCH_DATABASE_SERVER must name a PostgreSQL server on which databases may be made.');
const password = 'two portals against one';
const warmSeconds = Math.max(10, seconds / 6);

const folder = await mkdtemp(path.join(tmpdir(), 'atrium-bench-'));
const [state, warehouse] = [await makeDatabase(server), await makeDatabase(server)];
const settings = {
  DATABASE_URL: state.url,
  ATRIUM_WAREHOUSE_URL: warehouse.url,
  ATRIUM_SHARED_FOLDER: path.join(folder, 'shared'),
  ATRIUM_RATE_LIMITS: 'off',
};
const homeOf = (name: string): string => path.join(folder, name);
const closers: (() => Promise<unknown>)[] = [];
try {
  const packagePath = path.join(folder, 'package');
  await writeDemoPackage('default', packagePath, { subjects });
  const home = homeOf('one');
  await command(home, ['import', packagePath, '--dataset', 'default'], { settings });
  await command(home, ['user', 'add', 'researcher', '--password-stdin'], { input: password, settings });
  await command(home, ['grant', 'researcher', 'default', '--level', 'deid'], { settings });
  await onServer(state.url, peopleFixture(people));

  console.log('portals   answers a second   p50 ms   p95 ms   p99 ms   errors');
  const start = async (name: string): Promise<string> => {
    const portal = await serve(homeOf(name), ['--no-demo'], settings);
    closers.push(portal.stop);
    return portal.address;
  };
  const first = await start('one');
  report(1, await measure([first]));
  const second = await start('two');
  report(2, await measure([first, second]));
  await closers.pop()?.();
  report(1, await measure([first]));
} finally {
  for (const close of closers) await close();
  for (const database of [state, warehouse]) await database.drop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(addresses: readonly string[]): Promise<Asked> {
  const asking: Person[] = [];
  // One after the other: a portal refuses who signs in beside fifty others.
  for (let index = 0; index < (people ?? 0); index += 1)
    asking.push(await join(addresses[index % addresses.length] ?? '', index, password));
  const round = { questions: [newPreview], everyMs: 1000 };
  await askAll(asking, { ...round, forMs: warmSeconds * 1000 });
  return askAll(asking, { ...round, forMs: (seconds ?? 0) * 1000 });
}

function report(portals: number, { spentMs, errors, tookMs }: Asked): void {
  const figures = [
    (spentMs.length / tookMs) * 1000,
    ...[0.5, 0.95, 0.99].map((part) => quantile(spentMs, part)),
  ].map((figure, index) => figure.toFixed(index === 0 ? 0 : 1).padStart([16, 8, 8, 8][index] ?? 0));
  console.log(`${String(portals).padStart(7)}   ${figures.join(' ')} ${String(errors.length).padStart(8)}`);
  for (const error of new Set(errors)) console.log(`          ${error}`);
}
