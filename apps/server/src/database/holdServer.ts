import { randomBytes } from 'node:crypto';
import { Socket } from 'node:net';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { PortalError } from '@atrium/contract/errors/errorCode';
import pg from 'pg';
import { nameDatabase } from './openDatabase.ts';

export interface HoldOptions {
  readonly url: string;
  /** Both may be in one database. */
  readonly what: 'state database' | 'warehouse' | 'start of a portal';
  /** How long to wait for a process that holds it; default: 30 seconds. */
  readonly waitMs?: number;
  /** Called while waiting, with the name of the process that holds it. */
  readonly onWait?: (holder: string) => void;
  /** Called when the connection was lost, and another process holds the database now. */
  readonly onTaken: (refusal: PortalError) => void;
  /** Whether others may hold it at the same time that share it, too; default: no. */
  readonly isShared?: boolean;
  /** Called with each connection that holds the database; the next call comes after `onLost`. */
  readonly onHeld?: (held: HeldConnection) => Promise<void>;
  /** Called when such a connection is lost, and with it all its locks. */
  readonly onLost?: () => void;
}

/** A connection of a process of its own, as long as it is there. */
export interface HeldConnection {
  readonly client: pg.Client;
  /** Ends it at once, where the server is silent. */
  cut(): void;
}

/** The right to write to a database on a server, which one process has at a time, or several that share it. */
export interface Hold {
  release(): Promise<void>;
}

const defaultWaitMs = 30_000;
const pauseMs = 500;
const mark = 'atrium holds';

/** The server ends a session whose machine is silent, so that the next process does not wait long. */
const endSoon =
  'SET tcp_keepalives_idle = 3; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 2; SET tcp_user_timeout = 7000';

/**
 * Takes a lock on a database, which the server frees when this process or its machine ends. The data
 * directory of a portal has a lock, too, but a copy of it may be elsewhere; and each process undoes imports that it takes
 * for killed ones (rule 9.18), unless they share it.
 * A lost connection is made again, and with it the lock.
 * @throws PortalError 'conflict' where another process holds the database for longer than `waitMs`
 */
export async function holdServer(options: HoldOptions): Promise<Hold> {
  const name = `${mark} ${hostname().slice(0, 30)} ${process.pid} ${randomBytes(3).toString('hex')}`;
  let client = await takeInTime(options, name);
  let isReleased = false;
  const keep = (held: pg.Client): void => {
    held.once('end', () => {
      options.onLost?.();
      if (!isReleased) void takeAgain();
    });
  };
  const takeAgain = async (): Promise<void> => {
    while (!isReleased) {
      await delay(pauseMs, undefined, { ref: false });
      const attempt = await take(options, name).catch(() => null);
      if (attempt === null || attempt === name) continue;
      if (typeof attempt === 'string') return options.onTaken(inUse(options, attempt));
      client = attempt;
      if (isReleased) await client.end();
      else keep(client);
      return;
    }
  };
  keep(client);
  return {
    release: async () => {
      isReleased = true;
      await client.end();
    },
  };
}

async function takeInTime(options: HoldOptions, name: string): Promise<pg.Client> {
  const until = performance.now() + (options.waitMs ?? defaultWaitMs);
  for (;;) {
    const attempt = await take(options, name);
    if (typeof attempt !== 'string') return attempt;
    if (performance.now() >= until) throw inUse(options, attempt);
    options.onWait?.(attempt);
    await delay(pauseMs);
  }
}

/** The connection that has the lock, or the name of the one that has it. */
async function take(
  { url, what, isShared = false, onHeld }: HoldOptions,
  name: string,
): Promise<pg.Client | string> {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    stream: () => socket,
    application_name: name,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(endSoon);
    const { rows } = await client.query<{ taken: boolean; holder: string | null }>(
      `SELECT pg_try_advisory_lock${isShared ? '_shared' : ''}(key) AS taken, (
          SELECT application_name || coalesce(' at ' || host(client_addr), '')
          FROM pg_locks JOIN pg_stat_activity USING (pid)
          WHERE locktype = 'advisory' AND granted AND datname = current_database()
            AND classid::bigint = (key >> 32) & 4294967295 AND objid::bigint = key & 4294967295
          LIMIT 1) AS holder
        FROM hashtextextended($1, 0) AS key`,
      [`${mark} ${what}`],
    );
    if (rows[0]?.taken === true) {
      await onHeld?.({ client, cut: () => void socket.destroy() });
      return client;
    }
    await client.end();
    return rows[0]?.holder?.replace(/ at .*$/, '') === name ? name : (rows[0]?.holder ?? 'another process');
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

const inUse = ({ url, what }: HoldOptions, holder: string): PortalError =>
  new PortalError(
    'conflict',
    `The ${what} ${nameDatabase(url)} is in use by another portal or command (${holder.replace(`${mark} `, '')}). Stop it first.`,
  );
