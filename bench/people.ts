import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import {
  type Asked,
  askAll,
  join,
  newPreview,
  type Person,
  peopleFixture,
  type Question,
  quantile,
  type Round,
} from './asking.ts';
import { type Probed, startProbed, type Used } from './probed.ts';
import { makeDatabase, onServer } from './stateServer.ts';

/**
 * The time and statements of a request while fifty people call: `npx tsx bench/people.ts [seconds] [checkout ...]`.
 * Each of them asks every 200 ms for a count that is known, who they are, or a preview that is known; then each asks
 * every 200 ms for a preview that is new. Printed are
 * statements to the state database and CPU time a request, waits, and how late the event loop of the portal turns: of
 * this checkout and of each other one that is named, with the embedded state database, and with PostgreSQL where
 * BENCH_DATABASE_SERVER is the address of a server on which databases may be made. First each kind of request is
 * measured alone.
 */
const [given = '10', ...others] = process.argv.slice(2);
const seconds = Number(given);
const server = process.env['BENCH_DATABASE_SERVER'];
const checkouts = [path.resolve(import.meta.dirname, '..'), ...others.map((folder) => path.resolve(folder))];
const people = 50;
const everyMs = 200;
const warmMs = 6_000;

const count: Question = { name: 'count', path: 'default/query_tools/count/' };
const whoAmI: Question = { name: 'who am I', path: 'auth/' };
const preview: Question = {
  name: 'preview',
  path: 'default/query_tools/count_after/',
  body: () => ({ transformation: { type: 'add_entry', concept_id: 'birth_weight', cd_numeric_max: 3000 } }),
};
const mixed = [count, whoAmI, count, preview, count];

console.log(
  'checkout, state database, requests       a second  statements  CPU ms   p50 ms   p95 ms  loop p99 ms',
);
for (const checkout of checkouts) {
  await measure(checkout, null);
  if (server === undefined) continue;
  const database = await makeDatabase(server);
  try {
    await measure(checkout, database.url);
  } finally {
    await database.drop();
  }
}

async function measure(checkout: string, databaseUrl: string | null): Promise<void> {
  const home = await mkdtemp(path.join(tmpdir(), 'atrium-bench-'));
  try {
    await (await startProbed({ checkout, home, databaseUrl })).stop();
    await prepare(home, databaseUrl);
    const portal = await startProbed({ checkout, home, databaseUrl });
    const label = `${path.basename(checkout)}, ${databaseUrl === null ? 'embedded' : 'PostgreSQL'}`;
    try {
      const asking = await Promise.all(
        Array.from({ length: people }, (_, index) => join(portal.address, index)),
      );
      await ask(portal, asking, { questions: mixed, forMs: 3_000 });
      for (const question of [count, whoAmI, preview]) {
        const alone = { questions: [question], forMs: 3_000, everyMs: 0 };
        // Code that the runtime compiles soon after the start does not count as time of a request.
        await ask(portal, asking.slice(0, 1), { ...alone, forMs: warmMs });
        report(`${label}, ${question.name}`, await ask(portal, asking.slice(0, 1), alone));
      }
      report(
        `${label}, all`,
        await ask(portal, asking, { questions: mixed, forMs: seconds * 1000, everyMs }),
      );
      report(
        `${label}, ${newPreview.name}`,
        await ask(portal, asking, { questions: [newPreview], forMs: seconds * 1000, everyMs }),
      );
    } finally {
      await portal.stop();
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function prepare(home: string, databaseUrl: string | null): Promise<void> {
  if (databaseUrl === null) {
    const database = await PGlite.create(path.join(home, 'state'));
    await database.exec(peopleFixture(people));
    await database.close();
    return;
  }
  await onServer(databaseUrl, peopleFixture(people));
}

interface Figures extends Used, Asked {}

async function ask(
  portal: Probed,
  asking: readonly Person[],
  { everyMs: each = everyMs, ...round }: Omit<Round, 'everyMs'> & Partial<Pick<Round, 'everyMs'>>,
): Promise<Figures> {
  await portal.used();
  const asked = await askAll(asking, { ...round, everyMs: each });
  const [error] = asked.errors;
  if (error !== undefined) throw new Error(error);
  return { ...asked, ...(await portal.used()) };
}

function report(name: string, { spentMs, tookMs, statements, cpuMs, delayMs }: Figures): void {
  const calls = spentMs.length;
  const columns = [
    (calls / tookMs) * 1000,
    statements / calls,
    cpuMs / calls,
    quantile(spentMs, 0.5),
    quantile(spentMs, 0.95),
    delayMs,
  ].map((figure, index) => figure.toFixed(index === 0 ? 0 : 2).padStart([9, 11, 8, 8, 8, 12][index] ?? 0));
  console.log(`${name.padEnd(40)} ${columns.join(' ')}`);
}
