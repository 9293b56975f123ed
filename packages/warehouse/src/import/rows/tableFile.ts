import { DuckDBTypeId } from '@duckdb/node-api';
import { UnreadableFile } from '../../package/packageErrors.ts';
import type { CsvDialect, FieldPlan, FilePlan, TablePlan } from '../../package/packagePlan.ts';
import { literal, quoted } from '../../sql/quoted.ts';
import { type FileAccess, openRows } from './openRows.ts';
import { countInFooter, describeColumns, differs, noGlob } from './parquetFile.ts';
import { scanCsv } from './scanCsv.ts';

/** A file of a table, which DuckDB reads by one statement. */
export interface TableFile {
  /** Its rows in their order, as an expression of tables. */
  readonly from: string;
  /** Its rows, counted without reading their values. */
  readonly rows: number;
  /** The column that holds a field; null where the file has none. */
  columnOf(field: FieldPlan): FileColumn | null;
  readonly lines: RowLines;
  /** The error to throw where its rows cannot be read or are of another number; null: it is to be rewritten. */
  fault(given: { readonly rows: number } | { readonly cause: unknown }): Error | null;
  /** After the last row; throws UnreadableFile where the file has changed since it was opened. */
  close(): Promise<void>;
}

/**
 * Where rows begin: on the line of the first row and on further ones, ahead of the number of the row where it says so
 * (by the 1-based number of the row); or as two columns say, with the number of cells where it is not `width`.
 */
export type RowLines =
  | {
      readonly kind: 'counted';
      readonly first: number;
      readonly shifts: readonly { readonly row: number; readonly ahead: number }[];
    }
  | { readonly kind: 'columns'; readonly line: string; readonly cells: string; readonly width: number };

export interface FileColumn {
  readonly sql: string;
  readonly type: DuckDBTypeId;
  /** Its values have a type in the file, so they are spelled in the standard way, whatever the package says. */
  readonly isTyped: boolean;
}

/** The names of the columns of a file; null where it has none. */
export async function columnsIn(
  file: FilePlan,
  table: TablePlan,
  access: FileAccess,
): Promise<readonly string[] | null> {
  if (table.format.kind === 'parquet') {
    const { localPath } = await access.source.verified(file, access);
    return (await describeColumns({ ...access, file: file.path, localPath })).map(({ name }) => name);
  }
  const rows = await openRows(file, table, access, () => {});
  await rows.close();
  return rows.columns;
}

/** Opens a file as it lies there; null where it is to be rewritten first. */
export async function openTableFile(
  file: FilePlan,
  table: TablePlan,
  access: FileAccess,
  onBytes: (bytes: number) => void,
): Promise<TableFile | null> {
  const { format } = table;
  if (format.kind === 'parquet') return openParquet(file, table, access, onBytes);
  const isUsual =
    format.kind === 'csv' &&
    format.formulaPrefix === null &&
    isUsualDialect(format.dialect, format.encoding) &&
    table.fields.every(({ delimiter, listEscape }) => delimiter === null || listEscape === null);
  return isUsual ? openCsv({ file, table, dialect: format.dialect }, access, onBytes) : null;
}

const isByte = (text: string): boolean => text.length === 1 && text.charCodeAt(0) < 128;

const isUsualDialect = (dialect: CsvDialect, encoding: string): boolean =>
  /^utf-?8$/i.test(encoding) &&
  isByte(dialect.delimiter) &&
  (dialect.quoteChar === null || (isByte(dialect.quoteChar) && dialect.doubleQuote)) &&
  dialect.escapeChar === null &&
  dialect.commentRows.length === 0 &&
  (dialect.lineTerminator === null || /^[\r\n]+$/.test(dialect.lineTerminator)) &&
  dialect.commentChar === null &&
  !dialect.skipInitialSpace &&
  dialect.headerRow <= 1;

interface CsvFile {
  readonly file: FilePlan;
  readonly table: TablePlan;
  readonly dialect: CsvDialect;
}

async function openCsv(
  { file, table, dialect }: CsvFile,
  access: FileAccess,
  onBytes: (bytes: number) => void,
): Promise<TableFile | null> {
  const { delimiter, quoteChar, headerRow, nullSequence } = dialect;
  const columns = await headerOf(file, table, access);
  const { localPath } = await access.source.verified(file, access);
  const scan = await scanCsv(
    localPath,
    { delimiter, quote: quoteChar },
    file.isCompressed ? () => {} : onBytes,
  );
  const width = columns.length;
  if (
    scan === null ||
    scan.records < headerRow ||
    width === 0 ||
    (headerRow === 0 && width !== table.described.length) ||
    scan.shifts[0]?.record === 1 ||
    // DuckDB takes an empty line for a row of one column.
    (width === 1 && scan.shifts.length > 0) ||
    columns.some((name) => /[\r\n]/.test(name))
  )
    return null;
  if (file.isCompressed) onBytes((await access.source.sizeOf(file.path)) ?? 0);
  const names = columns.map((_, index) => `f${index}`);
  return {
    from: csvReader(localPath, {
      delimiter,
      quote: quoteChar ?? '',
      hasHeader: headerRow === 1,
      columns: names.map((name) => `${name}: 'VARCHAR'`),
    }),
    rows: scan.records - headerRow,
    columnOf: (field) => {
      const name = names[headerRow === 0 ? field.index : columns.indexOf(field.name)];
      if (name === undefined) return null;
      const sql = nullSequence === null ? name : `nullif(${name}, ${literal(nullSequence)})`;
      return { sql, type: DuckDBTypeId.VARCHAR, isTyped: false };
    },
    lines: {
      kind: 'counted',
      first: headerRow + 1,
      shifts: scan.shifts.map(({ record, ahead }) => ({ row: record - headerRow, ahead })),
    },
    fault: () => null,
    close: async () => {
      await access.source.verified(file, access);
    },
  };
}

/** The names of the columns, or as many empty ones as the first record has cells. */
async function headerOf(file: FilePlan, table: TablePlan, access: FileAccess): Promise<readonly string[]> {
  const rows = await openRows(file, table, access, () => {});
  try {
    if (rows.columns !== null) return rows.columns;
    for await (const [first] of rows.rows()) return first?.cells.map(() => '') ?? [];
    return [];
  } finally {
    await rows.close();
  }
}

/** Longer rows make a file one to be rewritten, which tells how long they are. */
export const maxLineBytes = 2 * 1024 * 1024;

interface CsvForm {
  readonly delimiter: string;
  readonly quote: string;
  readonly hasHeader: boolean;
  /** With their types, as parts of a struct. */
  readonly columns: readonly string[];
  readonly lineBytes?: number;
}

/** The rows of a file of the usual form as an expression of tables. */
export function csvReader(localPath: string, form: CsvForm): string {
  const { delimiter, quote, hasHeader, columns, lineBytes = maxLineBytes } = form;
  const options = [
    'auto_detect = false',
    "compression = 'none'",
    `header = ${hasHeader}`,
    `delim = ${literal(delimiter)}`,
    `quote = ${literal(quote)}`,
    `escape = ${literal(quote)}`,
    'strict_mode = true',
    `max_line_size = ${lineBytes}`,
    `columns = {${columns.join(', ')}}`,
  ];
  return `read_csv(${literal(noGlob(localPath))}, ${options.join(', ')})`;
}

async function openParquet(
  file: FilePlan,
  { name }: TablePlan,
  access: FileAccess,
  onBytes: (bytes: number) => void,
): Promise<TableFile> {
  const { path } = file;
  const { source, fileConnection } = access;
  const { localPath } = await source.verified(file, access);
  const request = { fileConnection, resource: name, file: path, localPath };
  const columns = new Map((await describeColumns(request)).map((column) => [column.name, column.typeId]));
  const rows = await countInFooter(request);
  return {
    from: `read_parquet(${literal(noGlob(localPath))})`,
    rows,
    columnOf: (field) => {
      const type = columns.get(field.name);
      return type === undefined
        ? null
        : { sql: quoted(field.name), type, isTyped: type !== DuckDBTypeId.VARCHAR };
    },
    lines: { kind: 'counted', first: 1, shifts: [] },
    fault: (given) =>
      'rows' in given
        ? differs(request, { counted: rows, found: given.rows })
        : new UnreadableFile(path, 'is not a readable Parquet file', given),
    close: async () => {
      await source.verified(file, access);
      onBytes((await source.sizeOf(path)) ?? 0);
    },
  };
}
