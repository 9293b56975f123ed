import { statfs } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { msPerDay } from '@atrium/contract/calendar/dayNumbers';
import type { HealthPart } from '@atrium/contract/wire/adminHealth';
import { sql } from 'kysely';
import { z } from 'zod';
import { listLosses } from '../../database/index.ts';
import { noMail } from '../../mail/index.ts';
import { type OperationDeps, storedReleases, tablesThatGrow } from '../../operations/index.ts';
import { dutiesOf, listPortals } from '../../portals/index.ts';
import type { AdminDeps } from '../frame/deps.ts';
import { ago, bytes, count, duration, milliseconds } from './inWords.ts';

export type Found = Omit<HealthPart, 'part'>;

export const facts = (given: Readonly<Record<string, string>>): HealthPart['facts'] =>
  Object.entries(given).map(([name, value]) => ({ name, value }));

export const good = (sentence: string, given: Readonly<Record<string, string>> = {}): Found => ({
  state: 'good',
  sentence,
  advice: null,
  facts: facts(given),
});

/** This portal, and those that share the installation with it (rule 15.62). */
export async function ofPortal({ db, clock, portals, installation }: AdminDeps): Promise<Found> {
  const all = portals.id === null ? [] : await listPortals(db);
  const given = {
    Version: installation.version,
    'Node.js': process.version,
    'Data directory': installation.home ?? 'none',
    Process: String(process.pid),
    ...Object.fromEntries(
      all.map((one) => [
        `Portal ${one.name}`,
        `${one.version}, for ${duration((clock().getTime() - one.since.getTime()) / 1000)}; ${dutiesOf(one)}`,
      ]),
    ),
  };
  const running = `Running for ${duration(process.uptime())}.`;
  const versions = new Set(all.map(({ version }) => version));
  if (versions.size < 2) return good(running, given);
  return {
    state: 'warning',
    sentence: `The portals run ${[...versions].join(' and ')}.`,
    advice: 'Restart the older ones with the new version.',
    facts: facts(given),
  };
}

const sizeRow = z.tuple([z.object({ bytes: z.coerce.number(), version: z.string() })]);

export async function ofDatabase({
  db,
  installation: { home },
}: Pick<AdminDeps, 'db' | 'installation'>): Promise<Found> {
  const began = performance.now();
  await sql`select 1`.execute(db);
  const took = performance.now() - began;
  const { rows } = await sql`select pg_database_size(current_database()) as bytes,
    split_part(version(), ' ', 2) as version`.execute(db);
  const [{ bytes: size, version }] = sizeRow.parse(rows);
  const given = { Answers: milliseconds(took), Size: bytes(size), PostgreSQL: version };
  const losses = home === null ? [] : await listLosses(home);
  if (losses.length > 0)
    return {
      state: 'bad',
      sentence: losses.join(' '),
      advice:
        'Have the operator enter again what is missing ("atrium audit verify" finds it), and delete the folder when nobody needs it.',
      facts: facts(given),
    };
  if (took < slowMs) return good('The state database answers.', given);
  return {
    state: 'warning',
    sentence: `The state database took ${milliseconds(took)} to answer.`,
    advice: 'Look at the load of its machine. If it stays slow, requests wait for it.',
    facts: facts(given),
  };
}

const slowMs = 500;

export async function ofWarehouse({ db, operations: { questions, releases } }: AdminDeps): Promise<Found> {
  await questions.checkReady();
  const present = await releases.list();
  const [{ datasets }] = z
    .tuple([z.object({ datasets: z.int() })])
    .parse((await sql`select count(*)::integer as datasets from dataset`.execute(db)).rows);
  return good('The warehouse answers.', {
    Database: questions.dialect.title,
    Datasets: count(datasets),
    Releases: count(present.length),
  });
}

const fullShare = 0.05;
const nearlyFullShare = 0.15;

const maxReleases = 12;

/** The largest releases, with what holds them. */
async function largestReleases(deps: OperationDeps): Promise<Readonly<Record<string, string>>> {
  const { known } = await storedReleases(deps);
  const largest = known.toSorted((one, other) => other.bytes - one.bytes).slice(0, maxReleases);
  return Object.fromEntries(
    largest.map((one) => [
      `${one.dataset}, release ${one.number}`,
      `${bytes(one.bytes)}, held by: ${one.heldBy}`,
    ]),
  );
}

/** Records that only look back, with how long they are kept (rule 15.57). */
async function keptRecords(deps: OperationDeps): Promise<Readonly<Record<string, string>>> {
  const tables = await tablesThatGrow(deps);
  return Object.fromEntries(
    tables.flatMap(({ title, bytes: size, kept }) =>
      kept === null ? [] : [[capitalised(title), `${bytes(size)}, ${kept}`]],
    ),
  );
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export async function ofDisk({
  installation: { home },
  operations,
}: Pick<AdminDeps, 'installation' | 'operations'>): Promise<Found> {
  if (home === null) return unknown('There is no data directory.');
  const { bavail, blocks, bsize } = await statfs(home);
  const free = bavail / blocks;
  const given = {
    Free: bytes(bavail * bsize),
    'In all': bytes(blocks * bsize),
    ...(await largestReleases(operations)),
    ...(await keptRecords(operations)),
  };
  const sentence = `${bytes(bavail * bsize)} are free.`;
  if (free > nearlyFullShare) return good(sentence, given);
  return {
    state: free > fullShare ? 'warning' : 'bad',
    sentence,
    advice:
      'Delete releases that no dataset needs, or give the data directory more room. A full disk stops imports and edits.',
    facts: facts(given),
  };
}

const unknown = (sentence: string, advice: string | null = null): Found => ({
  state: 'unknown',
  sentence,
  advice,
  facts: [],
});

const backup = z.object({ at: z.iso.datetime({ offset: true }) });
const oldBackupDays = 2;
export async function ofBackup({ db, clock }: AdminDeps): Promise<Found> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', 'backups')
    .executeTakeFirst();
  const read = z.union([z.array(backup), backup.transform((one) => [one])]).safeParse(row?.value);
  const times = (read.data ?? []).map(({ at }) => new Date(at).getTime());
  if (times.length === 0)
    return unknown(
      'No back-up is known.',
      'Make one, and have it made every day: "atrium backup", or a copy of the data directory and the databases.',
    );
  const last = new Date(Math.max(...times));
  const age = clock().getTime() - last.getTime();
  const given = { Last: last.toISOString(), Known: count(times.length) };
  if (age < oldBackupDays * msPerDay) return good(`The last back-up was made ${ago(age)}.`, given);
  return {
    state: 'warning',
    sentence: `The last back-up was made ${ago(age)}.`,
    advice: 'See why none has been made since. What was entered after it would be lost with the disk.',
    facts: facts(given),
  };
}

const queueRow = z.object({ name: z.string(), state: z.string(), jobs: z.int() });

export async function ofQueues({ db }: AdminDeps): Promise<Found> {
  const [{ has }] = z
    .tuple([z.object({ has: z.boolean() })])
    .parse((await sql`select to_regclass('pgboss.job') is not null as has`.execute(db)).rows);
  if (!has) return good('No queue is in use.');
  const { rows } = await sql`select name, state::text as state, count(*)::integer as jobs
    from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by 1, 2 order by 1, 2`.execute(
    db,
  );
  const queues = z.array(queueRow).parse(rows);
  const inState = (state: string): number =>
    queues.filter((one) => one.state === state).reduce((sum, { jobs }) => sum + jobs, 0);
  const given = Object.fromEntries(queues.map(({ name, state, jobs }) => [`${name}, ${state}`, count(jobs)]));
  if (inState('failed') > 0)
    return {
      state: 'warning',
      sentence: `${count(inState('failed'))} jobs were given up.`,
      advice:
        'The log of the portal says why. Mail that was given up is tried again after a start of the portal.',
      facts: facts(given),
    };
  return good(
    inState('retry') > 0 ? `${count(inState('retry'))} jobs are tried again.` : 'Nothing is stuck.',
    given,
  );
}

const lateMailMs = 10 * 60_000;

export async function ofMail({ db, clock, mails, signIn: { publicUrl } }: AdminDeps): Promise<Found> {
  if (mails === noMail)
    return {
      state: 'warning',
      sentence: publicUrl === null ? 'No mail is sent: the public address is not set.' : 'No mail is sent.',
      advice:
        'Set ATRIUM_MAIL_URL, ATRIUM_MAIL_FROM and ATRIUM_PUBLIC_URL. Without mail, people are not told of shared reports, and you hand over invitations yourself.',
      facts: [],
    };
  const waiting = await db
    .selectFrom('mail')
    .select(({ fn }) => [fn.countAll<string>().as('mails'), fn.min('made_at').as('oldest')])
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow();
  const age = waiting.oldest === null ? 0 : clock().getTime() - new Date(waiting.oldest).getTime();
  const given = { Waiting: count(Number(waiting.mails)) };
  if (age < lateMailMs)
    return good(waiting.oldest === null ? 'All mail is sent.' : 'Mail is on its way.', given);
  return {
    state: 'bad',
    sentence: `${count(Number(waiting.mails))} mails wait; the oldest was written ${ago(age)}.`,
    advice:
      'The mail server takes no mail. See the log of the portal for its answer. Nothing is lost meanwhile.',
    facts: facts(given),
  };
}

const providerMs = 3000;

export async function ofProviders({ signIn: { local, providers } }: AdminDeps): Promise<Found> {
  if (providers.length === 0)
    return good(
      local ? 'People sign in with local accounts only.' : 'Nobody can sign in: there is no way to.',
    );
  const providerStates = await Promise.all(
    providers.map(async ({ label, issuer }) => ({ label, problem: await problemOf(issuer) })),
  );
  const given = Object.fromEntries(providerStates.map(({ label, problem }) => [label, problem ?? 'answers']));
  const lost = providerStates.filter(({ problem }) => problem !== null).map(({ label }) => label);
  if (lost.length === 0) return good('All providers answer.', given);
  return {
    state: 'bad',
    sentence: `${lost.join(' and ')} cannot be reached.`,
    advice: `Nobody can sign in there now. See whether the provider is up, and whether the portal's machine may reach it.`,
    facts: facts(given),
  };
}

async function problemOf(issuer: string): Promise<string | null> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  try {
    const reply = await fetch(address, { signal: AbortSignal.timeout(providerMs) });
    await reply.body?.cancel();
    return reply.ok ? null : `answers ${reply.status}`;
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'does not answer' : 'is not reached';
  }
}

/** How late the event loop runs what is due. */
export interface Delay {
  /** In milliseconds, of 99 of 100 times since it was last asked for. */
  read(): number;
  close(): void;
}

export function watchDelay(): Delay {
  const histogram = monitorEventLoopDelay({ resolution: 20 });
  histogram.enable();
  return {
    read: () => {
      const ms = histogram.percentile(99) / 1e6;
      histogram.reset();
      return ms;
    },
    close: () => void histogram.disable(),
  };
}

const lateMs = 250;
const fullHeapShare = 0.9;

export async function ofMemory(_deps: AdminDeps, delay: Delay): Promise<Found> {
  const { rss, heapUsed } = process.memoryUsage();
  const { heap_size_limit: limit } = getHeapStatistics();
  const late = delay.read();
  const given = {
    'In use': bytes(rss),
    Heap: `${bytes(heapUsed)} of ${bytes(limit)}`,
    'Event loop, 99 of 100': milliseconds(late),
  };
  if (heapUsed > fullHeapShare * limit)
    return {
      state: 'bad',
      sentence: 'The memory of the portal is nearly used up.',
      advice: 'Give the process more memory (NODE_OPTIONS=--max-old-space-size=…), and see what is slow.',
      facts: facts(given),
    };
  if (late > lateMs)
    return {
      state: 'warning',
      sentence: `Requests wait up to ${milliseconds(late)} before anything is done.`,
      advice: 'The machine is busy. See the slowest questions of the day, and whether an import is running.',
      facts: facts(given),
    };
  return good('Memory and event loop are well.', given);
}

export async function ofQuestions({ db, questionLog }: AdminDeps): Promise<Found> {
  if (questionLog.days === null)
    return good('Questions are not kept for troubleshooting: ATRIUM_QUESTION_DAYS is 0.');
  const { questions } = await db
    .selectFrom('question')
    .select(({ fn }) => fn.countAll<string>().as('questions'))
    .executeTakeFirstOrThrow();
  const dropped = questionLog.dropped();
  const given = {
    Kept: count(Number(questions)),
    'For days': count(questionLog.days),
    'Not kept since the start': count(dropped),
  };
  if (dropped === 0) return good('Every question is kept for troubleshooting.', given);
  return {
    state: 'warning',
    sentence: `${count(dropped)} questions were not kept, because the portal was busy.`,
    advice: 'They were answered all the same. If it goes on, look at the state database and at the load.',
    facts: facts(given),
  };
}
