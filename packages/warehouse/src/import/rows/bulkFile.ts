import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { DuckDBTypeId } from '@duckdb/node-api';
import { UnreadableFile } from '../../package/packageErrors.ts';
import type { CsvDialect, FieldPlan, FilePlan, TablePlan } from '../../package/packagePlan.ts';
import { literal, quoted } from '../../sql/quoted.ts';
import { openCsvRows } from './csvRows.ts';
import type { FileAccess } from './openRows.ts';
import { openText, toUnreadable } from './openText.ts';
import { countInFooter, describeColumns, differs, noGlob } from './parquetRows.ts';
import { scanCsv } from './scanCsv.ts';

/** A file that DuckDB reads whole, by one statement. */
export interface BulkFile {
  /** Its rows in their order, as an expression of tables. */
  readonly from: string;
  /** Its rows, counted without reading their values. */
  readonly rows: number;
  /** The column that holds a field; null where the file has none. */
  columnOf(field: FieldPlan): BulkColumn | null;
  /** The line of the first row, and where lines run ahead of rows, by the 1-based number of the row. */
  readonly firstLine: number;
  readonly shifts: readonly { readonly row: number; readonly ahead: number }[];
  /** Why the file cannot be read, or gave another number of rows; null: the reader of single rows shall say. */
  fault(given: { readonly rows: number } | { readonly cause: unknown }): UnreadableFile | null;
  close(): Promise<void>;
}

export interface BulkColumn {
  readonly sql: string;
  readonly type: DuckDBTypeId;
}

/** Opens a file for reading as a whole; null where its form is for the reader of single rows. */
export async function openBulkFile(
  file: FilePlan,
  table: TablePlan,
  access: FileAccess,
  onBytes: (bytes: number) => void,
): Promise<BulkFile | null> {
  const { format } = table;
  // The number of items in a list is for the reader of single rows to judge.
  if (
    format.kind === 'inline' ||
    table.fields.some(({ delimiter, limits }) => delimiter !== null && limits !== null)
  )
    return null;
  if (format.kind === 'parquet') return openParquet(file, table, access, onBytes);
  const { dialect, encoding } = format;
  return isPlain(dialect, encoding) ? openCsv(file, dialect, access, onBytes) : null;
}

const isByte = (text: string): boolean => text.length === 1 && text.charCodeAt(0) < 128;

const isPlain = (dialect: CsvDialect, encoding: string): boolean =>
  /^utf-?8$/i.test(encoding) &&
  isByte(dialect.delimiter) &&
  (dialect.quoteChar === null || (isByte(dialect.quoteChar) && dialect.doubleQuote)) &&
  dialect.escapeChar === null &&
  dialect.commentRows.length === 0 &&
  (dialect.lineTerminator === null || /^[\r\n]+$/.test(dialect.lineTerminator)) &&
  dialect.commentChar === null &&
  !dialect.skipInitialSpace &&
  dialect.headerRow <= 1;

/** Longer rows are for the reader of single rows, which may hold one at a time. */
const maxLineBytes = 2 * 1024 * 1024;

async function openCsv(
  file: FilePlan,
  dialect: CsvDialect,
  access: FileAccess,
  onBytes: (bytes: number) => void,
): Promise<BulkFile | null> {
  const { delimiter, quoteChar, headerRow, nullSequence } = dialect;
  const columns = await headerOf(file, dialect, access);
  const { localPath, isScratch } = await localText(file, access, onBytes);
  const close = async (): Promise<void> => {
    if (isScratch) await rm(localPath, { force: true });
  };
  const scan = await scanCsv(localPath, { delimiter, quote: quoteChar }, isScratch ? () => {} : onBytes);
  const width = columns.length;
  const isOdd =
    scan === null ||
    scan.records < headerRow ||
    width === 0 ||
    scan.shifts[0]?.record === 1 ||
    // DuckDB takes an empty line for a row of one column.
    (width === 1 && scan.shifts.length > 0) ||
    columns.some((name) => /[\r\n]/.test(name));
  if (isOdd) {
    await close();
    return null;
  }
  const names = columns.map((_, index) => `f${index}`);
  const options = [
    'auto_detect = false',
    "compression = 'none'",
    `header = ${headerRow === 1}`,
    `delim = ${literal(delimiter)}`,
    `quote = ${literal(quoteChar ?? '')}`,
    `escape = ${literal(quoteChar ?? '')}`,
    'strict_mode = true',
    `max_line_size = ${maxLineBytes}`,
    `columns = {${names.map((name) => `${name}: 'VARCHAR'`).join(', ')}}`,
  ];
  return {
    from: `read_csv(${literal(noGlob(localPath))}, ${options.join(', ')})`,
    rows: scan.records - headerRow,
    columnOf: (field) => {
      const index = headerRow === 0 ? field.index : columns.indexOf(field.name);
      const name = names[index];
      if (name === undefined) return null;
      const sql = nullSequence === null ? name : `nullif(${name}, ${literal(nullSequence)})`;
      return { sql, type: DuckDBTypeId.VARCHAR };
    },
    firstLine: headerRow + 1,
    shifts: scan.shifts.map(({ record, ahead }) => ({ row: record - headerRow, ahead })),
    fault: () => null,
    close,
  };
}

/** The names of the columns, or as many empty ones as the first record has cells. */
async function headerOf(
  file: FilePlan,
  dialect: CsvDialect,
  { source }: FileAccess,
): Promise<readonly string[]> {
  const request = {
    dialect,
    file: file.path,
    isCompressed: file.isCompressed,
    encoding: 'utf-8',
    budget: source.budget,
    onBytes: () => {},
  };
  const rows = await openCsvRows(await source.open(file.path), request);
  try {
    if (rows.columns !== null) return rows.columns;
    for await (const [first] of rows.rows()) return first?.cells.map(() => '') ?? [];
    return [];
  } finally {
    await rows.close();
  }
}

/** The text as a file of this machine, unpacked into the scratch folder where it is compressed. */
async function localText(
  { path, isCompressed }: FilePlan,
  { source, scratchFolder }: FileAccess,
  onBytes: (bytes: number) => void,
): Promise<{ localPath: string; isScratch: boolean }> {
  if (!isCompressed) return { localPath: await source.localFile(path, scratchFolder), isScratch: false };
  const localPath = join(scratchFolder, `text-${path.replaceAll(/[^A-Za-z0-9]/g, '_')}.csv`);
  const request = { file: path, isCompressed, encoding: 'utf-8', budget: source.budget, onBytes };
  const target = openText(await source.open(path), request, createWriteStream(localPath, { mode: 0o600 }));
  await finished(target).catch((error: unknown) => {
    throw toUnreadable(error, { file: path, encoding: 'utf-8' });
  });
  return { localPath, isScratch: true };
}

async function openParquet(
  { path }: FilePlan,
  { name }: TablePlan,
  { source, fileConnection, scratchFolder }: FileAccess,
  onBytes: (bytes: number) => void,
): Promise<BulkFile> {
  const localPath = await source.localFile(path, scratchFolder);
  const request = { connection: fileConnection, resource: name, file: path, localPath };
  const columns = new Map((await describeColumns(request)).map((column) => [column.name, column.typeId]));
  const rows = await countInFooter(request);
  return {
    from: `read_parquet(${literal(noGlob(localPath))})`,
    rows,
    columnOf: (field) => {
      const type = columns.get(field.name);
      return type === undefined ? null : { sql: quoted(field.name), type };
    },
    firstLine: 1,
    shifts: [],
    fault: (given) =>
      'rows' in given
        ? differs(request, { counted: rows, found: given.rows })
        : new UnreadableFile(path, 'is not a readable Parquet file', given),
    close: async () => onBytes((await source.sizeOf(path)) ?? 0),
  };
}
