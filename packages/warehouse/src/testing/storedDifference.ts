import type { Warehouse } from '../releases/warehouse.ts';
import type { WrittenColumn, WrittenTable } from './writtenTables.ts';

/** A table as it was written, and what a release must hold of it. */
export interface StoredTable extends WrittenTable {
  readonly name: string;
  /** The id of a column's concept. */
  readonly conceptOf: (column: string) => string;
  /** The 0-based numbers of the rows that have a subject. */
  readonly kept: readonly number[];
  /** The number of the subject of a written row. */
  readonly subjectOf: (row: number) => number;
}

interface Difference {
  /** 0-based, as written. */
  readonly row: number | undefined;
  readonly wanted: readonly unknown[];
  readonly found: readonly unknown[];
}

const isList = ({ kind }: WrittenColumn): boolean => kind.parquet.endsWith('[]');

/** The first row of release `release_1` that differs from what was written, in any cell; null where none does. */
export async function storedDifference(warehouse: Warehouse, table: StoredTable): Promise<Difference | null> {
  const { dictionary } = await warehouse.questions.open('release_1');
  const numberOf = ({ name }: WrittenColumn) =>
    dictionary.concepts.find(({ id }) => id === table.conceptOf(name))?.number;
  const momentColumn = (column: WrittenColumn): string => `_moment_${numberOf(column)}`;
  const digitsColumn = (column: WrittenColumn): string => `_digits_${numberOf(column)}`;
  const columns = table.columns.filter((column) => !isList(column));
  const text = `SELECT * FROM "release_1"."${table.name}" ORDER BY _row`;
  let count = 0;
  for await (const portion of warehouse.questions.stream({ text, values: [] })) {
    for (const stored of portion) {
      const row = table.kept[count];
      count += 1;
      const found = [
        stored['_row'],
        stored['_subject'],
        ...columns.map(({ name }) => stored[table.conceptOf(name)]),
        ...columns.map((column) => stored[momentColumn(column)]),
        ...columns.map((column) => stored[digitsColumn(column)] ?? null),
      ];
      const wanted =
        row === undefined
          ? []
          : [
              count,
              table.subjectOf(row),
              ...columns.map((column) => storedValue(column, row)),
              ...columns.map((column) => storedMoment(column, row)),
              ...columns.map(({ kind, cell }) => (kind.keepsDigits ? cell(row) : null)),
            ];
      if (found.length !== wanted.length || !found.every((value, index) => Object.is(value, wanted[index])))
        return { row, wanted, found };
    }
  }
  if (count !== table.kept.length)
    return { row: table.kept[count], wanted: [table.kept.length], found: [count] };
  for (const column of table.columns.filter(isList)) {
    const difference = await listDifference(warehouse, table, column);
    if (difference !== null) return difference;
  }
  return null;
}

function storedValue({ kind, cell }: WrittenColumn, row: number): unknown {
  const value = cell(row);
  return value === null || kind.stored === undefined ? value : kind.stored(value);
}

/** Undefined where no moments are to be stored. */
function storedMoment({ kind, cell }: WrittenColumn, row: number): unknown {
  if (kind.moment === undefined) return undefined;
  const value = cell(row);
  return value === null ? null : kind.moment(value);
}

/** A list is stored as its distinct values; their order says nothing. */
async function listDifference(
  warehouse: Warehouse,
  { kept, conceptOf }: StoredTable,
  { name, cell }: WrittenColumn,
): Promise<Difference | null> {
  const { dictionary } = await warehouse.questions.open('release_1');
  const concept = dictionary.concepts.find(({ id }) => id === conceptOf(name));
  const text = `SELECT _row, value FROM "release_1"."_values_${concept?.number}" ORDER BY _row`;
  const stored = new Map<unknown, unknown[]>();
  for await (const portion of warehouse.questions.stream({ text, values: [] })) {
    for (const { _row: row, value } of portion) {
      const values = stored.get(row);
      if (values === undefined) stored.set(row, [value]);
      else values.push(value);
    }
  }
  for (const [index, row] of kept.entries()) {
    const value = cell(row);
    const wanted = [...new Set<unknown>(Array.isArray(value) ? value : [])].sort();
    const found = (stored.get(index + 1) ?? []).sort();
    stored.delete(index + 1);
    if (JSON.stringify(found) !== JSON.stringify(wanted)) return { row, wanted, found };
  }
  const [further] = stored;
  return further === undefined ? null : { row: undefined, wanted: [], found: further };
}
