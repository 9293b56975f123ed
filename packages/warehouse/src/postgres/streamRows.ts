import type { Query } from '@atrium/engine';
import type { Row } from '../sql/row.ts';
import { streamQuery } from './runQuery.ts';
import { createSessions } from './sessions.ts';

/** A long result of a PostgreSQL server; plain data, so that it can be sent to a thread. */
export interface PostgresSource {
  readonly kind: 'postgres';
  readonly query: Query;
  readonly url: string;
  /** Megabytes of temporary files on the server, of this result alone. */
  readonly spillMegabytes: number;
  readonly timeoutMs: number | null;
}

/** The rows in portions, over a connection of their own, which is closed at the end. */
export async function* streamRows(
  { query, url, spillMegabytes, timeoutMs }: PostgresSource,
  signal: AbortSignal,
): AsyncGenerator<readonly Row[]> {
  const sessions = createSessions({ url, size: 1, timeoutMs, spillMegabytes });
  try {
    yield* streamQuery(query, sessions, { signal, timeoutMs });
  } finally {
    await sessions.close();
  }
}
