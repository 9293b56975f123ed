import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import pg from 'pg';
import type { Schema } from './schema.ts';

const int8 = 20;

/** Returns int8 as numbers: the state database holds none beyond 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)),
};

/** Makes a pool whose rows have the types of `schema.ts`; the caller ends it by `Kysely.destroy`. */
export function createPool(config: pg.PoolConfig, onFault: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ ...config, types });
  // Without a listener, a server that goes away while a connection is idle would end the process.
  pool.on('error', onFault);
  // While it is lent, a connection that is lost fails its statement; its event would end the process, too.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

export function createKysely(pool: PostgresPool): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/** A lent connection whose statements all go through `ask`. */
export function lendStatements(
  ask: <R>(text: string, values: readonly unknown[]) => Promise<PostgresQueryResult<R>>,
  release: () => void,
): PostgresPoolClient {
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query<R>(
    given: string | PostgresCursor<R>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof given !== 'string') throw new Error('The state database is asked without cursors.');
    return ask<R>(given, values);
  }
  return { query, release };
}

/** A connection that can prepare statements. */
export type PreparingClient = PostgresPoolClient & {
  query<R>(statement: {
    readonly name: string;
    readonly text: string;
    readonly values: readonly unknown[];
  }): Promise<PostgresQueryResult<R>>;
};

const mark = /^\/\* prepared (\w+) \*\//;

/** Sends a statement. One that begins with such a mark is prepared once for each connection. */
export function send<R>(
  client: PreparingClient,
  text: string,
  values: readonly unknown[],
): Promise<PostgresQueryResult<R>> {
  const name = mark.exec(text)?.[1];
  return name === undefined ? client.query<R>(text, values) : client.query<R>({ name, text, values });
}
