import { DuckDBTypeId, INTEGER, VARCHAR } from '@duckdb/node-api';
import { isOutOfMemory } from '../../duckdb/instance.ts';
import { queryRows } from '../../duckdb/results.ts';
import { createTable } from '../../duckdb/tableWriter.ts';
import type { FieldPlan, TablePlan } from '../../package/packagePlan.ts';
import type { ProblemKind } from '../../releases/problemKind.ts';
import type { Codes } from '../cast/castField.ts';
import { type BulkColumn, type BulkFile, openBulkFile } from '../rows/bulkFile.ts';
import { type BulkCells, countOf, type FoundProblem, meaningsOf, oddOf, plainOf } from './bulkCells.ts';
import { cellItems, itemColumn, keyCast, valueCast } from './bulkColumns.ts';
import type { ImportJob } from './importJob.ts';
import { maxExamples, type ProblemLog } from './problemLog.ts';
import {
  createStaging,
  dropStaging,
  hasValue,
  hasValues,
  requiredKeys,
  rowFields,
  stagedTypes,
  staging,
} from './staging.ts';

interface TableJob {
  readonly table: TablePlan;
  readonly job: ImportJob;
  readonly codes: Codes;
}

/** A file, its 0-based index among the files of the table, and the number of rows before it. */
interface OpenFile {
  readonly file: BulkFile;
  readonly index: number;
  readonly before: number;
}

type Problem = Parameters<ProblemLog['addMany']>;

/**
 * Loads the files of a table into its staging tables, each by one statement; returns the number of rows. Null, with
 * nothing left behind, where the form of a file is for the reader of single rows.
 */
export async function loadInBulk(given: TableJob): Promise<number | null> {
  const { table, job } = given;
  const files: BulkFile[] = [];
  let bytes = 0;
  const onBytes = (taken: number): void => {
    bytes += taken;
    job.progress.addBytes(taken);
  };
  for (const file of table.files) {
    const opened = await openBulkFile(file, table, job, onBytes);
    if (opened === null) break;
    files.push(opened);
  }
  const count = files.length === table.files.length ? await loadFiles(files, given) : null;
  if (count === null) job.progress.addBytes(-bytes);
  return count;
}

async function loadFiles(files: readonly BulkFile[], given: TableJob): Promise<number | null> {
  const { table, job } = given;
  await createStaging(job.connection, table);
  const problems: Problem[] = [];
  let before = 0;
  for (const [index, file] of files.entries()) {
    const rows = await readFile(given, file);
    if (rows === null) {
      job.progress.addRows(-before);
      await dropStaging(job.connection, table);
      return null;
    }
    problems.push(...(await stageRows(given, { file, index, before })));
    before += rows;
  }
  for (const problem of problems) job.problems.addMany(...problem);
  return before;
}

/** The texts of a file that is being read. */
const texts = { name: 'bulk_rows', rank: 't.rowid', n: 't.rowid' };
const items = { name: 'bulk_items', rank: 't._n, t._item', n: 't._n' };

const columnOf = (file: BulkFile, field: FieldPlan): BulkColumn =>
  file.columnOf(field) ?? { sql: 'CAST(NULL AS VARCHAR)', type: DuckDBTypeId.VARCHAR };

const valueCells = ({ codes }: TableJob, field: FieldPlan, column: BulkColumn): BulkCells => ({
  field,
  cast: valueCast(field, column, codes),
  name: `value${field.index}`,
  type: stagedTypes[field.rule.target],
});

const keyCells = (field: FieldPlan, column: BulkColumn): BulkCells => ({
  field,
  cast: keyCast(field, column),
  name: `key${field.index}`,
  type: VARCHAR,
});

function cellsOf(given: TableJob, file: BulkFile): readonly BulkCells[] {
  const { values, keys } = rowFields(given.table);
  return [
    ...values.map((field) => valueCells(given, field, columnOf(file, field))),
    ...keys.map((field) => keyCells(field, columnOf(file, field))),
  ];
}

const listsOf = (table: TablePlan): readonly FieldPlan[] =>
  table.fields.filter((field) => field.delimiter !== null && (hasValues(field) || field.isKey));

const castColumns = (cells: readonly BulkCells[]): string[] =>
  cells.flatMap((each) => [
    `CAST(${each.cast.plain} AS ${each.type}) AS ${plainOf(each)}`,
    `${each.cast.odd} AS ${oddOf(each)}`,
  ]);

/** Reads a file into the table of texts; null where the reader of single rows shall read it. */
async function readFile(given: TableJob, file: BulkFile): Promise<number | null> {
  const { connection, signal } = given.job;
  const refuse = (reason: Parameters<BulkFile['fault']>[0]): null => {
    const fault = file.fault(reason);
    if (fault !== null) throw fault;
    return null;
  };
  const lists = listsOf(given.table).map(
    (field) => `${cellItems(field, columnOf(file, field))} AS list${field.index}`,
  );
  const columns = ['0 AS _', ...castColumns(cellsOf(given, file)), ...lists];
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
  await file.verify();
  const rows = await countOf(connection, texts.name);
  if (rows === file.rows) return rows;
  given.job.progress.addRows(-file.rows);
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

/** Moves the texts to the staging tables as values; returns what is wrong with them. */
async function stageRows(given: TableJob, open: OpenFile): Promise<Problem[]> {
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
  found.push(...(await findMissing(given, open)));
  await connection.run(`DROP TABLE ${texts.name}`);
  return found.map(({ field, kind, count, examples }) => [
    { collection: table.name, field: field.name, kind },
    count,
    examples.map(({ n, value }) => ({
      file: table.files[open.index]?.path ?? '',
      line: lineAt(open.file, n),
      value,
    })),
  ]);
}

/** Splits the cells of a list into the tables of its values and of its join texts. */
async function stageList(
  given: TableJob,
  { file, before }: OpenFile,
  field: FieldPlan,
): Promise<FoundProblem[]> {
  const { table, job } = given;
  const { connection, signal } = job;
  const column = itemColumn(field, columnOf(file, field));
  const value = hasValues(field) ? valueCells(given, column.field, column) : null;
  const key = field.isKey ? keyCells(column.field, column) : null;
  const cells = [value, key].filter((each) => each !== null);
  await connection.run(`CREATE TABLE ${items.name} AS SELECT _n, _item, ${castColumns(cells).join(', ')}
    FROM (SELECT rowid AS _n, unnest(list${field.index}) AS item, generate_subscripts(list${field.index}, 1) AS _item
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
  return meanings.problems.map((problem) => ({ ...problem, field }));
}

/** Rows of the file without a required value or join text. */
async function findMissing({ table, job }: TableJob, { before }: OpenFile): Promise<FoundProblem[]> {
  const keys = requiredKeys(table);
  const wanted = table.fields.flatMap((field): { field: FieldPlan; kind: ProblemKind; test: string }[] => {
    const isList = field.delimiter !== null;
    const without = (list: string): string => `_n NOT IN (SELECT _n FROM ${list})`;
    const kind = keys.get(field.name);
    return [
      ...(field.isRequired && (hasValue(field) || hasValues(field))
        ? [
            {
              field,
              kind: 'required' as const,
              test: isList ? without(staging.values(table, field)) : `${staging.value(field)} IS NULL`,
            },
          ]
        : []),
      ...(field.isKey && kind !== undefined
        ? [
            {
              field,
              kind,
              test: isList ? without(staging.keys(table, field)) : `${staging.key(field)} IS NULL`,
            },
          ]
        : []),
    ];
  });
  if (wanted.length === 0) return [];
  const rows = `${staging.rows(table)} WHERE _n > ${before}`;
  const counts = wanted.map(({ test }, index) => `count(*) FILTER (WHERE ${test}) AS missing${index}`);
  const [counted] = await queryRows(job.connection, `SELECT ${counts.join(', ')} FROM ${rows}`);
  const found: FoundProblem[] = [];
  for (const [index, { field, kind, test }] of wanted.entries()) {
    const count = Number(counted?.[`missing${index}`]);
    if (count === 0) continue;
    const first = await queryRows(
      job.connection,
      `SELECT _n - ${before + 1} AS n FROM ${rows} AND ${test} ORDER BY _n LIMIT ${maxExamples}`,
    );
    found.push({ field, kind, count, examples: first.map((row) => ({ n: Number(row['n']), value: '' })) });
  }
  return found;
}

/** The line of a 0-based row of a file. */
function lineAt({ firstLine, shifts }: BulkFile, n: number): number {
  let [low, high] = [0, shifts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shifts[middle]?.row ?? 0) <= n + 1) low = middle + 1;
    else high = middle;
  }
  return firstLine + n + (shifts[low - 1]?.ahead ?? 0);
}

/** The line of a row `t` as an expression, with the join that it needs. */
async function lineOf({ connection }: ImportJob, { file }: OpenFile): Promise<{ sql: string; join: string }> {
  const plain = `CAST(t.rowid + ${file.firstLine} AS INTEGER)`;
  await connection.run('DROP TABLE IF EXISTS bulk_shifts');
  if (file.shifts.length === 0) return { sql: plain, join: '' };
  const columns = [
    { name: 'at', type: INTEGER },
    { name: 'ahead', type: INTEGER },
  ];
  const shifts = await createTable(connection, { path: ['bulk_shifts'], columns });
  for (const { row, ahead } of file.shifts) shifts.append(row, ahead);
  shifts.finish();
  return {
    sql: `${plain} + coalesce(bulk_shifts.ahead, 0)`,
    join: 'ASOF LEFT JOIN bulk_shifts ON t.rowid + 1 >= bulk_shifts.at',
  };
}
