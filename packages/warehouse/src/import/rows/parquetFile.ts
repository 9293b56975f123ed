import { type DuckDBConnection, DuckDBTypeId } from '@duckdb/node-api';
import { UnreadableFile } from '../../package/packageErrors.ts';

interface ParquetRequest {
  readonly fileConnection: DuckDBConnection;
  /** As the package names it, for messages. */
  readonly file: string;
  readonly localPath: string;
}

interface Column {
  readonly name: string;
  readonly typeId: DuckDBTypeId;
}

export async function describeColumns({
  fileConnection,
  file,
  localPath,
}: ParquetRequest): Promise<readonly Column[]> {
  try {
    const result = await fileConnection.run('SELECT * FROM read_parquet($1) LIMIT 0', [noGlob(localPath)]);
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

/** The number of rows that the footer states; the rows themselves are counted from the row groups. */
export async function countInFooter({ fileConnection, localPath }: ParquetRequest): Promise<number> {
  const sql = 'SELECT num_rows FROM parquet_file_metadata($1)';
  const result = await fileConnection.run(sql, [noGlob(localPath)]);
  return Number((await result.getRows())[0]?.[0]);
}

export const differs = (
  { file, resource }: { readonly file: string; readonly resource: string },
  { counted, found }: { readonly counted: number; readonly found: number },
): UnreadableFile =>
  new UnreadableFile(
    file,
    `${found} rows of resource ${resource} could be read, but the footer of the file counts ${counted}`,
  );

/** Escapes a path, since `read_parquet` takes `*`, `?` and `[` for a pattern. */
export const noGlob = (path: string): string => path.replaceAll(/[*?[]/g, '[$&]');
