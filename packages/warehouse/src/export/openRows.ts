import { unreachable } from '@atrium/contract/errors/unreachable';
import type { DuckDbSource } from '../duckdb/streamRows.ts';
import type { PostgresSource } from '../postgres/streamRows.ts';
import type { Row } from '../sql/row.ts';

/** Where the rows of an export come from; plain data. */
export type RowSource = DuckDbSource | PostgresSource;

/**
 * Opens the source and streams its rows until the signal is aborted. The driver of a database is loaded when it is used,
 * because every thread of an export loads its own.
 */
export async function* openRows(source: RowSource, signal: AbortSignal): AsyncGenerator<readonly Row[]> {
  switch (source.kind) {
    case 'duckdb': {
      const { streamRows } = await import('../duckdb/streamRows.ts');
      yield* streamRows(source, signal);
      return;
    }
    case 'postgres': {
      const { streamRows } = await import('../postgres/streamRows.ts');
      yield* streamRows(source, signal);
      return;
    }
    default:
      return unreachable(source);
  }
}
