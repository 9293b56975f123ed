import {
  type Collection,
  type Concept,
  kindOf,
  type ReleaseSql,
  rowOf,
  rowRef,
  sourceOf,
  storage,
  subjectOf,
  tableOf,
  textOrder,
} from '@atrium/engine';
import { type RawBuilder, sql } from 'kysely';

type Fragment = RawBuilder<unknown>;

/** Something that rows have values of: a concept, or when they start or end. */
export interface Coding {
  /** Lines with `value`, also several times, and none without a value. */
  readonly values: Fragment;
  readonly isText: boolean;
  readonly isDay: boolean;
  readonly isBoolean: boolean;
}

const kindOfColumn = (concept: Concept) => {
  const { columnType } = kindOf(concept);
  return {
    isText: columnType === 'VARCHAR',
    isDay: columnType === 'DATE',
    isBoolean: columnType === 'BOOLEAN',
  };
};

export function codingOf(concept: Concept, collection: Collection, release: ReleaseSql): Coding {
  const kind = kindOfColumn(concept);
  if (concept.isMultiple)
    return { ...kind, values: sql`SELECT v.value FROM ${tableOf(release, storage.values(concept))} AS v` };
  const table = tableOf(release, storage.collection(collection));
  const column = sql.id('t', concept.id);
  return { ...kind, values: sql`SELECT ${column} AS value FROM ${table} AS t WHERE ${column} IS NOT NULL` };
}

export function edgeCoding(collection: Collection, edge: 'start' | 'end', release: ReleaseSql): Coding {
  const point = sql.id('t', storage[edge]);
  return {
    ...{ isText: false, isBoolean: false, isDay: release.lookup.dictionary.eventTime === 'date' },
    values: sql`SELECT ${point} AS value FROM ${tableOf(release, storage.collection(collection))} AS t WHERE ${point} IS NOT NULL`,
  };
}

/** Lines `value`, `code`: 1, 2, … in the order of the values; of booleans false is 1. */
export function dictionaryOf({ values, isText }: Coding, { dialect }: ReleaseSql): Fragment {
  const order = isText ? textOrder(sql`d.value`, dialect) : sql`d.value`;
  return sql`SELECT d.value, row_number() OVER (ORDER BY ${order}) AS code FROM (SELECT DISTINCT value FROM (${values}) AS all_values) AS d`;
}

/** The code of a value of the row; 0 where it has none. */
const coded = (
  coding: Coding,
  given: { readonly value: Fragment; readonly alias: string },
  release: ReleaseSql,
) =>
  coding.isBoolean
    ? {
        column: sql`(CASE WHEN ${given.value} IS NULL THEN 0 WHEN ${given.value} THEN 2 ELSE 1 END)`,
        join: sql``,
      }
    : {
        column: sql`coalesce(${sql.id(given.alias, 'code')}, 0)`,
        join: sql`LEFT JOIN (${dictionaryOf(coding, release)}) AS ${sql.id(given.alias)} ON ${sql.id(given.alias, 'value')} = ${given.value}`,
      };

/** What the codes of a statement are of. */
export interface CodedColumn {
  readonly coding: Coding;
  /** In the table of the rows, whose alias is `r`. */
  readonly value: Fragment;
}

const row = (collection: Collection) => rowRef(collection, 'r');

/** The order of positions: by subject, then by start, then by number. */
const positionOrder = (collection: Collection): Fragment => {
  const start = collection.event === null ? sql`` : sql`${sql.id('r', storage.start)} ASC NULLS LAST, `;
  return sql`ORDER BY ${subjectOf(row(collection))}, ${start}${rowOf(row(collection))}`;
};

/** A line for each position, in their order: its subject, from 0 on, and the code of each column. */
export function compilePositions(
  collection: Collection,
  columns: readonly CodedColumn[],
  release: ReleaseSql,
): Fragment {
  const parts = columns.map(({ coding, value }, index) =>
    coded(coding, { value, alias: `d${index}` }, release),
  );
  const ref = row(collection);
  return sql`SELECT ${subjectOf(ref)} - 1 AS subject${sql.join(
    parts.map(({ column }, index) => sql`, ${column} AS ${sql.id(`c${index}`)}`),
    sql``,
  )} FROM ${sourceOf(ref, release)} ${sql.join(
    parts.map(({ join }) => join),
    sql` `,
  )} WHERE ${subjectOf(ref)} IS NOT NULL ${positionOrder(collection)}`;
}

/** A line for each value of a concept with several values: its position, from 0 on, and its code; in this order. */
export function compileLists(concept: Concept, collection: Collection, release: ReleaseSql): Fragment {
  const ref = row(collection);
  const coding = codingOf(concept, collection, release);
  const positions = sql`SELECT ${rowOf(ref)} AS row, row_number() OVER (${positionOrder(collection)}) - 1 AS position
    FROM ${sourceOf(ref, release)} WHERE ${subjectOf(ref)} IS NOT NULL`;
  const { column, join } = coded(coding, { value: sql`v.value`, alias: 'd' }, release);
  return sql`SELECT p.position, ${column} AS code FROM (${positions}) AS p
    JOIN ${tableOf(release, storage.values(concept))} AS v ON v._row = p.row ${join} ORDER BY 1, 2`;
}

/** Lines `value` in the order of their codes; days as the number of days since 1970. */
export function compileDictionary(coding: Coding, release: ReleaseSql): Fragment {
  const value = coding.isDay ? sql`(d.value - DATE '1970-01-01')` : sql`d.value`;
  return sql`SELECT ${value} AS value FROM (${dictionaryOf(coding, release)}) AS d ORDER BY d.code`;
}
