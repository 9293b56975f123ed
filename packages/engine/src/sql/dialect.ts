import { type RawBuilder, sql } from 'kysely';
import { listed, parameter } from './parameter.ts';

/** The engines that hold research data. */
export const engineNames = ['duckdb', 'postgres'] as const;
export type EngineName = (typeof engineNames)[number];

/** What differs between the engines that run compiled questions; all else is SQL that both read alike. */
export interface Dialect {
  readonly name: EngineName;
  /** The name of the engine, for people. */
  readonly title: string;
  /** True where the text has a part that the regular expression matches; case counts. */
  matches(text: RawBuilder<unknown>, pattern: RawBuilder<unknown>): RawBuilder<boolean>;
  /** True where the text is among the values, which travel as one parameter whatever their number. */
  isAmong(text: RawBuilder<unknown>, values: readonly string[]): RawBuilder<boolean>;
  /** The text as it sorts by code point, whatever the database's own collation. */
  byCodePoint(text: RawBuilder<unknown>): RawBuilder<unknown>;
}

/** DuckDB matches with RE2, whose time is linear in the text. */
export const duckdb: Dialect = {
  name: 'duckdb',
  title: 'DuckDB',
  matches: (text, pattern) => sql<boolean>`regexp_matches(${text}, ${pattern})`,
  isAmong: (text, values) => sql<boolean>`${text} IN (${listed(values)})`,
  byCodePoint: (text) => text,
};

/**
 * The planner looks up how often each value of an array occurs. That pays for itself only in lists as short as a person
 * would pick.
 */
const maxLookedUp = 100;

/** PostgreSQL's own regular expressions; the statement time-out bounds them. */
export const postgres: Dialect = {
  name: 'postgres',
  title: 'PostgreSQL',
  matches: (text, pattern) => sql<boolean>`(${text} ~ ${pattern})`,
  isAmong: (text, values) =>
    values.length <= maxLookedUp
      ? sql<boolean>`${text} = ANY(${parameter(values, 'VARCHAR[]')})`
      : sql<boolean>`${text} IN (${listed(values)})`,
  byCodePoint: (text) => sql`(${text} COLLATE "C")`,
};

/** Text that sorts by code point on every engine. */
export const textOrder = (text: RawBuilder<unknown>, dialect: Dialect): RawBuilder<unknown> =>
  dialect.byCodePoint(text);
