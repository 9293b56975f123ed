import pg from 'pg';
import { rowTypes } from './readTypes.ts';

/** A lent connection. `interrupt` asks the server to end the statement that runs on it, from another connection. */
export interface Session {
  readonly client: pg.PoolClient;
  interrupt(): void;
  /** Gives the connection back once no interrupt is on its way to it. */
  end(): Promise<void>;
}

export interface Sessions {
  /** Waits in line for a connection; rejects with the signal's reason. */
  borrow(signal?: AbortSignal): Promise<Session>;
  /** Refuses new borrowers, ends running statements and waits until all connections are back. */
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly url: string;
  readonly size: number;
  readonly timeoutMs: number | null;
}

/**
 * Our statements are many-way sub-queries over tables that never change: hash tables that fit into memory decide
 * their speed, and just-in-time compilation costs more than it saves. Sessions cannot write.
 */
const settings = `SELECT pg_backend_pid() AS pid, set_config('jit', 'off', false),
  set_config('work_mem', '64MB', false), set_config('default_transaction_read_only', 'on', false),
  set_config('statement_timeout', $1, false)`;

/** A stop that meets a connection between two statements is forgotten, so it is repeated. */
const repeatMs = 20;

export function createSessions({ url, size, timeoutMs }: SessionOptions): Sessions {
  const numbers = new WeakMap<pg.ClientBase, number>();
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'atrium',
    keepAlive: true,
    max: size,
    types: rowTypes,
    onConnect: async (client) => {
      const { rows } = await client.query<{ pid: number }>(settings, [String(timeoutMs ?? 0)]);
      numbers.set(client, rows[0]?.pid ?? 0);
    },
  });
  // One connection apart, so that a stop never waits in line behind what it shall stop.
  const stops = new pg.Pool({ connectionString: url, application_name: 'atrium stop', max: 1 });
  const lent = new Set<Session>();
  const closing = new AbortController();
  for (const each of [pool, stops]) outliveLostConnections(each);
  const interrupt = (client: pg.ClientBase): Promise<unknown> =>
    stops.query('SELECT pg_cancel_backend($1)', [numbers.get(client)]).catch(() => undefined);
  const close = async (): Promise<void> => {
    closing.abort(new Error('The warehouse is closed.'));
    const repeat = setInterval(() => {
      for (const session of lent) session.interrupt();
    }, repeatMs);
    await pool.end();
    clearInterval(repeat);
    await stops.end();
  };
  let closed: Promise<void> | undefined;

  return {
    borrow: async (signal) => {
      const gone = AbortSignal.any([closing.signal, ...(signal === undefined ? [] : [signal])]);
      gone.throwIfAborted();
      const client = await unlessAborted(connectAlive(pool), gone);
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

/** A connection that was lost while it lay in the pool shows only when it is used; such ones are let go. */
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

/** A connection that breaks fails the statement on it; the event besides would end the process. */
function outliveLostConnections(pool: pg.Pool): void {
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
}

function lend(
  client: pg.PoolClient,
  { interrupt, onEnd }: { interrupt: () => Promise<unknown>; onEnd: () => void },
): Session {
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

/** Whoever leaves the line early gives back the connection that is found for them later. */
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
