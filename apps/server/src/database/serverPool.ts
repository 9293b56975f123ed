import { PortalError } from '@atrium/contract/errors/errorCode';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { createPool, lendStatements, send } from './pool.ts';

/** How long a server is waited for, in milliseconds. */
export interface Patience {
  /** For a connection, whether it is made or becomes free. */
  readonly connectMs: number;
  /** After so long the server ends a statement. */
  readonly statementMs: number;
  /** After so long without a statement the server ends a transaction, whose locks others wait for. */
  readonly idleMs: number;
}

/** Limits of requests: each is refused within five seconds if the server does not answer (rule 9.15). */
export const requestPatience: Patience = { connectMs: 4_000, statementMs: 3_000, idleMs: 8_000 };

/** This long after the server should have ended a statement itself, no answer is expected any more. */
const silenceMs = 1_000;

export interface ServerPoolOptions {
  readonly url: string;
  readonly size: number;
  /** Null for work that may take long, as a migration does. */
  readonly patience: Patience | null;
  /** Whether a statement failed for the state of the server, so that it may succeed later. */
  readonly isAway: (error: unknown) => boolean;
  /** Called for lost connections and for a server that is silent. */
  readonly onFault: (error: Error) => void;
  /** The portal whose rows its connections add, where several share the database. */
  readonly portalId?: string | undefined;
}

const graceMs = 250;

const settings = `select set_config('statement_timeout', $1, false),
  set_config('idle_in_transaction_session_timeout', $2, false), set_config('atrium.portal', $3, false)`;

/**
 * Connections to a PostgreSQL server that may go away and come back. Statements that fail for that, or take too long,
 * are refused with `unavailable`. A connection on which no answer comes is left, and all others of its time with it:
 * the next request gets a new one.
 */
export function createServerPool(options: ServerPoolOptions): PostgresPool {
  const { patience, isAway } = options;
  let pool = openPool(options);
  let isEnding = false;

  /** Leaves the connections that were made before the silence; those that are lent end with their borrowers. */
  const leave = (silent: pg.Pool, cause: Error): void => {
    if (silent !== pool || isEnding) return;
    options.onFault(cause);
    pool = openPool(options);
    silent.end().catch(() => undefined);
  };
  const refused = (error: unknown): unknown => (isAway(error) ? stateAway(error) : error);

  return {
    connect: async () => {
      const from = pool;
      const connecting = from.connect();
      const client = await within(connecting, patience?.connectMs, () => {
        connecting.then((late) => late.release()).catch(() => undefined);
        return noConnection();
      }).catch((error: unknown) => {
        throw refused(error);
      });
      const limitMs = patience === null ? undefined : patience.statementMs + silenceMs;
      return lend(client, { limitMs, refused, onSilence: (cause) => leave(from, cause) });
    },
    end: async () => {
      isEnding = true;
      await pool.end();
    },
  };
}

function openPool({ url, size, patience, onFault, portalId = '' }: ServerPoolOptions): pg.Pool {
  const given = [String(patience?.statementMs ?? 0), String(patience?.idleMs ?? 0), portalId];
  return createPool(
    {
      connectionString: url,
      max: size,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      ...(patience !== null && {
        connectionTimeoutMillis: patience.connectMs,
        query_timeout: patience.statementMs + 2 * silenceMs,
      }),
      onConnect: async (client) => {
        await client.query(settings, given);
      },
    },
    onFault,
  );
}

interface LendOptions {
  readonly limitMs: number | undefined;
  readonly refused: (error: unknown) => unknown;
  readonly onSilence: (cause: Error) => void;
}

/** A connection for one borrower. After a silence nothing else is asked on it, and it does not go back. */
function lend(client: pg.PoolClient, { limitMs, refused, onSilence }: LendOptions): PostgresPoolClient {
  let silence: Error | undefined;
  const ask = async <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
    if (silence !== undefined) throw stateAway(silence);
    try {
      return await within(send<R>(client, text, values), limitMs, () => {
        silence = new Error('The database server did not answer a statement.');
        onSilence(silence);
        return stateAway(silence);
      });
    } catch (error) {
      throw refused(error);
    }
  };
  return lendStatements(ask, () => client.release(silence));
}

/** The promise, or an error after the time limit. Later errors are ignored. */
function within<Value>(promise: Promise<Value>, ms: number | undefined, late: () => Error): Promise<Value> {
  if (ms === undefined) return promise;
  return new Promise((resolve, reject) => {
    // An answer that arrived while this process was busy is read after the first timer and before the second.
    let timer = setTimeout(() => {
      timer = setTimeout(() => reject(late()), graceMs);
    }, ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const noConnection = (): PortalError =>
  stateAway(new Error('No connection to the database server became free in time.'));

const stateAway = (cause: unknown): PortalError =>
  new PortalError('unavailable', 'The state database does not answer. Please try again in a moment.', {
    cause,
  });
