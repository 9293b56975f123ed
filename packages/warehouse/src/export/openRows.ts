import { unreachable } from '@atrium/contract/plain';
import { type DuckDbSource, streamRows as streamDuckDb } from '../duckdb/streamRows.ts';
import { type PostgresSource, streamRows as streamPostgres } from '../postgres/streamRows.ts';
import type { Row } from '../sql/row.ts';

/** Where the rows of an export come from; plain data. */
export type RowSource = DuckDbSource | PostgresSource;

/** Opens the source and streams its rows until the signal is aborted. */
export function openRows(source: RowSource, signal: AbortSignal): AsyncGenerator<readonly Row[]> {
  switch (source.kind) {
    case 'duckdb':
      return streamDuckDb(source, signal);
    case 'postgres':
      return streamPostgres(source, signal);
    default:
      return unreachable(source);
  }
}
