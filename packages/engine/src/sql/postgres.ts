import { sql } from 'kysely';
import type { Dialect } from './dialect.ts';
import { listed, parameter } from './parameter.ts';

/** The planner looks up how often each value of an array occurs, which pays for as many as a person would pick. */
const mostLookedUp = 100;

/** PostgreSQL's own regular expressions; the statement time-out bounds them. */
export const postgres: Dialect = {
  name: 'postgres',
  matches: (text, pattern) => sql<boolean>`(${text} ~ ${pattern})`,
  isAmong: (text, values) =>
    values.length <= mostLookedUp
      ? sql<boolean>`${text} = ANY(${parameter(values, 'VARCHAR[]')})`
      : sql<boolean>`${text} IN (${listed(values)})`,
};
