import { sql } from 'kysely';
import type { Dialect } from './dialect.ts';
import { listed } from './parameter.ts';

/** DuckDB matches with RE2, whose time is linear in the text. */
export const duckdb: Dialect = {
  name: 'duckdb',
  matches: (text, pattern) => sql<boolean>`regexp_matches(${text}, ${pattern})`,
  isAmong: (text, values) => sql<boolean>`${text} IN (${listed(values)})`,
};
