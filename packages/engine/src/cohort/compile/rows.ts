import { type RawBuilder, sql } from 'kysely';
import type { Collection, Concept } from '../../dictionary/dictionary.ts';
import { storage } from '../../dictionary/storage.ts';
import { type ReleaseSql, tableOf } from '../../query/release.ts';

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
export const columnOf = (row: RowRef, concept: Concept): RawBuilder<unknown> => sql.id(row.alias, concept.id);

/** What stands after FROM so that `row` can be read: the table, joined to its links where rows are shared. */
export function sourceOf(row: RowRef, release: ReleaseSql): RawBuilder<unknown> {
  const table = sql`${tableOf(release, storage.collection(row.collection))} AS ${sql.id(row.alias)}`;
  if (!row.collection.sharedRows) return table;
  const links = sql`${tableOf(release, storage.links(row.collection))} AS ${sql.id(row.subjectAlias)}`;
  return sql`${table} JOIN ${links} ON ${sql.id(row.subjectAlias, storage.row)} = ${rowOf(row)}`;
}
