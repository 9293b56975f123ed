import { sql } from 'kysely';
import type { Dialect } from './dialect.ts';

/** DuckDB matches with RE2, whose time is linear in the text. */
export const duckdb: Dialect = {
  name: 'duckdb',
  matches: (text, pattern) => sql<boolean>`regexp_matches(${text}, ${pattern})`,
};
