import type { Query } from '@atrium/engine';
import type { DuckDBConnection, DuckDBResult } from '@duckdb/node-api';
import type { Row } from '../warehouse.ts';
import { bindValues } from './bindValues.ts';
import type { ConnectionPool } from './connectionPool.ts';
import { readBatches } from './readRows.ts';
import { type StatementLimits, watchStatement } from './watchStatement.ts';

/** The whole result, computed before the first row is read. */
export async function runQuery(query: Query, pool: ConnectionPool, limits: StatementLimits): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of runOn(pool, limits, (connection) => start(connection, query, 'run'))) {
    for (const row of batch) rows.push(row);
  }
  return rows;
}

/** The result in small batches, computed as they are read; the connection is kept until the loop ends. */
export function streamQuery(
  query: Query,
  pool: ConnectionPool,
  limits: StatementLimits,
): AsyncGenerator<Row[]> {
  return runOn(pool, limits, (connection) => start(connection, query, 'stream'));
}

function start(connection: DuckDBConnection, query: Query, mode: 'run' | 'stream'): Promise<DuckDBResult> {
  const { values, types } = bindValues(query.values);
  return connection[mode](query.text, values, types);
}

async function* runOn(
  pool: ConnectionPool,
  limits: StatementLimits,
  begin: (connection: DuckDBConnection) => Promise<DuckDBResult>,
): AsyncGenerator<Row[]> {
  const connection = await pool.borrow(limits.signal);
  const watch = watchStatement(connection, limits);
  try {
    for await (const batch of readBatches(await begin(connection))) {
      watch.throwIfStopped();
      yield batch;
    }
    watch.throwIfStopped();
  } catch (error) {
    watch.throwIfStopped();
    throw error;
  } finally {
    watch.end();
    pool.giveBack(connection);
  }
}
