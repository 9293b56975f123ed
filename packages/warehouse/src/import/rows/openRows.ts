import type { DuckDBConnection } from '@duckdb/node-api';
import { UnreadableFile } from '../../package/packageErrors.ts';
import type { FilePlan, TablePlan } from '../../package/packagePlan.ts';
import type { PackageSource, Scratch } from '../../package/packageSource.ts';
import { countRecords } from './countRecords.ts';
import { openCsvRows } from './csvRows.ts';
import { decodeExport } from './exportedCells.ts';
import { openInlineRows } from './inlineRows.ts';
import type { OpenRowSource } from './rowSource.ts';

/** Where the files of an import come from. */
export interface FileAccess extends Scratch {
  readonly source: PackageSource;
  /** Queries while rows are written on another: a write would break off the stream of an answer. */
  readonly fileConnection: DuckDBConnection;
}

/**
 * Opens the rows of one CSV file of a table, or of the descriptor. Calls `onBytes` with the number of bytes as they are
 * read. After the last row it throws UnreadableFile where a second count finds another number.
 */
export async function openRows(
  file: FilePlan,
  table: TablePlan,
  access: FileAccess,
  onBytes: (bytes: number) => void,
): Promise<OpenRowSource> {
  const { source } = access;
  const { name, format } = table;
  const { path, isCompressed } = file;
  if (format.kind === 'inline') return openInlineRows(format);
  if (format.kind === 'parquet') throw new Error(`${path} is no text.`);
  const request = { ...format, file: path, isCompressed, budget: source.budget, onBytes };
  const rows = decodeExport(await openCsvRows(await source.open(path), request), table);
  return withCount(rows, { file: path, resource: name }, async () => {
    const { localPath } = await source.verified(file, access);
    const counted = await countRecords({ ...format, localPath, signal: access.signal });
    await source.verified(file, access);
    return counted;
  });
}

interface CountedFile {
  /** As the package names it, for messages. */
  readonly file: string;
  readonly resource: string;
}

/** The rows of a source, which throws UnreadableFile after the last unless there are as many as `count` finds (rule 10.11). */
export function withCount(
  source: OpenRowSource,
  { file, resource }: CountedFile,
  count: () => Promise<number>,
): OpenRowSource {
  return {
    ...source,
    rows: async function* () {
      let found = 0;
      for await (const rows of source.rows()) {
        found += rows.length;
        yield rows;
      }
      const counted = await count();
      if (counted !== found) {
        const reason = `${found} rows of resource ${resource} could be read, but the file holds ${counted}`;
        throw new UnreadableFile(file, reason);
      }
    },
  };
}
