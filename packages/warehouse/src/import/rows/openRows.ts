import type { DuckDBConnection } from '@duckdb/node-api';
import type { FilePlan, TablePlan } from '../../package/packagePlan.ts';
import type { PackageSource, Scratch } from '../../package/packageSource.ts';
import { openCsvRows } from './csvRows.ts';
import { decodeExport } from './exportedCells.ts';
import { openInlineRows } from './inlineRows.ts';
import { openParquetRows } from './parquetRows.ts';
import type { OpenRowSource } from './rowSource.ts';

/** Where the files of an import come from. */
export interface FileAccess extends Scratch {
  readonly source: PackageSource;
  /** Queries files of the package while rows are written on another: a write would break off the stream of a file. */
  readonly fileConnection: DuckDBConnection;
}

/** Opens one file of a table. `onBytes` is told of its bytes as they are read, for Parquet when the file is closed. */
export async function openRows(
  file: FilePlan,
  table: TablePlan,
  access: FileAccess,
  onBytes: (bytes: number) => void,
): Promise<OpenRowSource> {
  const { source, fileConnection } = access;
  const { name, format } = table;
  const { path, isCompressed } = file;
  if (format.kind === 'inline') return openInlineRows(format);
  if (format.kind === 'parquet') {
    const { localPath } = await source.verified(file, access);
    const rows = await openParquetRows({
      connection: fileConnection,
      resource: name,
      file: path,
      localPath,
    });
    const size = (await source.sizeOf(path)) ?? 0;
    return {
      ...rows,
      rows: async function* () {
        yield* rows.rows();
        await source.verified(file, access);
      },
      close: async () => onBytes(size),
    };
  }
  const request = { ...format, file: path, isCompressed, budget: source.budget, onBytes };
  return decodeExport(await openCsvRows(await source.open(path), request), table);
}
