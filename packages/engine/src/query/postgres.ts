import { sql } from 'kysely';
import type { Dialect } from './dialect.ts';

/** PostgreSQL's own regular expressions; the statement time-out bounds them. */
export const postgres: Dialect = {
  name: 'postgres',
  matches: (text, pattern) => sql<boolean>`(${text} ~ ${pattern})`,
};
