import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
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
  /** The server that it follows as a replica; default: it is the first. */
  readonly replicaOf?: PrivateCluster;
}

/** Makes and starts a server on a free port, with so many connections. */
export async function startCluster({
  connections = 30,
  replicaOf,
}: ClusterOptions = {}): Promise<PrivateCluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-cluster-'));
  if (isRoot) await chown(folder, ...(await idsOfPostgres()));
  const data = path.join(folder, 'data');
  if (replicaOf === undefined)
    await asOwner('initdb', [
      ...['-D', data, '-A', 'trust', '-U', 'atrium', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    ]);
  else await asOwner('pg_basebackup', ['-D', data, '-R', '-c', 'fast', '--no-sync', '-d', replicaOf.url]);
  const port = await freePort();
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
    url: `postgres://atrium@127.0.0.1:${port}/postgres`,
    start,
    stop: async () => void (await control('-m', 'immediate', 'stop')),
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
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
