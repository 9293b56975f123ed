import { DuckDBTypeId } from '@duckdb/node-api';
import { UnreadableFile } from '../../package/packageErrors.ts';
import type { CsvDialect, FieldPlan, FilePlan, TablePlan } from '../../package/packagePlan.ts';
import { literal, quoted } from '../../sql/quoted.ts';
import { openCsvRows } from './csvRows.ts';
import type { FileAccess } from './openRows.ts';
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
  /** After the last row; throws UnreadableFile where the file has changed since it was opened. */
  verify(): Promise<void>;
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
    table.fields.some(
      ({ delimiter, limits, listEscape }) => delimiter !== null && (limits !== null || listEscape !== null),
    )
  )
    return null;
  if (format.kind === 'parquet') return openParquet(file, table, access, onBytes);
  const { dialect, encoding, formulaPrefix } = format;
  return formulaPrefix === null && isPlain(dialect, encoding)
    ? openCsv({ file, dialect, width: table.described.length }, access, onBytes)
    : null;
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

interface CsvFile {
  readonly file: FilePlan;
  readonly dialect: CsvDialect;
  /** The number of described fields. */
  readonly width: number;
}

async function openCsv(
  { file, dialect, width: described }: CsvFile,
  access: FileAccess,
  onBytes: (bytes: number) => void,
): Promise<BulkFile | null> {
  const { delimiter, quoteChar, headerRow, nullSequence } = dialect;
  const columns = await headerOf(file, dialect, access);
  const { localPath } = await access.source.verified(file, access);
  const scan = await scanCsv(
    localPath,
    { delimiter, quote: quoteChar },
    file.isCompressed ? () => {} : onBytes,
  );
  const width = columns.length;
  const isOdd =
    scan === null ||
    scan.records < headerRow ||
    width === 0 ||
    (headerRow === 0 && width !== described) ||
    scan.shifts[0]?.record === 1 ||
    // DuckDB takes an empty line for a row of one column.
    (width === 1 && scan.shifts.length > 0) ||
    columns.some((name) => /[\r\n]/.test(name));
  if (isOdd) return null;
  if (file.isCompressed) onBytes((await access.source.sizeOf(file.path)) ?? 0);
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
    verify: async () => {
      await access.source.verified(file, access);
    },
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

async function openParquet(
  file: FilePlan,
  { name }: TablePlan,
  access: FileAccess,
  onBytes: (bytes: number) => void,
): Promise<BulkFile> {
  const { path } = file;
  const { source, fileConnection } = access;
  const { localPath } = await source.verified(file, access);
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
    verify: async () => {
      await source.verified(file, access);
      onBytes((await source.sizeOf(path)) ?? 0);
    },
  };
}
