import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { signIn } from './portal.ts';
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
const password = 'atrium-demo';

/** Fifty members like the demo researcher, with the same password. */
const fixture = `
  insert into account (username, password_hash)
    select 'person' || n, password_hash from account, generate_series(1, ${people}) as n where username = 'researcher';
  insert into membership (account_id, dataset_id, access_level, can_view_workspace, can_view_subject_details)
    select account.id, dataset.id, 'deid', true, true from account, dataset
    where username like 'person%' and unique_id = 'default'`;

interface Question {
  readonly name: string;
  readonly path: string;
  readonly body?: () => unknown;
}
const count: Question = { name: 'count', path: 'default/query_tools/count/' };
const whoAmI: Question = { name: 'who am I', path: 'auth/' };
const preview: Question = {
  name: 'preview',
  path: 'default/query_tools/count_after/',
  body: () => ({ transformation: { type: 'add_entry', concept_id: 'birth_weight', cd_numeric_max: 3000 } }),
};
let asked = 0;
/** A bound that nobody has chosen before. */
const newPreview: Question = {
  name: 'new previews',
  path: preview.path,
  body: () => {
    asked += 1;
    return {
      transformation: { type: 'add_entry', concept_id: 'birth_weight', cd_numeric_max: 2500 + asked / 100 },
    };
  },
};
const mixed = [count, whoAmI, count, preview, count];

interface Person {
  readonly cookie: string;
  readonly agent: Agent;
}

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
      await askAll(portal, asking, { questions: mixed, forMs: 3_000 });
      for (const question of [count, whoAmI, preview]) {
        const alone = { questions: [question], forMs: 3_000, everyMs: 0 };
        // Code that the runtime compiles soon after the start does not count as time of a request.
        await askAll(portal, asking.slice(0, 1), { ...alone, forMs: warmMs });
        report(`${label}, ${question.name}`, await askAll(portal, asking.slice(0, 1), alone));
      }
      report(
        `${label}, all`,
        await askAll(portal, asking, { questions: mixed, forMs: seconds * 1000, everyMs }),
      );
      report(
        `${label}, ${newPreview.name}`,
        await askAll(portal, asking, { questions: [newPreview], forMs: seconds * 1000, everyMs }),
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
    await database.exec(fixture);
    await database.close();
    return;
  }
  await onServer(databaseUrl, fixture);
}

/** Signs a person in, whose cohort is one of ten. */
async function join(address: string, index: number): Promise<Person> {
  const call = await signIn(address, { username: `person${index + 1}`, password });
  const transformation = {
    type: 'add_entry',
    concept_id: 'birth_weight',
    cd_numeric_min: 2000 + (index % 10),
  };
  const edited = await call('default/cohort_def/', { transformation });
  if (edited.status !== 200) throw new Error(`cohort_def: ${edited.status} ${await edited.text()}`);
  return { cookie: call.cookie, agent: new Agent({ keepAlive: true, maxSockets: 1 }) };
}

interface Round {
  readonly questions: readonly Question[];
  readonly forMs: number;
  readonly everyMs?: number;
}

interface Figures extends Used {
  readonly spentMs: readonly number[];
  readonly tookMs: number;
}

async function askAll(
  portal: Probed,
  asking: readonly Person[],
  { questions, forMs, everyMs: each = everyMs }: Round,
): Promise<Figures> {
  await portal.used();
  const begun = performance.now();
  const spentMs: number[] = [];
  const askOn = async (person: Person, index: number): Promise<void> => {
    // People do not all ask at once.
    await pause((index * each) / asking.length);
    for (let round = index; performance.now() - begun < forMs; round += 1) {
      const question = questions[round % questions.length];
      if (question === undefined) return;
      const at = performance.now();
      await ask(portal.address, person, question);
      const spent = performance.now() - at;
      spentMs.push(spent);
      if (spent < each) await pause(each - spent);
    }
  };
  await Promise.all(asking.map(askOn));
  return { spentMs, tookMs: performance.now() - begun, ...(await portal.used()) };
}

function ask(address: string, { cookie, agent }: Person, { path: below, body }: Question): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${address}/api/v2/${below}`,
      {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      },
      (reply) => {
        reply.resume();
        reply.once('end', () =>
          reply.statusCode === 200 ? resolve() : reject(new Error(`${below}: ${reply.statusCode}`)),
        );
      },
    );
    sent.once('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body()));
  });
}

function report(name: string, { spentMs, tookMs, statements, cpuMs, delayMs }: Figures): void {
  const calls = spentMs.length;
  const sorted = spentMs.toSorted((a, b) => a - b);
  const at = (part: number): number => sorted[Math.floor(calls * part)] ?? Number.NaN;
  const columns = [
    (calls / tookMs) * 1000,
    statements / calls,
    cpuMs / calls,
    at(0.5),
    at(0.95),
    delayMs,
  ].map((figure, index) => figure.toFixed(index === 0 ? 0 : 2).padStart([9, 11, 8, 8, 8, 12][index] ?? 0));
  console.log(`${name.padEnd(40)} ${columns.join(' ')}`);
}
