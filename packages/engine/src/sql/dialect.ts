import { type RawBuilder, sql } from 'kysely';
import { listed, parameter } from './parameter.ts';

/** The engines that hold research data. */
export const engineNames = ['duckdb', 'postgres'] as const;
export type EngineName = (typeof engineNames)[number];

/** Rows in which a key is looked for. No alias of theirs is that of a table to which the key belongs. */
export interface RowsWithKey {
  readonly column: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  /** Default: all rows. */
  readonly where?: RawBuilder<unknown> | undefined;
  /** Whether they do not lie beside the key, where there are several servers: on each of them, or elsewhere. */
  readonly isApart?: boolean;
}

/** What differs between the engines that run compiled questions; all else is SQL that both read alike. */
export interface Dialect {
  readonly name: EngineName;
  /** The name of the engine, for people. */
  readonly title: string;
  /** True where the text has a part that the regular expression matches; case counts. */
  matches(text: RawBuilder<unknown>, pattern: RawBuilder<unknown>): RawBuilder<boolean>;
  /** True where the text is among the values, which travel as one parameter whatever their number. */
  isAmong(text: RawBuilder<unknown>, values: readonly string[]): RawBuilder<boolean>;
  /** The same, or among the one column of `others`, a statement over tables of the ontology. */
  isAmongAll(
    text: RawBuilder<unknown>,
    values: readonly string[],
    others: RawBuilder<unknown>,
  ): RawBuilder<boolean>;
  /** True where `from` has a row with the key in `column` that meets `where`; keys and columns are never null. */
  hasRow(key: RawBuilder<unknown>, rows: RowsWithKey): RawBuilder<boolean>;
  /** Whether rows of subjects lie on several servers, those of one subject together, and all other tables on each. */
  readonly isDistributed: boolean;
  /** The text as it sorts by code point, whatever the database's own collation. */
  byCodePoint(text: RawBuilder<unknown>): RawBuilder<unknown>;
}

const isInRows: Dialect['hasRow'] = (key, { column, from, where = sql`TRUE` }) =>
  sql<boolean>`${key} IN (SELECT ${column} FROM ${from} WHERE ${where})`;

/** DuckDB matches with RE2, whose time is linear in the text. */
export const duckdb: Dialect = {
  name: 'duckdb',
  title: 'DuckDB',
  matches: (text, pattern) => sql<boolean>`regexp_matches(${text}, ${pattern})`,
  isAmong: (text, values) => sql<boolean>`${text} IN (${listed(values)})`,
  isAmongAll: (text, values, others) => sql<boolean>`${text} IN (${listed(values)} UNION ALL ${others})`,
  hasRow: isInRows,
  isDistributed: false,
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
  // To compare with one value takes half the time of a look into a list of one.
  isAmong: (text, values) => {
    const [only] = values;
    if (values.length === 1 && only !== undefined)
      return sql<boolean>`${text} = ${parameter(only, 'VARCHAR')}`;
    return values.length <= maxLookedUp
      ? sql<boolean>`${text} = ANY(${parameter(values, 'VARCHAR[]')})`
      : sql<boolean>`${text} IN (${listed(values)})`;
  },
  isAmongAll: (text, values, others) =>
    sql<boolean>`${text} = ANY(${parameter(values, 'VARCHAR[]')} || ARRAY(${others}))`,
  // The planner makes joins of these, also of those that must not be there, and Citus sends them to where the rows are.
  hasRow: (key, rows) => {
    if (rows.isApart === true) return isInRows(key, rows);
    const { column, from, where = sql`TRUE` } = rows;
    return sql<boolean>`EXISTS (SELECT 1 FROM ${from} WHERE ${column} = ${key} AND (${where}))`;
  },
  isDistributed: false,
  byCodePoint: (text) => sql`(${text} COLLATE "C")`,
};

/** PostgreSQL with the extension Citus. */
export const citus: Dialect = { ...postgres, title: 'PostgreSQL with Citus', isDistributed: true };

/** Text that sorts by code point on every engine. */
export const textOrder = (text: RawBuilder<unknown>, dialect: Dialect): RawBuilder<unknown> =>
  dialect.byCodePoint(text);
