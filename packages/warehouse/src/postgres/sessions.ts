import pg from 'pg';
import { keepInterrupting, type Session, type SessionPool } from '../sql/sessions.ts';
import { warehouseClosed } from '../sql/turns.ts';
import { rowTypes } from './decodeCells.ts';

/**
 * A lent connection. `interrupt` asks the server, over another connection, to end the statement that runs on it;
 * `end` waits until no interrupt is on its way.
 */
export interface PostgresSession extends Session {
  readonly client: pg.PoolClient;
}

export type PostgresSessions = SessionPool<PostgresSession>;

export interface SessionOptions {
  readonly url: string;
  /** Connections at the most. */
  readonly size: number;
  readonly timeoutMs: number | null;
  /** Megabytes of temporary files on the server, of all sessions together. */
  readonly spillMegabytes: number;
}

/**
 * Our statements join many sub-queries over tables that never change. They are fast when hash tables fit into memory,
 * and just-in-time compilation takes longer than it saves. Sessions cannot write.
 */
const settings = `SELECT pg_backend_pid() AS pid, set_config('jit', 'off', false),
  set_config('work_mem', '64MB', false), set_config('default_transaction_read_only', 'on', false),
  set_config('statement_timeout', $1, false)`;

/** A pool that connects when a session is borrowed; lost connections are replaced. */
export function createSessions({ url, size, timeoutMs, spillMegabytes }: SessionOptions): PostgresSessions {
  const processIds = new WeakMap<pg.ClientBase, number>();
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'atrium',
    keepAlive: true,
    max: size,
    types: rowTypes,
    onConnect: async (client) => {
      const { rows } = await client.query<{ pid: number }>(settings, [String(timeoutMs ?? 0)]);
      processIds.set(client, rows[0]?.pid ?? 0);
      await limitTemporaryFiles(client, Math.floor(spillMegabytes / size));
    },
  });
  // A connection of its own, so that an interrupt never waits behind the statement that it shall end.
  const interrupts = new pg.Pool({ connectionString: url, application_name: 'atrium stop', max: 1 });
  const lent = new Set<PostgresSession>();
  const closing = new AbortController();
  for (const each of [pool, interrupts]) surviveLostConnections(each);
  const interrupt = (client: pg.ClientBase): Promise<unknown> =>
    interrupts.query('SELECT pg_cancel_backend($1)', [processIds.get(client)]).catch(() => undefined);
  const close = async (): Promise<void> => {
    closing.abort(warehouseClosed());
    const stopInterrupting = keepInterrupting(lent);
    await pool.end();
    stopInterrupting();
    await interrupts.end();
  };
  let closed: Promise<void> | undefined;

  return {
    closing: closing.signal,
    borrow: async (signal) => {
      const stop = AbortSignal.any([closing.signal, ...(signal === undefined ? [] : [signal])]);
      stop.throwIfAborted();
      const client = await unlessAborted(connectAlive(pool), stop);
      const session = lend(client, {
        interrupt: () => interrupt(client),
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
      await client.query('');
      return client;
    } catch {
      client.release(true);
    }
  }
}

/** A lost connection fails the statement on it; the event that comes besides would end the process. */
function surviveLostConnections(pool: pg.Pool): void {
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
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
