import type { Query } from '@atrium/engine';
import type { StatementLimits } from '../asking/sessions.ts';
import type { ConnectionPool } from './connectionPool.ts';

/** A session in an instance of its own: no other statement uses its scratch tables and its memory. */
export interface StreamSession {
  /** Of one connection. */
  readonly pool: ConnectionPool;
  readonly limits: StatementLimits;
  /** The number of pieces in which lines are gathered, where the query allows pieces. */
  readonly pieces: number;
  /** Sets the memory limit: that of gathering lines, that of reading gathered lines, or all there is. */
  readonly allow: (memory: 'gathering' | 'reading' | 'most') => Promise<void>;
}

/** A statement without parameters. */
export const statement = (text: string): Query => ({ text, values: [] });

/** The statement that makes a scratch table of a query's rows and replaces a table of that name. */
export const scratchTable = (table: string, { text, values }: Query): Query => ({
  text: `CREATE OR REPLACE TEMP TABLE ${table} AS ${text}`,
  values,
});
