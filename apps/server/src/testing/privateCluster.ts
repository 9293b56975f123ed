import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './freePort.ts';

const run = promisify(execFile);
const versions = '/usr/lib/postgresql';

/** The folder of the newest PostgreSQL on this machine; null where there is none. */
const binaries = findBinaries();

function findBinaries(): string | null {
  if (!existsSync(versions)) return null;
  const [newest] = readdirSync(versions)
    .filter((version) => existsSync(path.join(versions, version, 'bin/initdb')))
    .sort((one, other) => Number(other) - Number(one));
  return newest === undefined ? null : path.join(versions, newest, 'bin');
}

/** Whether tests may start servers of their own, to end them at will. */
export const hasPostgres = binaries !== null;
if (!hasPostgres) process.stderr.write('!!! SKIPPED: no PostgreSQL here, so no test ends its server.\n');

/** A PostgreSQL server of one test, which may be stopped and started, and whose processes may be frozen. */
export interface PrivateCluster {
  readonly port: number;
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Freezes all its processes: connections stay and nothing is answered. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Starts a copy that follows it: from then on what is acknowledged is on both, unless nobody waits for the copy. */
  startReplica(options?: { readonly isWaitedFor: boolean }): Promise<PrivateCluster>;
  /** Makes a copy take changes itself. */
  promote(): Promise<void>;
  discard(): Promise<void>;
}

/** Root may not run a server. */
const isRoot = process.getuid?.() === 0;

async function asOwner(program: string, args: readonly string[]): Promise<string> {
  const file = path.join(binaries ?? '', program);
  const { stdout } = isRoot
    ? await run('setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', file, ...args])
    : await run(file, [...args]);
  return stdout;
}

interface ClusterOptions {
  readonly connections?: number;
  /** Where its data lie; default: among the temporary files. */
  readonly parent?: string;
}

/** Makes and starts a server on a free port, with so many connections. */
export async function startCluster({
  connections = 30,
  parent,
}: ClusterOptions = {}): Promise<PrivateCluster> {
  const folder = await makeFolder(parent);
  await asOwner('initdb', [
    ...['-D', dataIn(folder), '-A', 'trust', '-U', 'atrium', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
  ]);
  return openCluster(folder, connections);
}

async function makeFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(path.join(parent, 'atrium-cluster-'));
  if (isRoot) await chown(folder, ...(await idsOfPostgres()));
  return folder;
}

const dataIn = (folder: string): string => path.join(folder, 'data');

async function openCluster(folder: string, connections: number): Promise<PrivateCluster> {
  const data = dataIn(folder);
  const port = await freePort();
  const url = `postgres://atrium@127.0.0.1:${port}/postgres`;
  const settings = `-p ${port} -k ${folder} -h 127.0.0.1 -c max_connections=${connections}`;
  const control = (...args: readonly string[]) => asOwner('pg_ctl', ['-D', data, '-w', ...args]);
  const start = async () => void (await control('-l', path.join(folder, 'log'), '-o', settings, 'start'));
  const signal = async (name: NodeJS.Signals): Promise<void> => {
    const first = await firstProcessOf(data);
    process.kill(first, name);
    for (const pid of await childrenOf(first)) sendTo(pid, name);
  };
  await start();
  return {
    port,
    url,
    start,
    stop: async () => void (await control('-m', 'immediate', 'stop')),
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    startReplica: async ({ isWaitedFor } = { isWaitedFor: true }) => {
      const own = await makeFolder();
      const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'atrium'];
      await asOwner('pg_basebackup', [...from, '-D', dataIn(own), '-R', '-X', 'stream', '-c', 'fast']);
      const replica = await openCluster(own, connections);
      if (!isWaitedFor) return replica;
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
      await client.query('SELECT pg_reload_conf()');
      await client.end();
      return replica;
    },
    promote: async () => void (await control('promote')),
    discard: async () => {
      await signal('SIGCONT').catch(() => undefined);
      await control('-m', 'immediate', 'stop').catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function idsOfPostgres(): Promise<readonly [number, number]> {
  const [user, group] = await Promise.all(['-u', '-g'].map((which) => run('id', [which, 'postgres'])));
  return [Number(user?.stdout), Number(group?.stdout)];
}

export function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== 'object' || address === null) throw new Error('Nothing listens here.');
  return address.port;
}

/** The server's process that starts the others. */
async function firstProcessOf(data: string): Promise<number> {
  const [first = ''] = (await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n');
  return Number(first);
}

async function childrenOf(first: number): Promise<readonly number[]> {
  const children = await readFile(`/proc/${first}/task/${first}/children`, 'utf8');
  return children
    .split(' ')
    .filter((pid) => pid.trim() !== '')
    .map(Number);
}

/** One that has ended since it was found needs no signal. */
function sendTo(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
