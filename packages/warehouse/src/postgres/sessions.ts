import type { Duplex } from 'node:stream';
import { PortalError } from '@atrium/contract/errors/errorCode';
import pg from 'pg';
import { warehouseClosed } from '../asking/semaphore.ts';
import { keepInterrupting, type Session, type SessionPool } from '../asking/sessions.ts';
import { type TimeSlice, takeTimeSlices } from '../asking/timeSlices.ts';
import { literal } from '../sql/quoted.ts';
import { rowTypes } from './decodeCells.ts';
import { isServerAway, refusalWhileAway, warehouseAway } from './serverAway.ts';

/** An answer that arrived while this process was busy is read after the first timer and before the second. */
const graceMs = 250;

/** Rejects when the promise takes longer; ignores its later result. */
const within = <Value>(promise: Promise<Value>, ms: number, late: () => Error): Promise<Value> =>
  new Promise((resolve, reject) => {
    let timer = setTimeout(() => {
      timer = setTimeout(() => reject(late()), graceMs);
    }, ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/**
 * A lent connection. `interrupt` asks the server, over another connection, to end the statement that runs on it;
 * `end` waits until no interrupt is on its way.
 */
export interface PostgresSession extends Session {
  readonly client: pg.PoolClient;
  /** Of a server that answers in place of the first: lends no session of it for a while, and names the first. */
  readonly passOver?: () => PostgresSessions;
}

export interface PostgresSessions extends SessionPool<PostgresSession> {
  /** Rejects with PortalError `unavailable` while the server does not answer. */
  checkReady(): Promise<void>;
}

export interface SessionOptions {
  readonly url: string;
  /** Connections at the most. */
  readonly size: number;
  readonly timeoutMs: number | null;
  /** Megabytes of temporary files on the server, of each session. */
  readonly spillMegabytes: number;
  /** Of a replica: the position in the log of the first server that it must have reached to be lent (rule 16.26). */
  readonly notBefore?: () => string;
}

/**
 * Begins the transaction of a session, to which all settings belong, so that PgBouncer may lend the connection to others
 * after it. It cannot write. Our statements join many sub-queries over tables that never change: they are fast when hash
 * tables fit into memory, and just-in-time compilation takes longer than it saves. The rows of a small cohort are found by
 * subject twice as fast as in the whole table; the default cost of a page is that of a turning disk and hides it. A server
 * that shares its processors with the portal works on a statement with one of them: else two statements take all, and who
 * answers waits (rule 8.17). Who may set `temp_file_limit` was granted it; for others the server's own limit holds.
 */
const beginning = ({ timeoutMs, spillMegabytes, notBefore }: SessionOptions): string => `BEGIN READ ONLY;
  SELECT pg_backend_pid() AS pid, set_config('jit', 'off', true), set_config('work_mem', '64MB', true),
    set_config('hash_mem_multiplier', '4', true),
    set_config('random_page_cost', least(current_setting('random_page_cost')::float8, 1.1)::text, true),
    set_config('statement_timeout', '${timeoutMs ?? 0}', true),
    set_config('max_parallel_workers_per_gather', CASE WHEN inet_client_addr() IS DISTINCT FROM inet_server_addr()
      THEN current_setting('max_parallel_workers_per_gather') ELSE '0' END, true),
    CASE WHEN has_parameter_privilege('temp_file_limit', 'SET')
      THEN set_config('temp_file_limit', '${spillMegabytes}MB', true) END,
    CASE WHEN pg_is_in_recovery() THEN coalesce(pg_last_wal_replay_lsn() >= ${literal(notBefore?.() ?? '0/0')}::pg_lsn, FALSE)
      ELSE TRUE END AS "isUpToDate"`;

/** The connection to a server that is silent for this long is closed (rule 9.15). */
const silenceMs = 3_000;
const beatMs = 1_000;

/** A pool's own time-out counts the wait for a free connection, too, which may be long. */
class PromptClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(typeof config === 'string' ? config : { ...config, connectionTimeoutMillis: silenceMs });
  }
}

/**
 * A pool that connects when a session is borrowed; lost connections are replaced. While sessions are lent, the server is
 * asked now and then whether it is there; when it is silent, their statements end and their connections are left.
 */
export function createSessions(options: SessionOptions): PostgresSessions {
  const { url } = options;
  const processIds = new WeakMap<pg.ClientBase, number>();
  let pool = openPool(options);
  // Connections of their own, so that an interrupt never waits behind the statement that it shall end.
  let interrupts = openInterrupts(url);
  const lent = new Set<PostgresSession>();
  const closing = new AbortController();
  const interrupt = async (client: pg.ClientBase): Promise<void> => {
    const other = await connectAlive(interrupts);
    const stopped = other.query('SELECT pg_cancel_backend($1::integer)', [processIds.get(client)]);
    await within(stopped, silenceMs, warehouseAway).then(
      () => other.release(),
      () => other.release(true),
    );
  };
  const leaveSilent = (): void => {
    for (const each of [pool, interrupts]) each.end().catch(() => undefined);
    if (!closing.signal.aborted) {
      pool = openPool(options);
      interrupts = openInterrupts(url);
    }
    for (const { client } of lent) client.end().catch(() => undefined);
  };
  /** A server that says something, if only a refusal, ends its statements itself. */
  const leaveIfSilent = (error: unknown): void => {
    if (!(error instanceof pg.DatabaseError)) leaveSilent();
  };
  const checkReady = async (): Promise<void> => {
    const client = await connectAlive(interrupts);
    client.release();
  };
  const stopBeating = beatWhile(() => lent.size > 0, {
    beat: checkReady,
    onFault: leaveIfSilent,
  });
  const close = async (): Promise<void> => {
    closing.abort(warehouseClosed());
    const stopInterrupting = keepInterrupting(lent);
    await pool.end();
    stopInterrupting();
    stopBeating();
    await interrupts.end();
  };
  let closed: Promise<void> | undefined;

  return {
    closing: closing.signal,
    checkReady: () =>
      checkReady().catch((error: unknown) => {
        throw refusalWhileAway(error);
      }),
    borrow: async (signal) => {
      const stop = AbortSignal.any([closing.signal, ...(signal === undefined ? [] : [signal])]);
      stop.throwIfAborted();
      const from = pool;
      const begin = async (client: pg.PoolClient): Promise<void> => {
        processIds.set(client, await beginOn(client, options));
      };
      const client = await unlessAborted(connectAlive(from, begin), stop).catch((error: unknown) => {
        if (error instanceof PortalError && error.code === 'unavailable' && from === pool) leaveSilent();
        throw refusalWhileAway(error);
      });
      const session = lend(client, {
        interrupt: () => interrupt(client).catch(() => undefined),
        onEnd: () => lent.delete(session),
      });
      lent.add(session);
      return session;
    },
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

function openPool({ url, size }: SessionOptions): pg.Pool {
  const pool = new pg.Pool({
    Client: PromptClient,
    connectionString: url,
    application_name: 'atrium',
    keepAlive: true,
    max: size,
    types: rowTypes,
    onConnect: async (client) => {
      if (client instanceof pg.Client) decodeInSlices(client.connection.stream);
    },
  });
  return survivingLostConnections(pool);
}

const openInterrupts = (url: string): pg.Pool =>
  survivingLostConnections(
    new pg.Pool({
      Client: PromptClient,
      connectionString: url,
      application_name: 'atrium stop',
      keepAlive: true,
      max: 2,
    }),
  );

interface Beat {
  readonly beat: () => Promise<void>;
  readonly onFault: (error: unknown) => void;
}

/** Beats now and then as long as it is needed; the returned function ends it. */
function beatWhile(isNeeded: () => boolean, { beat, onFault }: Beat): () => void {
  let isUnderWay = false;
  const timer = setInterval(() => {
    if (isUnderWay || !isNeeded()) return;
    isUnderWay = true;
    beat()
      .catch(onFault)
      .finally(() => {
        isUnderWay = false;
      });
  }, beatMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Returns the number of the process that works for the connection until its transaction ends. */
async function beginOn(client: pg.ClientBase, options: SessionOptions): Promise<number> {
  // Two statements give two results, which the type of `query` does not say.
  const results: unknown = await client.query(beginning(options));
  const begun = Array.isArray(results) ? rowOf(results.at(-1)) : null;
  if (begun === null) throw new Error('PostgreSQL did not say how it began a transaction.');
  if (!begun.isUpToDate) throw new Behind('This replica has not got all that is known of.');
  return begun.pid;
}

interface Begun {
  readonly pid: number;
  readonly isUpToDate: boolean;
}

const isBegun = (row: unknown): row is Begun =>
  typeof row === 'object' && row !== null && 'pid' in row && 'isUpToDate' in row;

function rowOf(result: unknown): Begun | null {
  if (!(result instanceof pg.Result)) return null;
  const [row]: readonly unknown[] = result.rows;
  return isBegun(row) ? row : null;
}

class Behind extends Error {}

/** Whether a session was refused since its server is a replica that lags behind. */
export const isBehind = (error: unknown): boolean => error instanceof Behind;

const ping = (client: pg.PoolClient): Promise<unknown> => client.query('');

/** A connection that was lost while it was idle fails only when it is used; such connections are dropped. */
async function connectAlive(
  pool: pg.Pool,
  use: (client: pg.PoolClient) => Promise<unknown> = ping,
): Promise<pg.PoolClient> {
  for (;;) {
    const client = await pool.connect();
    try {
      await within(use(client), silenceMs, warehouseAway);
      return client;
    } catch (error) {
      client.release(true);
      if (error instanceof PortalError || !isServerAway(error)) throw error;
    }
  }
}

/** A lost connection fails the statement on it; the event that comes besides would end the process. */
function survivingLostConnections(pool: pg.Pool): pg.Pool {
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function lend(
  client: pg.PoolClient,
  { interrupt, onEnd }: { interrupt: () => Promise<unknown>; onEnd: () => void },
): PostgresSession {
  let underWay: Promise<unknown> | undefined;
  return {
    client,
    interrupt: () => {
      underWay ??= interrupt().finally(() => {
        underWay = undefined;
      });
    },
    end: async () => {
      onEnd();
      // Until then the process works for nobody else, so no interrupt ends the statement of another.
      await underWay;
      endTransaction(client);
    },
  };
}

function endTransaction(client: pg.PoolClient): void {
  within(client.query('ROLLBACK'), silenceMs, warehouseAway).then(
    () => client.release(),
    () => client.release(true),
  );
}

/** A borrower who leaves early gives back the connection that is found later. */
async function unlessAborted(
  connecting: Promise<pg.PoolClient>,
  signal: AbortSignal,
): Promise<pg.PoolClient> {
  return await new Promise((resolve, reject) => {
    const leave = (): void => {
      connecting.then(endTransaction).catch(() => undefined);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    connecting
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', leave))
      .catch(() => undefined);
  });
}

/**
 * Reads a connection in slices: the rows of a piece are decoded where it is read, and Node would read up to 2 MB of a long
 * answer before anybody else's turn (rule 8.17).
 */
export function decodeInSlices(
  connection: Duplex,
  slice: Pick<TimeSlice, 'giveWay'> = takeTimeSlices(),
): void {
  connection.on('data', () => {
    connection.pause();
    void slice.giveWay().then(() => connection.resume());
  });
}
