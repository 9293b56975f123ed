import { DuckDBTypeId, INTEGER, VARCHAR } from '@duckdb/node-api';
import { isOutOfMemory } from '../../duckdb/instance.ts';
import { createTable } from '../../duckdb/tableWriter.ts';
import type { FieldPlan, FilePlan, TablePlan } from '../../package/packagePlan.ts';
import { literal } from '../../sql/quoted.ts';
import type { Codes } from '../cast/castField.ts';
import { rewriteFile } from '../rows/rewrittenFile.ts';
import { type FileColumn, openTableFile, type TableFile } from '../rows/tableFile.ts';
import { cellItems, itemColumn, keyCast, valueCast } from './columnCasts.ts';
import type { ImportJob } from './importJob.ts';
import { problemsOf } from './keepFirstRows.ts';
import { findCellCounts, findMissing, findWrongLengths, reportProblems } from './rowProblems.ts';
import { createStaging, hasValues, rowFields, stagedTypes, staging } from './staging.ts';
import {
  type ColumnCells,
  countOf,
  type FoundProblem,
  meaningsOf,
  obviousOf,
  unparsedOf,
} from './textMeanings.ts';

interface TableJob {
  readonly table: TablePlan;
  readonly job: ImportJob;
  readonly codes: Codes;
}

/** A file whose texts are loaded, its 0-based index among the files of the table, and the number of rows before it. */
interface OpenFile {
  readonly file: TableFile;
  readonly index: number;
  readonly before: number;
}

/** Casts the rows of every table into its staging tables, a file at a time; returns the number of rows by table. */
export async function loadRows(job: ImportJob, codes: Codes): Promise<ReadonlyMap<TablePlan, number>> {
  const counts = new Map<TablePlan, number>();
  for (const table of job.plan.tables) {
    job.progress.enter('read', table.name);
    counts.set(table, await loadTable({ table, job: { ...job, problems: problemsOf(table, job) }, codes }));
  }
  return counts;
}

/** Loads the files of a table into its staging tables, each by one statement; returns the number of rows. */
async function loadTable(given: TableJob): Promise<number> {
  const { table, job } = given;
  await createStaging(job.connection, table);
  let before = 0;
  for (const [index, path] of table.files.entries()) {
    const file = await loadTexts(given, path);
    await stageRows(given, { file, index, before });
    before += file.rows;
  }
  return before;
}

/** Loads the cells of a file into the table of texts. A file that cannot be read as it lies there is rewritten first. */
async function loadTexts(given: TableJob, path: FilePlan): Promise<TableFile> {
  const { table, job } = given;
  let bytes = 0;
  const usual = await openTableFile(path, table, job, (taken) => {
    bytes += taken;
    job.progress.addBytes(taken);
  });
  if (usual !== null && (await fillTexts(given, usual))) return usual;
  job.progress.addBytes(-bytes);
  const rewritten = await rewriteFile(path, table, job, (taken) => {
    job.progress.addBytes(taken);
    job.progress.addRows(0);
  });
  await fillTexts(given, rewritten);
  return rewritten;
}

/** The texts of a file that is being read. */
const texts = { name: 'cell_texts', rank: 't.rowid', n: 't.rowid' };
const items = { name: 'item_texts', rank: 't._n, t._item', n: 't._n' };

const columnOf = (file: TableFile, field: FieldPlan): FileColumn =>
  file.columnOf(field) ?? { sql: 'CAST(NULL AS VARCHAR)', type: DuckDBTypeId.VARCHAR, isTyped: false };

const valueCells = ({ codes }: TableJob, field: FieldPlan, column: FileColumn): ColumnCells => ({
  field,
  cast: valueCast(field, column, codes),
  name: `value${field.index}`,
  type: stagedTypes[field.rule.target],
});

const keyCells = (field: FieldPlan, column: FileColumn): ColumnCells => ({
  field,
  cast: keyCast(field, column),
  name: `key${field.index}`,
  type: VARCHAR,
});

function cellsOf(given: TableJob, file: TableFile): readonly ColumnCells[] {
  const { values, keys } = rowFields(given.table);
  return [
    ...values.map((field) => valueCells(given, field, columnOf(file, field))),
    ...keys.map((field) => keyCells(field, columnOf(file, field))),
  ];
}

const listsOf = (table: TablePlan): readonly FieldPlan[] =>
  table.fields.filter((field) => field.delimiter !== null && (hasValues(field) || field.isKey));

/** The column of the items of a list among the texts. */
const listOf = (field: FieldPlan): string => `list${field.index}`;

const castColumns = (cells: readonly ColumnCells[]): string[] =>
  cells.flatMap((each) => [
    `CAST(${each.cast.obvious} AS ${each.type}) AS ${obviousOf(each)}`,
    `${each.cast.unparsed} AS ${unparsedOf(each)}`,
  ]);

/** Fills the table of texts with the cells of a file; false, with nothing left behind, where it is to be rewritten. */
async function fillTexts(given: TableJob, file: TableFile): Promise<boolean> {
  const { connection, progress, signal } = given.job;
  const { lines } = file;
  const refuse = (reason: Parameters<TableFile['fault']>[0]): false => {
    const fault = file.fault(reason);
    if (fault !== null) throw fault;
    return false;
  };
  const lists = listsOf(given.table).map(
    (field) => `${cellItems(field, columnOf(file, field))} AS ${listOf(field)}`,
  );
  const places =
    lines.kind === 'counted' ? ['0 AS _'] : [`${lines.line} AS _line`, `${lines.cells} AS _cells`];
  const columns = [...places, ...castColumns(cellsOf(given, file)), ...lists];
  signal?.throwIfAborted();
  const meter = followRows(given.job, file.rows);
  try {
    await connection.run(`CREATE TABLE ${texts.name} AS SELECT ${columns.join(', ')} FROM ${file.from}`);
  } catch (cause) {
    meter.end(0);
    if (signal?.aborted === true || isOutOfMemory(cause)) throw cause;
    return refuse({ cause });
  }
  meter.end(file.rows);
  await file.close();
  const rows = await countOf(connection, texts.name);
  if (rows === file.rows) return true;
  progress.addRows(-file.rows);
  await connection.run(`DROP TABLE ${texts.name}`);
  return refuse({ rows });
}

const progressPauseMs = 200;

/** Tells how many of so many rows the running statement has read, by its own estimate, until it ends. */
function followRows({ connection, progress }: ImportJob, rows: number): { end(read: number): void } {
  let told = 0;
  const tell = (read: number): void => {
    progress.addRows(read - told);
    told = read;
  };
  const timer = setInterval(() => {
    const read = Math.floor((Math.max(0, connection.progress.percentage) / 100) * rows);
    if (read > told && read < rows) tell(read);
  }, progressPauseMs);
  return {
    end: (read) => {
      clearInterval(timer);
      tell(read);
    },
  };
}

/** Moves the texts to the staging tables as values, and reports what is wrong with them. */
async function stageRows(given: TableJob, open: OpenFile): Promise<void> {
  const { table, job } = given;
  const { connection, signal } = job;
  const cells = cellsOf(given, open.file);
  const large = cells.filter(({ cast }) => cast.largeInteger !== null);
  const meanings = await meaningsOf(connection, texts, cells, signal);
  const line = await lineOf(job, open);
  await connection.run(`INSERT INTO ${staging.rows(table)}
    SELECT CAST(t.rowid + ${open.before + 1} AS INTEGER), ${[open.index, line.sql, ...cells.map(meanings.valueOf), ...large.map(meanings.digitsOf)].join(', ')}
    FROM ${texts.name} t ${meanings.joins} ${line.join}`);
  await meanings.drop();
  const found = [...meanings.problems];
  for (const field of listsOf(table)) found.push(...(await stageList(given, open, field)));
  found.push(...(await findMissing(given, open.before)));
  found.push(...(await findCellCounts(open.file, texts.name, connection)));
  await connection.run(`DROP TABLE ${texts.name}`);
  await reportProblems(found, given, open);
}

/** Splits the cells of a list into the tables of its values and of its join texts. */
async function stageList(
  given: TableJob,
  { file, before }: OpenFile,
  field: FieldPlan,
): Promise<readonly FoundProblem[]> {
  const { table, job } = given;
  const { connection, signal } = job;
  const column = itemColumn(field, columnOf(file, field));
  const value = hasValues(field) ? valueCells(given, column.field, column) : null;
  const key = field.isKey ? keyCells(column.field, column) : null;
  const cells = [value, key].filter((each) => each !== null);
  const list = listOf(field);
  await connection.run(`CREATE TABLE ${items.name} AS SELECT _n, _item, ${castColumns(cells).join(', ')}
    FROM (SELECT rowid AS _n, unnest(${list}) AS item, generate_subscripts(${list}, 1) AS _item
      FROM ${texts.name})`);
  const meanings = await meaningsOf(connection, items, cells, signal);
  for (const [each, target] of [
    [value, staging.values(table, field)],
    [key, staging.keys(table, field)],
  ] as const) {
    if (each === null) continue;
    await connection.run(`INSERT INTO ${target}
      SELECT CAST(_n + ${before + 1} AS INTEGER), value FROM (
        SELECT t._n, t._item, ${meanings.valueOf(each)} AS value FROM ${items.name} t ${meanings.joins})
      WHERE value IS NOT NULL GROUP BY _n, value ORDER BY _n, min(_item)`);
  }
  await meanings.drop();
  await connection.run(`DROP TABLE ${items.name}`);
  const separator = columnOf(file, field).type === DuckDBTypeId.LIST ? ', ' : (field.delimiter ?? '');
  const cell = `array_to_string(list_transform(${list}, lambda item: coalesce(item, '')), ${literal(separator)})`;
  const lengths =
    value === null ? [] : await findWrongLengths(given, { field, before, list, cell, texts: texts.name });
  return [...meanings.problems.map((problem) => ({ ...problem, field })), ...lengths];
}

/** The line of a row `t` as an expression, with the join that it needs. */
async function lineOf(
  { connection }: ImportJob,
  { file: { lines } }: OpenFile,
): Promise<{ sql: string; join: string }> {
  if (lines.kind === 'columns') return { sql: 't._line', join: '' };
  const usual = `CAST(t.rowid + ${lines.first} AS INTEGER)`;
  await connection.run('DROP TABLE IF EXISTS line_shifts');
  if (lines.shifts.length === 0) return { sql: usual, join: '' };
  const columns = [
    { name: 'at', type: INTEGER },
    { name: 'ahead', type: INTEGER },
  ];
  const shifts = await createTable(connection, { path: ['line_shifts'], columns });
  for (const { row, ahead } of lines.shifts) shifts.append(row, ahead);
  shifts.finish();
  return {
    sql: `${usual} + coalesce(line_shifts.ahead, 0)`,
    join: 'ASOF LEFT JOIN line_shifts ON t.rowid + 1 >= line_shifts.at',
  };
}
