import { topCodedAgeDays } from '@atrium/contract/calendar/ages';
import { type RawBuilder, sql } from 'kysely';
import { kindOf } from '../concepts/kinds.ts';
import type { Collection, Concept } from '../dictionary/dictionary.ts';
import { eventEnd, eventStart } from '../dictionary/lookup.ts';
import { leastWord } from '../dictionary/numberWords.ts';
import { storage } from '../dictionary/storage.ts';
import { textOrder } from '../sql/dialect.ts';
import { parameter } from '../sql/parameter.ts';
import { type ReleaseSql, tableOf } from './release.ts';

/**
 * A row of a collection within a statement: the alias of the collection's table, and the alias whose `_subject` is
 * its subject (the link table's where rows are shared, else the same).
 */
export interface RowRef {
  readonly collection: Collection;
  readonly alias: string;
  readonly subjectAlias: string;
}

export const rowRef = (collection: Collection, alias: string): RowRef => ({
  collection,
  alias,
  subjectAlias: collection.sharedRows ? `${alias}_link` : alias,
});

export const rowOf = (row: RowRef): RawBuilder<unknown> => sql.id(row.alias, storage.row);
export const subjectOf = (row: RowRef): RawBuilder<unknown> => sql.id(row.subjectAlias, storage.subject);

/** The value of a single-valued concept, as the member sees it. */
export const columnOf = (row: RowRef, concept: Concept, release: ReleaseSql): RawBuilder<unknown> => {
  const column = sql.id(row.alias, storage.column(concept));
  return coarsened(concept, release)?.(column) ?? column;
};

/** Lines `_row`, `value` of a multi-valued concept, as the member sees them; to be given an alias. */
export const valuesOf = (concept: Concept, release: ReleaseSql): RawBuilder<unknown> => {
  const table = tableOf(release, storage.values(concept));
  const asSeen = coarsened(concept, release);
  const subject = areWithSubject(concept, release) ? sql`f._subject, ` : sql``;
  return asSeen === null
    ? table
    : sql`(SELECT DISTINCT ${subject}f._row, ${asSeen(sql`f.value`)} AS value FROM ${table} AS f)`;
};

/** Whether lines of values of this collection have the subject, too (`storage`). */
export const areWithSubject = (
  { collectionId }: Pick<Concept, 'collectionId'>,
  { lookup, dialect }: ReleaseSql,
): boolean => dialect.isDistributed && lookup.collection(collectionId)?.sharedRows !== true;

/** `AND` that a line of values belongs to the subject, where lines have it: so both are looked for on one server. */
export const andOfSubject = (
  line: string,
  concept: Pick<Concept, 'collectionId'>,
  { subject, release }: { readonly subject: RawBuilder<unknown>; readonly release: ReleaseSql },
): RawBuilder<unknown> =>
  areWithSubject(concept, release) ? sql` AND ${sql.id(line, storage.subject)} = ${subject}` : sql``;

/** Whether the member sees the time beside the day; never of a date that shows as its year (rule 5.21). */
export const showsTime = (concept: Concept, { visibility }: ReleaseSql): boolean =>
  concept.time !== null && !(concept.hasPhi && visibility.showsYears);

/** The value of a single-valued date with its time; what `columnOf` gives where the member sees no time. */
export const momentOf = (row: RowRef, concept: Concept, release: ReleaseSql): RawBuilder<unknown> =>
  showsTime(concept, release)
    ? textOrder(sql.id(row.alias, storage.moment(concept)), release.dialect)
    : columnOf(row, concept, release);

/** The whole number with all its digits, of a concept that keeps them; `columnOf` gives it rounded. */
export const digitsOf = (row: RowRef, concept: Concept): RawBuilder<unknown> =>
  sql.id(row.alias, storage.digits(concept));

/** What tells values apart: a whole number with all its digits where the concept keeps them, else the value. */
export const exactOf = (row: RowRef, concept: Concept, release: ReleaseSql): RawBuilder<unknown> =>
  concept.keepsDigits ? digitsOf(row, concept) : columnOf(row, concept, release);

/** What identifies a subject in the data, as people write it: a number in all its digits, and without a fraction of 0. */
export function idTextOf(row: RowRef, id: Concept, release: ReleaseSql): RawBuilder<unknown> {
  if (id.keepsDigits) return sql`CAST(${digitsOf(row, id)} AS VARCHAR)`;
  const value = columnOf(row, id, release);
  if (id.type !== 'number') return sql`CAST(${value} AS VARCHAR)`;
  return sql`(CASE WHEN abs(${value}) < 1e15 AND ${value} = floor(${value})
    THEN CAST(CAST(${value} AS BIGINT) AS VARCHAR) ELSE CAST(${value} AS VARCHAR) END)`;
}

/** The value where it is a number, null where it is a word beside the numbers; of other concepts the value. */
export const numberIn = (concept: Concept, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  kindOf(concept).hasWords ? sql`(CASE WHEN ${isWord(value)} THEN NULL ELSE ${value} END)` : value;

/** Of a value of a concept with words: whether it is one. */
export const isWord = (value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${value} >= ${parameter(leastWord, 'DOUBLE PRECISION')})`;

/** Lines `_row`, `value` of a multi-valued date with its times; those of `valuesOf` where the member sees none. */
export const momentsOf = (concept: Concept, release: ReleaseSql): RawBuilder<unknown> =>
  showsTime(concept, release) ? tableOf(release, storage.moments(concept)) : valuesOf(concept, release);

/** When a row of an event collection starts or ends, as the member sees it. */
export function edgeOf(
  { alias, collection }: Pick<RowRef, 'alias' | 'collection'>,
  edge: 'start' | 'end',
  { lookup, visibility }: ReleaseSql,
): RawBuilder<unknown> {
  const point = sql.id(alias, storage[edge]);
  if (lookup.dictionary.eventTime === 'age') return visibility.topCodesAges ? topCoded(point) : point;
  const concept = edge === 'start' ? eventStart(collection, lookup) : eventEnd(collection, lookup);
  return visibility.showsYears && (concept?.hasPhi ?? true) ? yearsOf(concept)(point) : point;
}

type Coarsening = (value: RawBuilder<unknown>) => RawBuilder<unknown>;

/** What the member sees in place of each value of the concept; null where it is the value itself. */
function coarsened(concept: Concept, { visibility }: ReleaseSql): Coarsening | null {
  const { isTopCoded, hasYears } = kindOf(concept);
  if (visibility.topCodesAges && isTopCoded) return topCoded;
  return visibility.showsYears && concept.hasPhi && hasYears ? yearsOf(concept) : null;
}

/** No date is later. */
const lastYear = 9999;

/**
 * All days of a year become one day, and so do all years that may tell an age of 90 years or more: no statement can
 * distinguish them (rules 1.20 and 1.21). Of an unknown concept all years are one.
 */
const yearsOf =
  (concept: Concept | null): Coarsening =>
  (date) => {
    const topCoded = sql.raw(String(concept === null ? lastYear : concept.topCodedYear));
    const year = yearOf(date);
    return sql`make_date(CASE WHEN ${year} < ${topCoded} THEN ${topCoded} ELSE ${year} END, 1, 1)`;
  };

export const yearOf: Coarsening = (date) => sql`CAST(extract(YEAR FROM ${date}) AS INTEGER)`;

/** Ages of 90 years and more become one age, so that no statement can distinguish them (rule 1.17). */
const topCoded: Coarsening = (age) => {
  const oldest = sql.raw(String(topCodedAgeDays));
  return sql`(CASE WHEN ${age} > ${oldest} THEN ${oldest} ELSE ${age} END)`;
};

/**
 * What no row passes, of a value that it has. With a constant, the planner of PostgreSQL would leave out the subjects, and
 * Citus refuses what is left of some statements.
 */
export const never = (value: RawBuilder<unknown>): RawBuilder<boolean> => sql`(${value} <> ${value})`;

/** What stands after FROM so that `row` can be read: the table, joined to its links where rows are shared. */
export function sourceOf(row: RowRef, release: ReleaseSql): RawBuilder<unknown> {
  const table = sql`${tableOf(release, storage.collection(row.collection))} AS ${sql.id(row.alias)}`;
  if (!row.collection.sharedRows) return table;
  const links = sql`${tableOf(release, storage.links(row.collection))} AS ${sql.id(row.subjectAlias)}`;
  return sql`${table} JOIN ${links} ON ${sql.id(row.subjectAlias, storage.row)} = ${rowOf(row)}`;
}

type Fragment = RawBuilder<unknown>;

/**
 * True where the row's value passes the test, and false, never null, where it has none. Values of a multi-valued
 * concept are looked for apart for each test, so two filters may be met by different values (rule 2.7).
 */
export function compileValueTest(
  { concept, row, test }: { concept: Concept; row: RowRef; test: (value: Fragment) => Fragment },
  release: ReleaseSql,
): Fragment {
  if (!concept.isMultiple) {
    const column = columnOf(row, concept, release);
    return sql`(${column} IS NOT NULL AND ${test(column)})`;
  }
  const from = sql`${valuesOf(concept, release)} AS v`;
  const where = sql`${test(sql`v.value`)}${andOfSubject('v', concept, { subject: subjectOf(row), release })}`;
  const isApart = row.collection.sharedRows;
  return release.dialect.hasRow(rowOf(row), { column: sql`v._row`, from, where, isApart });
}

/** True where the row has no value of the concept; an empty list is no value. */
export function compileIsNull(concept: Concept, row: RowRef, release: ReleaseSql): Fragment {
  if (!concept.isMultiple) return sql`${columnOf(row, concept, release)} IS NULL`;
  const from = sql`${tableOf(release, storage.values(concept))} AS v`;
  const where = sql`TRUE${andOfSubject('v', concept, { subject: subjectOf(row), release })}`;
  const isApart = row.collection.sharedRows;
  return sql`NOT (${release.dialect.hasRow(rowOf(row), { column: sql`v._row`, from, where, isApart })})`;
}
