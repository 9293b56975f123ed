import type { FilePlan, TablePlan } from '../package/packagePlan.ts';
import { openCsvRows } from '../rows/csvRows.ts';
import { openParquetRows } from '../rows/parquetRows.ts';
import type { OpenRowSource } from '../rows/rowSource.ts';
import type { ImportJob } from './importJob.ts';

/** Opens one file of a table; its bytes count as they are read, those of Parquet when it is closed. */
export async function openRows(
  file: FilePlan,
  { name, format }: TablePlan,
  { source, fileConnection, scratchFolder }: ImportJob,
  onBytes: (bytes: number) => void,
): Promise<OpenRowSource> {
  const { path, isCompressed } = file;
  if (format.kind === 'parquet') {
    const localPath = await source.localFile(path, scratchFolder);
    const rows = await openParquetRows({
      connection: fileConnection,
      resource: name,
      file: path,
      localPath,
    });
    const size = (await source.sizeOf(path)) ?? 0;
    return { ...rows, close: async () => onBytes(size) };
  }
  const request = { ...format, file: path, isCompressed, budget: source.budget, onBytes };
  return openCsvRows(await source.open(path), request);
}
