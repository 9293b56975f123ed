import { type DuckDBConnection, DuckDBTypeId } from '@duckdb/node-api';
import { quoted } from '../duckdb/quoted.ts';
import { readBatches as readResult } from '../duckdb/readRows.ts';
import type { RowValue } from '../warehouse.ts';
import { type Cell, type RowSource, type SourceRow, UnreadableFile } from './rowSource.ts';

interface ParquetRequest {
  readonly connection: DuckDBConnection;
  /** As the package names it, for messages. */
  readonly file: string;
  readonly localPath: string;
}

interface Column {
  readonly name: string;
  readonly typeId: DuckDBTypeId;
}

/** Reads Parquet through DuckDB in chunks; every value arrives as text in its standard spelling, lists as lists. */
export async function openParquetRows(request: ParquetRequest): Promise<RowSource> {
  const columns = await describeColumns(request);
  const names = columns.map(({ name }) => name);
  return {
    columns: names,
    typedColumns: new Set(
      columns.filter(({ typeId }) => typeId !== DuckDBTypeId.VARCHAR).map(({ name }) => name),
    ),
    rows: () => readBatches(request, columns),
  };
}

async function describeColumns({ connection, file, localPath }: ParquetRequest): Promise<Column[]> {
  try {
    const result = await connection.run('SELECT * FROM read_parquet($1) LIMIT 0', [noGlob(localPath)]);
    return result.columnNames().map((name, place) => ({ name, typeId: result.columnTypeId(place) }));
  } catch (error) {
    throw new UnreadableFile(file, 'is not a readable Parquet file', { cause: error });
  }
}

async function* readBatches(
  request: ParquetRequest,
  columns: readonly Column[],
): AsyncGenerator<SourceRow[]> {
  const { connection, file, localPath } = request;
  const list = columns.map(({ name, typeId }, place) => {
    const type = typeId === DuckDBTypeId.LIST ? 'VARCHAR[]' : 'VARCHAR';
    return `CAST(${quoted(name)} AS ${type}) AS c${place}`;
  });
  let line = 1;
  try {
    const sql = `SELECT ${list.join(', ')} FROM read_parquet($1)`;
    const result = await connection.stream(sql, [noGlob(localPath)]);
    for await (const rows of readResult(result)) {
      yield rows.map((row) => ({ line: line++, cells: columns.map((_, place) => toCell(row[`c${place}`])) }));
    }
  } catch (error) {
    if (isInterrupt(error)) throw error;
    throw new UnreadableFile(file, 'is not a readable Parquet file', { cause: error });
  }
}

function toCell(value: RowValue | undefined): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object') return String(value);
  return value.map((item) => (item === null ? null : String(item)));
}

const isInterrupt = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('INTERRUPT');

/** A path that `read_parquet` takes by the letter, although it may hold `*`, `?` or `[`. */
const noGlob = (path: string): string => path.replaceAll(/[*?[]/g, '[$&]');
