import type { Duplex } from 'node:stream';
import { PortalError } from '@atrium/contract/errors/errorCode';
import pg from 'pg';
import { warehouseClosed } from '../asking/semaphore.ts';
import { keepInterrupting, type Session, type SessionPool } from '../asking/sessions.ts';
import { type TimeSlice, takeTimeSlices } from '../asking/timeSlices.ts';
import { rowTypes } from './decodeCells.ts';
import { refusalWhileAway, warehouseAway } from './serverAway.ts';

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
}

/**
 * Our statements join many sub-queries over tables that never change. They are fast when hash tables fit into memory,
 * and just-in-time compilation takes longer than it saves. Sessions cannot write. A server that shares its processors with
 * the portal works on a statement with one of them: else two statements take all, and who answers waits (rule 8.17).
 */
const settings = `SELECT pg_backend_pid() AS pid, set_config('jit', 'off', false),
  set_config('work_mem', '64MB', false), set_config('default_transaction_read_only', 'on', false),
  set_config('statement_timeout', $1, false),
  set_config('max_parallel_workers_per_gather', CASE WHEN inet_client_addr() IS DISTINCT FROM inet_server_addr()
    THEN current_setting('max_parallel_workers_per_gather') ELSE '0' END, false)`;

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
  let pool = openPool(options, processIds);
  // Connections of their own, so that an interrupt never waits behind the statement that it shall end.
  let interrupts = openInterrupts(url);
  const lent = new Set<PostgresSession>();
  const closing = new AbortController();
  const interrupt = async (client: pg.ClientBase): Promise<void> => {
    const other = await connectAlive(interrupts);
    const stopped = other.query('SELECT pg_cancel_backend($1)', [processIds.get(client)]);
    await within(stopped, silenceMs, warehouseAway).then(
      () => other.release(),
      () => other.release(true),
    );
  };
  const leaveSilent = (): void => {
    for (const each of [pool, interrupts]) each.end().catch(() => undefined);
    if (!closing.signal.aborted) {
      pool = openPool(options, processIds);
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
      const client = await unlessAborted(connectAlive(from), stop).catch((error: unknown) => {
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

function openPool(
  { url, size, timeoutMs, spillMegabytes }: SessionOptions,
  processIds: WeakMap<pg.ClientBase, number>,
): pg.Pool {
  const pool = new pg.Pool({
    Client: PromptClient,
    connectionString: url,
    application_name: 'atrium',
    keepAlive: true,
    max: size,
    types: rowTypes,
    onConnect: async (client) => {
      if (client instanceof pg.Client) decodeInSlices(client.connection.stream);
      const set = client.query<{ pid: number }>(settings, [String(timeoutMs ?? 0)]);
      const { rows } = await within(set, silenceMs, warehouseAway);
      processIds.set(client, rows[0]?.pid ?? 0);
      await within(limitTemporaryFiles(client, spillMegabytes), silenceMs, warehouseAway);
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

/** Only a superuser, or a role that was granted it, may set this; for others the server's own limit holds. */
async function limitTemporaryFiles(client: pg.ClientBase, megabytes: number): Promise<void> {
  try {
    await client.query("SELECT set_config('temp_file_limit', $1, false)", [`${megabytes}MB`]);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === '42501')) throw error;
  }
}

/** A connection that was lost while it was idle fails only when it is used; such connections are dropped. */
async function connectAlive(pool: pg.Pool): Promise<pg.PoolClient> {
  for (;;) {
    const client = await pool.connect();
    try {
      await within(client.query(''), silenceMs, warehouseAway);
      return client;
    } catch (error) {
      client.release(true);
      if (error instanceof PortalError) throw error;
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
      await underWay;
      client.release();
    },
  };
}

/** A borrower who leaves early gives back the connection that is found later. */
async function unlessAborted(
  connecting: Promise<pg.PoolClient>,
  signal: AbortSignal,
): Promise<pg.PoolClient> {
  return await new Promise((resolve, reject) => {
    const leave = (): void => {
      connecting.then((client) => client.release()).catch(() => undefined);
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
