import {
  type Collection,
  type Concept,
  kindOf,
  parameter,
  type ReleaseSql,
  storage,
  tableOf,
  textOrder,
} from '@atrium/engine';
import { type RawBuilder, sql } from 'kysely';

type Fragment = RawBuilder<unknown>;

/** Something that lines of a table have values of: a concept, or when rows start or end. */
export interface Coding {
  readonly kind: 'text' | 'day' | 'number' | 'boolean' | 'subject';
  readonly table: string;
  readonly column: string;
  /** Of texts that were read already: those of the codes 1, 2, …. Default: the statement looks for them. */
  readonly texts?: readonly string[];
}

const kinds = {
  VARCHAR: 'text',
  DATE: 'day',
  BOOLEAN: 'boolean',
  INTEGER: 'number',
  'DOUBLE PRECISION': 'number',
} as const;

export function codingOf(concept: Concept, collection: Collection): Coding {
  const kind = kinds[kindOf(concept).columnType];
  return concept.isMultiple
    ? { kind, table: storage.values(concept), column: storage.value }
    : { kind, table: storage.collection(collection), column: storage.column(concept) };
}

export const edgeCoding = (
  collection: Collection,
  edge: 'start' | 'end',
  { lookup }: ReleaseSql,
): Coding => ({
  kind: lookup.dictionary.eventTime === 'date' ? 'day' : 'number',
  table: storage.collection(collection),
  column: storage[edge],
});

/** The subjects of rows, from 1 on; 0 where a row has none. */
export const subjectCoding = (collection: Collection): Coding => ({
  kind: 'subject',
  table: storage.collection(collection),
  column: storage.subject,
});

/** No day, among whole numbers that are read. */
export const noDay = -2_147_483_647;

const integer = (value: Fragment): Fragment => sql`CAST(${value} AS INTEGER)`;

const distinctOf = ({ table, column }: Coding, release: ReleaseSql): Fragment => {
  const value = sql.id('t', column);
  return sql`SELECT DISTINCT ${value} AS value FROM ${tableOf(release, table)} AS t WHERE ${value} IS NOT NULL`;
};

/** Lines `value`, `code` of texts: 1, 2, … in the order of their code points. */
export function dictionaryOf(coding: Coding, release: ReleaseSql): Fragment {
  if (coding.texts !== undefined)
    return sql`SELECT unnest(l.texts) AS value, ${integer(sql`generate_subscripts(l.texts, 1)`)} AS code
      FROM (SELECT ${parameter(coding.texts, 'VARCHAR[]')} AS texts) AS l`;
  const code = sql`row_number() OVER (ORDER BY ${textOrder(sql`d.value`, release.dialect)})`;
  return sql`SELECT d.value, ${integer(code)} AS code FROM (${distinctOf(coding, release)}) AS d`;
}

/** One line: `count` different texts, and `characters` in all of them. */
export const measureTexts = (coding: Coding, release: ReleaseSql): Fragment =>
  sql`SELECT count(*) AS count, coalesce(sum(length(d.value)), 0) AS characters FROM (${distinctOf(coding, release)}) AS d`;

/** Lines `value`: the texts in the order of their codes. */
export const compileDictionary = (coding: Coding, release: ReleaseSql): Fragment =>
  sql`SELECT d.value FROM (${dictionaryOf(coding, release)}) AS d ORDER BY d.code`;

interface Read {
  readonly column: Fragment;
  readonly join: Fragment;
}

/**
 * The value as a number: of a text or a boolean its code, of a day those since 1970 or `noDay`, of a number NaN where
 * there is none.
 */
function readOf({ kind, ...coding }: Coding, alias: string, release: ReleaseSql): Read {
  const value = sql.id('r', coding.column);
  const join = sql``;
  if (kind === 'number')
    return {
      column: sql`coalesce(CAST(${value} AS DOUBLE PRECISION), CAST('NaN' AS DOUBLE PRECISION))`,
      join,
    };
  if (kind === 'day')
    return {
      column: sql`coalesce(${integer(sql`(${value} - DATE '1970-01-01')`)}, ${sql.lit(noDay)})`,
      join,
    };
  if (kind === 'boolean')
    return { column: sql`(CASE WHEN ${value} IS NULL THEN 0 WHEN ${value} THEN 2 ELSE 1 END)`, join };
  if (kind === 'subject') return { column: sql`coalesce(${value}, 0)`, join };
  const dictionary = dictionaryOf({ kind, ...coding }, release);
  return {
    column: sql`coalesce(${sql.id(alias, 'code')}, 0)`,
    join: sql` LEFT JOIN (${dictionary}) AS ${sql.id(alias)} ON ${sql.id(alias, 'value')} = ${value}`,
  };
}

/** A line for each line of a table: its row, and the columns as numbers. */
export function compileLines(table: string, codings: readonly Coding[], release: ReleaseSql): Fragment {
  const reads = codings.map((coding, index) => readOf(coding, `d${index}`, release));
  const columns = reads.map(({ column }, index) => sql`, ${column} AS ${sql.id(`c${index}`)}`);
  const joins = reads.map(({ join }) => join);
  return sql`SELECT ${sql.id('r', storage.row)} AS row${sql.join(columns, sql``)}
    FROM ${tableOf(release, table)} AS r${sql.join(joins, sql``)}`;
}

/** A line for each line of a table with a text: its row, and the code. For texts that are nearly all different. */
export function compileRanked({ table, column }: Coding, release: ReleaseSql): Fragment {
  const value = sql.id('r', column);
  const code = integer(sql`dense_rank() OVER (ORDER BY ${textOrder(value, release.dialect)})`);
  return sql`SELECT ${sql.id('r', storage.row)} AS row, ${code} AS code
    FROM ${tableOf(release, table)} AS r WHERE ${value} IS NOT NULL`;
}

/** A line for each row and each subject of it, from 0 on, where subjects share rows. */
export function compileSubjects(collection: Collection, release: ReleaseSql): Fragment {
  const table = storage.links(collection);
  const subject = sql.id('r', storage.subject);
  return sql`SELECT ${sql.id('r', storage.row)} AS row, ${subject} - 1 AS subject
    FROM ${tableOf(release, table)} AS r WHERE ${subject} IS NOT NULL`;
}

/** One line: `count` is the largest number of a row. */
export const compileLastRow = (collection: Collection, release: ReleaseSql): Fragment =>
  sql`SELECT coalesce(max(${sql.id(storage.row)}), 0) AS count FROM ${tableOf(release, storage.collection(collection))}`;
