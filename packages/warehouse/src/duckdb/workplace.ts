import type { ConnectionPool } from './connectionPool.ts';
import type { StatementLimits } from './watchStatement.ts';

/** One connection of an instance of its own, whose scratch tables and memory nobody else uses. */
export interface Workplace {
  readonly pool: ConnectionPool;
  readonly limits: StatementLimits;
  /** In how many pieces lines are gathered that can be. */
  readonly pieces: number;
  /** Gives as much memory as gathering needs, as reading what was gathered does, or as there is. */
  readonly allow: (memory: 'gathering' | 'reading' | 'most') => Promise<void>;
}
