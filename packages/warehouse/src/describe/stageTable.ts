import type { GivenReading } from '@atrium/contract/documents/fileReading';
import { type DuckDBConnection, DuckDBTypeId, VARCHAR } from '@duckdb/node-api';
import { queryRows } from '../duckdb/results.ts';
import { createTable } from '../duckdb/tableWriter.ts';
import { openCsvRows } from '../import/rows/csvRows.ts';
import { noGlob, spelled } from '../import/rows/parquetFile.ts';
import { csvDialectOf } from '../package/fileFormat.ts';
import { UnreadableFile } from '../package/packageErrors.ts';
import type { PackageSource } from '../package/packageSource.ts';
import { literal, quoted } from '../sql/quoted.ts';
import { textOfCell } from './cellText.ts';
import { openTextTable, type TextTable } from './openTextTable.ts';
import { dialectOf } from './sniffText.ts';
import type { TableFile } from './tableFiles.ts';

/** What the steps of a description share. */
export interface DescribeJob {
  readonly connection: DuckDBConnection;
  readonly source: PackageSource;
  readonly scratchFolder: string;
  readonly signal: AbortSignal | undefined;
  /** What a person has decided of the files, by their names. */
  readonly given: Readonly<Record<string, GivenReading>>;
  /** Told of each step, such as `reading visits.csv`. */
  readonly onProgress: (step: string, detail: string | null) => void;
}

export interface StagedColumn {
  /** As the file has it; empty where the header leaves it out. */
  readonly name: string;
  /** Its quoted name in the staged table. */
  readonly sql: string;
  /** The type that the file gives the column; `text` where it has none. */
  readonly fileType: FileType;
}

export type FileType =
  | 'text'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'list'
  | 'asText'
  | 'other';

/** A file as a table of texts. */
export interface StagedTable {
  readonly file: TableFile;
  /** Further files of the same table. */
  readonly more: readonly TableFile[];
  /** Its quoted name. */
  readonly sql: string;
  readonly columns: readonly StagedColumn[];
  readonly rows: number;
  /** Rows without any text, as spreadsheets leave below a table; they are not among the others. */
  readonly emptyRows: number;
  /** Null for a format that needs no reading of text. */
  readonly text: TextTable | null;
}

/** Loads all rows of a file as texts into a table; throws UnreadableFile. */
export async function stageTable(file: TableFile, number: number, job: DescribeJob): Promise<StagedTable> {
  const sql = quoted(`t${number}`);
  if (file.kind === 'parquet') return stageParquet(file, sql, job);
  const text = await openTextTable(file, job);
  const columns = text.form.names.map((name, index) => ({
    name,
    sql: quoted(`c${index}`),
    fileType: 'text' as const,
  }));
  const staged = { file, more: [], sql, columns, text };
  try {
    if (!isPlain(text)) await stageByRows(staged, text, job);
    else await job.connection.run(`CREATE TABLE ${sql} AS ${selectText(staged, text)}`);
  } catch (error) {
    job.signal?.throwIfAborted();
    if (!isUnreadable(error)) throw error;
    await job.connection.run(`DROP TABLE IF EXISTS ${sql}`);
    await stageByRows(staged, text, job);
  }
  const emptyRows = await dropEmptyRows(staged, job);
  return { ...staged, rows: await countRows(sql, job), emptyRows };
}

/** Faults of the text, which the reader of rows takes or explains; a lack of memory is none of them. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && /^(?:Invalid Input|Conversion|CSV) Error/.test(error.message);

/** Whether the database reads the form. */
const isPlain = ({ form: { reading, rowsAbove } }: TextTable): boolean =>
  rowsAbove.length === 0 &&
  reading.commentRows.length === 0 &&
  reading.commentChar === null &&
  reading.names === null;

type Staging = Pick<StagedTable, 'file' | 'sql' | 'columns'>;

function selectText({ columns }: Staging, { localPath, form: { reading } }: TextTable): string {
  const types = columns.map(({ sql }) => `${literal(sql.slice(1, -1))}: 'VARCHAR'`).join(', ');
  const options = [
    `delim = ${literal(reading.delimiter)}`,
    `quote = ${literal(reading.quoteChar ?? '')}`,
    `escape = ${literal(reading.quoteChar ?? '')}`,
    `header = ${reading.headerRow > 0}`,
    `columns = {${types}}`,
    'auto_detect = false',
    'strict_mode = true',
  ];
  return `SELECT * FROM read_csv(${literal(noGlob(localPath))}, ${options.join(', ')})`;
}

/** The reader of the import, for ragged rows and whatever else stops the database. */
async function stageByRows(
  { file, sql, columns }: Staging,
  text: TextTable,
  job: DescribeJob,
): Promise<void> {
  const rows = await openCsvRows(await job.source.open(file.path), {
    file: file.path,
    isCompressed: file.isCompressed,
    encoding: text.encoding,
    budget: job.source.budget,
    onBytes: () => job.signal?.throwIfAborted(),
    dialect: csvDialectOf(dialectOf(text.form), ','),
  });
  const writer = await createTable(job.connection, {
    path: [sql.slice(1, -1)],
    columns: columns.map((column) => ({ name: column.sql.slice(1, -1), type: VARCHAR })),
  });
  try {
    for await (const portion of rows.rows()) {
      for (const { cells } of portion) writer.append(...columns.map((_, index) => textOf(cells[index])));
    }
  } finally {
    writer.finish();
    await rows.close();
  }
}

const textOf = (cell: unknown): string | null => (typeof cell === 'string' && cell !== '' ? cell : null);

async function stageParquet(file: TableFile, sql: string, job: DescribeJob): Promise<StagedTable> {
  const { localPath } = await job.source.verified(file, job);
  const from = `read_parquet(${literal(noGlob(localPath))})`;
  try {
    const found = await job.connection.run(`SELECT * FROM ${from} LIMIT 0`);
    const columns = found.columnNames().map((name, index) => ({
      name,
      sql: quoted(`c${index}`),
      fileType: fileTypes.get(found.columnTypeId(index)) ?? ('other' as const),
    }));
    const list = columns.map(
      ({ name, sql: as }, index) =>
        `CAST(${spelled(quoted(name), found.columnTypeId(index))} AS VARCHAR) AS ${as}`,
    );
    await job.connection.run(`CREATE TABLE ${sql} AS SELECT ${list.join(', ')} FROM ${from}`);
    return { file, more: [], sql, columns, text: null, rows: await countRows(sql, job), emptyRows: 0 };
  } catch (error) {
    job.signal?.throwIfAborted();
    if (error instanceof Error && error.message.startsWith('Out of Memory')) throw error;
    throw new UnreadableFile(file.path, 'is not a readable Parquet file', { cause: error });
  }
}

const fileTypes: ReadonlyMap<DuckDBTypeId, FileType> = new Map([
  [DuckDBTypeId.VARCHAR, 'text'],
  [DuckDBTypeId.BOOLEAN, 'boolean'],
  [DuckDBTypeId.TINYINT, 'integer'],
  [DuckDBTypeId.SMALLINT, 'integer'],
  [DuckDBTypeId.INTEGER, 'integer'],
  [DuckDBTypeId.BIGINT, 'integer'],
  [DuckDBTypeId.UTINYINT, 'integer'],
  [DuckDBTypeId.USMALLINT, 'integer'],
  [DuckDBTypeId.UINTEGER, 'integer'],
  [DuckDBTypeId.UBIGINT, 'integer'],
  [DuckDBTypeId.FLOAT, 'number'],
  [DuckDBTypeId.DOUBLE, 'number'],
  [DuckDBTypeId.DECIMAL, 'number'],
  [DuckDBTypeId.DATE, 'date'],
  [DuckDBTypeId.TIMESTAMP, 'datetime'],
  [DuckDBTypeId.TIMESTAMP_S, 'datetime'],
  [DuckDBTypeId.TIMESTAMP_MS, 'datetime'],
  [DuckDBTypeId.TIMESTAMP_NS, 'datetime'],
  [DuckDBTypeId.TIMESTAMP_TZ, 'datetime'],
  [DuckDBTypeId.LIST, 'list'],
  [DuckDBTypeId.ENUM, 'text'],
  [DuckDBTypeId.UUID, 'asText'],
  [DuckDBTypeId.TIME, 'asText'],
  [DuckDBTypeId.TIME_TZ, 'asText'],
  [DuckDBTypeId.TIME_NS, 'asText'],
  [DuckDBTypeId.INTERVAL, 'asText'],
  [DuckDBTypeId.HUGEINT, 'asText'],
  [DuckDBTypeId.UHUGEINT, 'asText'],
  [DuckDBTypeId.BIT, 'asText'],
]);

async function dropEmptyRows({ sql, columns }: Staging, job: DescribeJob): Promise<number> {
  const before = await countRows(sql, job);
  const all = columns.map((column) => textOfCell(column)).join(', ');
  await job.connection.run(`DELETE FROM ${sql} WHERE coalesce(${all}, NULL) IS NULL`);
  return before - (await countRows(sql, job));
}

async function countRows(sql: string, { connection }: DescribeJob): Promise<number> {
  const [row] = await queryRows(connection, `SELECT count(*) AS n FROM ${sql}`);
  return Number(row?.['n']);
}
