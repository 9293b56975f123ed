import { topCodedAgeDays } from '@atrium/contract';
import { type RawBuilder, sql } from 'kysely';
import { kindOf } from '../concepts/kinds.ts';
import type { Collection, Concept } from '../dictionary/dictionary.ts';
import { storage } from '../dictionary/storage.ts';
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
export const columnOf = (row: RowRef, concept: Concept, release: ReleaseSql): RawBuilder<unknown> =>
  isFolded(concept, release) ? folded(sql.id(row.alias, concept.id)) : sql.id(row.alias, concept.id);

/** Lines `_row`, `value` of a multi-valued concept, as the member sees them; to be given an alias. */
export const valuesOf = (concept: Concept, release: ReleaseSql): RawBuilder<unknown> => {
  const table = tableOf(release, storage.values(concept));
  return isFolded(concept, release)
    ? sql`(SELECT DISTINCT f._row, ${folded(sql`f.value`)} AS value FROM ${table} AS f)`
    : table;
};

/** When a row of an event collection starts or ends, as the member sees it. */
export const edgeOf = (
  alias: string,
  edge: 'start' | 'end',
  { lookup, visibility }: ReleaseSql,
): RawBuilder<unknown> => {
  const point = sql.id(alias, storage[edge]);
  return visibility.topCodesAges && lookup.dictionary.eventTime === 'age' ? folded(point) : point;
};

const isFolded = (concept: Concept, { visibility }: ReleaseSql): boolean =>
  visibility.topCodesAges && kindOf(concept).isTopCoded;

/** Ages of 90 years and more are that age: what lies above cannot be told apart by any statement. */
const folded = (age: RawBuilder<unknown>): RawBuilder<unknown> => {
  const oldest = sql.raw(String(topCodedAgeDays));
  return sql`(CASE WHEN ${age} > ${oldest} THEN ${oldest} ELSE ${age} END)`;
};

/** What stands after FROM so that `row` can be read: the table, joined to its links where rows are shared. */
export function sourceOf(row: RowRef, release: ReleaseSql): RawBuilder<unknown> {
  const table = sql`${tableOf(release, storage.collection(row.collection))} AS ${sql.id(row.alias)}`;
  if (!row.collection.sharedRows) return table;
  const links = sql`${tableOf(release, storage.links(row.collection))} AS ${sql.id(row.subjectAlias)}`;
  return sql`${table} JOIN ${links} ON ${sql.id(row.subjectAlias, storage.row)} = ${rowOf(row)}`;
}
