import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { kill, spawnProgram, untilEnd, untilLine } from './childProcess.ts';
import { createFactories, testPassword } from './factories.ts';
import { type Run, runAtrium } from './runAtrium.ts';
import { writeSmallPackage } from './smallPackage.ts';
import { atHome, prepareState } from './testHome.ts';

interface FaultyOptions {
  /** The state database; default: embedded. */
  readonly databaseUrl?: string;
  readonly warehouseUrl?: string;
  /** Variables of the process of the portal. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly members: number;
}

/** A portal in a process of its own, which a test may disturb in any way. */
export interface FaultyPortal {
  address(): string;
  start(): Promise<void>;
  kill(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Waits until the process has ended by itself. */
  untilGone(): Promise<void>;
  /** A command of `atrium` on the same data directory, in the process of the test. */
  command(...args: readonly string[]): Promise<Run>;
  /** The next member that nobody has used. */
  beginEditing(): Editor;
  /** The username of the next member that nobody has used. */
  nextMember(): string;
  close(): Promise<void>;
}

/** Makes a data directory with one dataset and so many members, and starts its portal. */
export async function startFaulty(options: FaultyOptions): Promise<FaultyPortal> {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-faulty-'));
  const home = path.join(folder, 'home');
  const { databaseUrl, warehouseUrl, environment } = options;
  const stores = {
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    ...(warehouseUrl !== undefined && { ATRIUM_WAREHOUSE_URL: warehouseUrl }),
  };
  if (databaseUrl === undefined) await prepareState(home);
  const packagePath = await writeSmallPackage(folder);
  const usernames = await atHome(
    {
      home,
      ...(databaseUrl !== undefined && { databaseUrl }),
      ...(warehouseUrl !== undefined && { warehouseUrl }),
    },
    async ({ db, releases }) => {
      const { aDataset, aMember } = createFactories({ db, releases });
      const dataset = await aDataset({ uniqueId: 'small', packagePath });
      const names: string[] = [];
      for (let member = 0; member < options.members; member += 1)
        names.push((await aMember({ dataset, level: 'phi' })).account.username);
      return names;
    },
  );
  // Editors ask as fast as the machine answers, which on a fast one is more than the limits of an address.
  const env = { ATRIUM_HOME: home, HOST: '', PORT: '0', ATRIUM_RATE_LIMITS: 'off', ...stores };
  let portal: ChildProcessWithoutNullStreams | undefined;
  let address = '';
  const running = (): ChildProcessWithoutNullStreams => {
    if (portal === undefined) throw new Error('The portal was not started.');
    return portal;
  };
  const start = async (): Promise<void> => {
    portal = spawnProgram('main', ['start'], { env: { ...env, ...environment } });
    [, address = ''] = await untilLine(portal, /ready at (http:\S+)/);
  };
  await start();
  const nextMember = (): string => {
    const username = usernames.shift();
    if (username === undefined) throw new Error(`All ${options.members} members have been used.`);
    return username;
  };
  return {
    address: () => address,
    start,
    kill: () => kill(running()),
    signal: (name) => void running().kill(name),
    untilGone: async () => {
      await untilEnd(running());
    },
    command: (...args) => runAtrium(args, { env }),
    beginEditing: () => beginEditing(nextMember(), () => address),
    nextMember,
    close: async () => {
      if (portal !== undefined) await kill(portal);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A member who edits and counts, one after the other. Each edit is sent again under its key until it is acknowledged. */
export interface Editor {
  readonly username: string;
  /** Waits until so many more edits are acknowledged. */
  more(edits: number): Promise<void>;
  /** Ends after the edit under way; then returns what was acknowledged. */
  stop(): Promise<Acknowledged>;
}

export interface Acknowledged {
  readonly entries: readonly string[];
  /** Of the cohort, as it is stored in the end. */
  readonly stored: readonly string[];
  readonly counts: number;
  /** Every status that was answered. */
  readonly statuses: ReadonlySet<number>;
}

const edited = z.object({ transformation_successful: z.literal(true), entry_id: z.string() });
const filters = z.array(z.object({ entry_id: z.string() }));
const cohort = z.object({ cohort_def: z.array(z.object({ list: filters })) });
const patienceMs = 30_000;

/** Sends a request in the name of a member, and repeats it until a whole answer comes back. */
interface Asker {
  call(target: string, init?: RequestInit): Promise<unknown>;
  signIn(): Promise<unknown>;
  /** Every status that was answered. */
  readonly statuses: ReadonlySet<number>;
}

export function createAsker(username: string, address: () => string): Asker {
  const statuses = new Set<number>();
  let cookie = '';

  /** One request; null where nothing whole came back. */
  const ask = async (target: string, init: RequestInit): Promise<unknown> => {
    const reply = await fetch(`${address()}/api/v2/${target}`, {
      ...init,
      headers: { 'content-type': 'application/json', cookie, ...init.headers },
      signal: AbortSignal.timeout(patienceMs),
    });
    statuses.add(reply.status);
    if (reply.status === 401 && !target.startsWith('auth/')) await signIn();
    if (reply.status !== 200) return null;
    const fresh = reply.headers.getSetCookie().map((set) => set.split(';')[0]);
    if (fresh.length > 0) cookie = fresh.join('; ');
    const isJson = reply.headers.get('content-type')?.includes('json') === true;
    return isJson ? reply.json() : reply.text();
  };
  const call = async (target: string, init: RequestInit = {}): Promise<unknown> => {
    for (;;) {
      const body = await ask(target, init).catch(() => null);
      if (body !== null) return body;
      await delay(20);
    }
  };
  const signIn = (): Promise<unknown> =>
    call('auth/login/', { method: 'POST', body: JSON.stringify({ username, password: testPassword }) });
  return { call, signIn, statuses };
}

/** A member who edits and counts until somebody ends it. */
export function beginEditing(username: string, address: () => string): Editor {
  const entries: string[] = [];
  const { call, signIn, statuses } = createAsker(username, address);
  let counts = 0;
  let isOver = false;
  const edit = async (): Promise<void> => {
    const body = {
      transformation: {
        type: 'add_entry',
        concept_id: 'sex',
        selected_categories: ['Male'],
        ignore_warnings: true,
      },
    };
    const headers = { 'idempotency-key': randomUUID() };
    const reply = await call('small/cohort_def/', { method: 'POST', headers, body: JSON.stringify(body) });
    entries.push(edited.parse(reply).entry_id);
  };
  const working = (async () => {
    await signIn();
    while (!isOver) {
      await edit();
      await call('small/query_tools/count/');
      counts += 1;
    }
  })();
  return {
    username,
    more: async (edits) => {
      const wanted = entries.length + edits;
      await vi.waitFor(() => expect(entries.length).toBeGreaterThanOrEqual(wanted), {
        timeout: 240_000,
        interval: 5,
      });
    },
    stop: async () => {
      isOver = true;
      await working;
      const { cohort_def: definition } = cohort.parse(await call('small/cohort_def/'));
      const stored = definition.flatMap(({ list }) => list.map(({ entry_id: id }) => id));
      return { entries, stored, counts, statuses };
    },
  };
}

/**
 * Ends every case: what was acknowledged is stored once, in order, and nothing else; the chain of the audit is whole and
 * has a line of every count that was answered.
 */
export async function expectWhole(
  portal: Pick<FaultyPortal, 'command'>,
  editor: Editor,
): Promise<Acknowledged> {
  const acknowledged = await editor.stop();
  expect(acknowledged.stored).toEqual(acknowledged.entries);
  expect(await portal.command('audit', 'verify')).toMatchObject({ code: 0 });
  const { stdout } = await portal.command('audit', 'export', '--format', 'ndjson');
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => auditLine.parse(JSON.parse(line)));
  const counted = lines.filter(({ action, username }) => action === 'count' && username === editor.username);
  expect(counted.length).toBeGreaterThanOrEqual(acknowledged.counts);
  return acknowledged;
}

const auditLine = z.object({ action: z.string(), username: z.string().nullish() });
