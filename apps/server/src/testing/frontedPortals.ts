import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './freePort.ts';
import { hasPostgres, idsOfPostgres, type PrivateCluster, startCluster } from './privateCluster.ts';

const pgBouncer = '/usr/sbin/pgbouncer';
const haproxy = '/usr/sbin/haproxy';

/** Whether this machine has all that stands before and behind the portals. */
export const hasFront = hasPostgres && existsSync(pgBouncer) && existsSync(haproxy);

const isRoot = process.getuid?.() === 0;
const names = ['one', 'two'] as const;
export type PortalName = (typeof names)[number];
const pauseMs = 100;

/** Starts a portal with these variables, as a process. */
export type Launch = (env: Readonly<Record<string, string>>) => ChildProcess;

/** Two portals behind HAProxy, which asks them whether they are ready, over PgBouncer and PostgreSQL, as processes of one machine. */
export interface FrontedPortals {
  /** Of the proxy. */
  readonly address: string;
  readonly names: readonly PortalName[];
  readonly server: PrivateCluster;
  /** Ends the server at once, and puts its replica in its place. */
  failOver(): Promise<void>;
  /** Of the state database, through PgBouncer. */
  readonly databaseUrl: string;
  environmentOf(name: PortalName): Readonly<Record<string, string>>;
  /** Resolves when the proxy sends it requests. */
  start(name: PortalName): Promise<void>;
  /** Ends it in order, or at once, and waits until it is gone. */
  end(name: PortalName, signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Ends everything; nothing is left. */
  close(): Promise<void>;
}

interface Front {
  readonly launch: Launch;
  /** Further variables of the portals. */
  readonly env?: Readonly<Record<string, string>>;
  /** The port of the proxy; default: a free one. */
  readonly port?: number;
  /** Whether a second server follows the first. */
  readonly hasReplica?: boolean;
  /** Where the data of the server lie; default: among the temporary files. */
  readonly serverParent?: string;
  /** Where the data directories and the shared folder lie; default: among the temporary files. */
  readonly parent?: string;
}

export async function openFrontedPortals({
  launch,
  env = {},
  port,
  hasReplica = false,
  serverParent,
  parent = tmpdir(),
}: Front): Promise<FrontedPortals> {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-fronted-'));
  const data = await mkdtemp(path.join(parent, 'atrium-portals-'));
  const server = await startCluster({ connections: 150, ...(serverParent && { parent: serverParent }) });
  let replica: PrivateCluster | null = null;
  const running = new Map<string, ChildProcess>();
  const close = async (): Promise<void> => {
    for (const name of [...names, 'haproxy', 'pgbouncer']) await endProcess(running.get(name), 'SIGTERM');
    await server.discard();
    await replica?.discard();
    for (const one of [folder, data]) await rm(one, { recursive: true, force: true });
  };
  try {
    await createDatabases(server.url);
    if (hasReplica) replica = await server.startReplica();
    const pooled = await freePort();
    const bouncer = await startPgBouncer(folder, { port: pooled, server: server.port });
    running.set('pgbouncer', bouncer.child);
    const ports = { one: await freePort(), two: await freePort() };
    const front = port ?? (await freePort());
    running.set('haproxy', await startHaproxy(folder, { port: front, portals: ports }));
    const address = `http://127.0.0.1:${front}`;
    const urlOf = (database: string) => `postgres://atrium@127.0.0.1:${pooled}/${database}`;
    const environmentOf = (name: PortalName) => ({
      ATRIUM_HOME: path.join(data, name),
      DATABASE_URL: urlOf('atrium'),
      ATRIUM_WAREHOUSE_URL: urlOf('atrium_warehouse'),
      ATRIUM_WAREHOUSE_READERS: urlOf('questions'),
      ATRIUM_SHARED_FOLDER: path.join(data, 'shared'),
      ATRIUM_TRUST_PROXY: 'true',
      HOST: '127.0.0.1',
      PORT: String(ports[name]),
      ...env,
    });
    return {
      address,
      names,
      server,
      failOver: async () => {
        if (replica === null) throw new Error('There is no replica.');
        await server.stop();
        await replica.promote();
        await bouncer.leadTo(replica.port);
      },
      databaseUrl: urlOf('atrium'),
      environmentOf,
      start: async (name) => {
        const child = launch(environmentOf(name));
        running.set(name, child);
        await until(child, async () => (await statesIn(address)).get(name) === 'UP');
      },
      end: (name, signal) => endProcess(running.get(name), signal),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function createDatabases(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const name of ['atrium', 'atrium_warehouse']) await client.query(`CREATE DATABASE ${name}`);
  await client.end();
}

interface PooledServer {
  readonly port: number;
  /** The port of the server. */
  readonly server: number;
  /** The database of the warehouse. */
  readonly warehouse?: string;
  /** To the server, for questions. */
  readonly connections?: number;
}

/**
 * In session mode, since portals hold locks and listen on a connection (decision 98); questions about research data go
 * through a name of their own in transaction mode.
 */
export async function startPgBouncer(
  folder: string,
  { port, server, warehouse = 'atrium_warehouse', connections = 60 }: PooledServer,
): Promise<{ readonly child: ChildProcess; leadTo(server: number): Promise<void> }> {
  const own = path.join(folder, 'pgbouncer');
  await mkdir(own);
  const file = path.join(own, 'pgbouncer.ini');
  const write = (to: number) =>
    writeFile(
      file,
      `[databases]
questions = host=127.0.0.1 port=${to} user=atrium dbname=${warehouse} pool_mode=transaction pool_size=${connections}
* = host=127.0.0.1 port=${to} user=atrium
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = session
max_client_conn = 400
default_pool_size = 60
ignore_startup_parameters = extra_float_digits
server_login_retry = 1
`,
    );
  await write(server);
  // It does not run as root.
  const [uid, gid] = isRoot ? await idsOfPostgres() : [];
  if (uid !== undefined && gid !== undefined) {
    await chmod(folder, 0o711);
    await chown(own, uid, gid);
    await chown(file, uid, gid);
  }
  const child = spawn(pgBouncer, ['-q', file], { stdio: 'ignore', uid, gid });
  const url = `postgres://atrium@127.0.0.1:${port}/questions`;
  await until(child, async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.end();
    return true;
  });
  return {
    child,
    leadTo: async (to) => {
      await write(to);
      child.kill('SIGHUP');
    },
  };
}

interface Balanced {
  readonly port: number;
  readonly portals: Readonly<Record<PortalName, number>>;
}

const statesPath = '/haproxy-states';

async function startHaproxy(folder: string, { port, portals }: Balanced): Promise<ChildProcess> {
  const file = path.join(folder, 'haproxy.cfg');
  await writeFile(
    file,
    `global
  maxconn 2000
defaults
  mode http
  timeout connect 2s
  timeout check 5s
  timeout client 10m
  timeout server 10m
  retries 10
  retry-on conn-failure
  option redispatch 1
frontend portal
  bind 127.0.0.1:${port}
  stats enable
  stats uri ${statesPath}
  http-request set-header X-Forwarded-For %[src]
  default_backend portals
backend portals
  balance roundrobin
  option httpchk GET /readyz
  http-reuse never
  default-server check inter 1s fastinter 500ms fall 3 rise 1
${names.map((name) => `  server ${name} 127.0.0.1:${portals[name]}`).join('\n')}
  # Where none says that it is ready, they say why.
  option allbackups
${names.map((name) => `  server spare-${name} 127.0.0.1:${portals[name]} no-check backup`).join('\n')}
`,
  );
  const child = spawn(haproxy, ['-db', '-q', '-f', file], { stdio: 'ignore' });
  await until(child, async () => (await statesIn(`http://127.0.0.1:${port}`)).size > 0);
  return child;
}

/** How the proxy finds each portal: `UP` where it sends it requests. */
async function statesIn(address: string): Promise<ReadonlyMap<string, string>> {
  const lines = (await (await fetch(`${address}${statesPath};csv`)).text()).split('\n');
  const cells = lines.map((line) => line.split(','));
  const [state] = (cells[0] ?? []).flatMap((name, index) => (name === 'status' ? [index] : []));
  return new Map(
    cells.flatMap(([pool, name = '', ...rest]) =>
      pool === 'portals' && name !== 'BACKEND' ? [[name, rest[(state ?? 0) - 2] ?? '']] : [],
    ),
  );
}

/** Asks again and again, while the process runs; what fails is asked again. */
async function until(child: ChildProcess, ask: () => Promise<boolean>): Promise<void> {
  while (!(await ask().catch(() => false))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${child.spawnfile} ended with ${child.exitCode ?? child.signalCode}.`);
    await delay(pauseMs);
  }
}

export async function endProcess(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}
