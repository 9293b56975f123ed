import type { DuckDBConnection } from '@duckdb/node-api';
import { literal, quoted } from '../sql/quoted.ts';

export interface ColumnShape {
  readonly name: string;
  /** In the spelling of PostgreSQL. */
  readonly type: string;
  readonly isText: boolean;
  /** Bytes of the longest value; 0 for other types than text. */
  readonly longest: number;
  /** Estimated number of distinct values; 0 for other types than text. */
  readonly distinct: number;
  /** Of a text: whether a value has a character that COPY writes in another way. */
  readonly isEscaped: boolean;
}

/** A table of a built release file, with the figures that its indexes depend on. */
export interface TableShape {
  readonly name: string;
  readonly rows: number;
  /** What its rows are read from, as it stands after FROM; default: the table itself. */
  readonly from?: string;
  readonly columns: readonly ColumnShape[];
}

/** The column types of `storage` in the engine: DuckDB's spelling and PostgreSQL's. */
const types: ReadonlyMap<string, string> = new Map([
  ['VARCHAR', 'VARCHAR'],
  ['BOOLEAN', 'BOOLEAN'],
  ['DATE', 'DATE'],
  ['INTEGER', 'INTEGER'],
  ['BIGINT', 'BIGINT'],
  ['DOUBLE', 'DOUBLE PRECISION'],
]);

/** Characters, as literals of SQL, and how the text format of COPY writes them. */
export const escaped = [
  [`'\\'`, `'\\\\'`],
  ['chr(9)', `'\\t'`],
  ['chr(10)', `'\\n'`],
  ['chr(13)', `'\\r'`],
] as const;

/** Measures a table of the attached file `release`. */
export async function measureTable(
  connection: DuckDBConnection,
  { release, table }: { release: string; table: string },
): Promise<TableShape> {
  const listed = await connection.run(`SELECT column_name, data_type FROM duckdb_columns()
    WHERE database_name = ${literal(release)} AND table_name = ${literal(table)} ORDER BY column_index`);
  const columns = (await listed.getRows()).map(([name, type]) => ({
    name: String(name),
    type: String(type),
  }));
  const measures = columns.flatMap(({ name, type }) =>
    type === 'VARCHAR'
      ? [
          `coalesce(max(strlen(${quoted(name)})), 0)`,
          `approx_count_distinct(${quoted(name)})`,
          `coalesce(bool_or(${escaped.map(([found]) => `contains(${quoted(name)}, ${found})`).join(' OR ')}), FALSE)::INTEGER`,
        ]
      : ['0', '0', '0'],
  );
  const measured = await connection.run(
    `SELECT ${['count(*)', ...measures].join(', ')} FROM ${quoted(release, table)}`,
  );
  const [rows, ...figures] = ((await measured.getRows())[0] ?? []).map(Number);
  return {
    name: table,
    rows: rows ?? 0,
    columns: columns.map(({ name, type }, index) => ({
      name,
      type: postgresType(type),
      isText: type === 'VARCHAR',
      longest: figures[3 * index] ?? 0,
      distinct: figures[3 * index + 1] ?? 0,
      isEscaped: figures[3 * index + 2] === 1,
    })),
  };
}

function postgresType(type: string): string {
  const known = types.get(type);
  if (known === undefined) throw new Error(`A release holds no column of type ${type}.`);
  return known;
}
