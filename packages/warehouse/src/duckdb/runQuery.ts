import type { Query } from '@atrium/engine';
import { collectRows, runOn, type StatementLimits } from '../asking/sessions.ts';
import type { Row } from '../sql/row.ts';
import { bindValues } from './bindValues.ts';
import type { ConnectionPool } from './connectionPool.ts';
import { decodePortions } from './results.ts';

/** The whole result, computed before the first row is decoded. */
export const runQuery = (query: Query, pool: ConnectionPool, limits: StatementLimits): Promise<Row[]> =>
  collectRows(runAs('run', query, { pool, limits }));

/** The result in small portions, computed as they are decoded; the connection is kept until the loop ends. */
export const streamQuery = (
  query: Query,
  pool: ConnectionPool,
  limits: StatementLimits,
): AsyncGenerator<Row[]> => runAs('stream', query, { pool, limits });

function runAs(
  mode: 'run' | 'stream',
  { text, values: given }: Query,
  { pool, limits }: { pool: ConnectionPool; limits: StatementLimits },
): AsyncGenerator<Row[]> {
  const { values, types } = bindValues(given);
  return runOn(pool, limits, async ({ connection }) =>
    decodePortions(await connection[mode](text, values, types)),
  );
}
