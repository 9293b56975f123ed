import { type DuckDBConnection, DuckDBTypeId } from '@duckdb/node-api';
import { decodeBatches } from '../../duckdb/results.ts';
import { UnreadableFile } from '../../package/packageErrors.ts';
import { quoted } from '../../sql/quoted.ts';
import type { RowValue } from '../../sql/row.ts';
import type { Cell, RowSource, SourceRow } from './rowSource.ts';

interface ParquetRequest {
  /** Must run no other statement until all rows are read: it would break off their stream. */
  readonly connection: DuckDBConnection;
  /** The resource whose rows the file holds, for messages. */
  readonly resource: string;
  /** As the package names it, for messages. */
  readonly file: string;
  readonly localPath: string;
}

interface Column {
  readonly name: string;
  readonly typeId: DuckDBTypeId;
}

/**
 * Opens a Parquet file, whose rows DuckDB streams in chunks; every value is text in its standard spelling, a list is a
 * list of texts. Throws UnreadableFile after the last row unless the footer of the file counts as many.
 */
export async function openParquetRows(request: ParquetRequest): Promise<RowSource> {
  const columns = await describeColumns(request);
  const names = columns.map(({ name }) => name);
  return {
    columns: names,
    typedColumns: new Set(
      columns.filter(({ typeId }) => typeId !== DuckDBTypeId.VARCHAR).map(({ name }) => name),
    ),
    rows: () => streamBatches(request, columns),
  };
}

export async function describeColumns({ connection, file, localPath }: ParquetRequest): Promise<Column[]> {
  try {
    const result = await connection.run('SELECT * FROM read_parquet($1) LIMIT 0', [noGlob(localPath)]);
    return result.columnNames().map((name, index) => ({ name, typeId: result.columnTypeId(index) }));
  } catch (error) {
    throw new UnreadableFile(file, 'is not a readable Parquet file', { cause: error });
  }
}

/**
 * The day of an instant depends on a time zone. It must not be the machine's, which differs from machine to machine.
 */
export const spelled = (sql: string, type: DuckDBTypeId): string =>
  type === DuckDBTypeId.TIMESTAMP_TZ ? `${sql} AT TIME ZONE 'UTC' || '+00'` : sql;

async function* streamBatches(
  request: ParquetRequest,
  columns: readonly Column[],
): AsyncGenerator<SourceRow[]> {
  const { connection, file, localPath } = request;
  const list = columns.map(({ name, typeId }, index) => {
    const type = typeId === DuckDBTypeId.LIST ? 'VARCHAR[]' : 'VARCHAR';
    return `CAST(${spelled(quoted(name), typeId)} AS ${type}) AS c${index}`;
  });
  let counted = 0;
  let found = 0;
  try {
    counted = await countInFooter(request);
    const sql = `SELECT ${list.join(', ')} FROM read_parquet($1)`;
    const result = await connection.stream(sql, [noGlob(localPath)]);
    for await (const rows of decodeBatches(result)) {
      yield rows.map((row) => ({
        line: ++found,
        cells: columns.map((_, index) => toCell(row[`c${index}`])),
      }));
    }
  } catch (error) {
    if (isInterrupt(error)) throw error;
    if (found > 0 && found !== counted) throw differs(request, { counted, found, cause: error });
    throw new UnreadableFile(file, 'is not a readable Parquet file', { cause: error });
  }
  if (found !== counted) throw differs(request, { counted, found });
}

/** The number of rows that the footer states; the rows themselves are counted from the row groups. */
export async function countInFooter({ connection, localPath }: ParquetRequest): Promise<number> {
  const sql = 'SELECT num_rows FROM parquet_file_metadata($1)';
  const result = await connection.run(sql, [noGlob(localPath)]);
  return Number((await result.getRows())[0]?.[0]);
}

export const differs = (
  { file, resource }: ParquetRequest,
  { counted, found, ...options }: ErrorOptions & { readonly counted: number; readonly found: number },
): UnreadableFile =>
  new UnreadableFile(
    file,
    `${found} rows of resource ${resource} could be read, but the footer of the file counts ${counted}`,
    options,
  );

function toCell(value: RowValue | undefined): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object') return String(value);
  return value.map((item) => (item === null ? null : String(item)));
}

const isInterrupt = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('INTERRUPT');

/** Escapes a path, since `read_parquet` takes `*`, `?` and `[` for a pattern. */
export const noGlob = (path: string): string => path.replaceAll(/[*?[]/g, '[$&]');
