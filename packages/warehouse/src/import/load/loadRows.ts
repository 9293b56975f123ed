import { formatQuantity } from '@atrium/contract';
import type { FieldPlan, TablePlan } from '../../package/packagePlan.ts';
import type { ProblemKind } from '../../releases/problemKind.ts';
import { type Codes, castField, type FieldCast, keyTexts, type Report } from '../cast/castField.ts';
import { largeIntegerOf, type Scalar } from '../cast/parseText.ts';
import { openRows } from '../rows/openRows.ts';
import type { Cell, RowSource, SourceRow } from '../rows/rowSource.ts';
import { typedRule } from './bulkColumns.ts';
import { loadInBulk } from './bulkTable.ts';
import type { ImportJob } from './importJob.ts';
import { problemsOf } from './keepFirstRows.ts';
import type { ProblemLog } from './problemLog.ts';
import {
  hasValue,
  hasValues,
  mayBeLarge,
  requiredKeys,
  rowFields,
  type StagedTable,
  stageTable,
} from './staging.ts';

/** Casts the rows of every table into its staging tables, a batch at a time; returns the number of rows by table. */
export async function loadRows(job: ImportJob, codes: Codes): Promise<ReadonlyMap<TablePlan, number>> {
  const counts = new Map<TablePlan, number>();
  for (const table of job.plan.tables) {
    job.progress.enter('read', table.name);
    counts.set(table, await loadTable(table, { ...job, problems: problemsOf(table, job) }, codes));
  }
  return counts;
}

const loadTable = async (table: TablePlan, job: ImportJob, codes: Codes): Promise<number> =>
  (await loadInBulk({ table, job, codes })) ?? (await loadSingly(table, job, codes));

/** Reads row by row, for files of an odd form. */
async function loadSingly(table: TablePlan, job: ImportJob, codes: Codes): Promise<number> {
  const staged = await stageTable(job.connection, table);
  let count = 0;
  for (const [index, file] of table.files.entries()) {
    const source = await openRows(file, table, job, job.progress.addBytes);
    try {
      const context = { table, staged, codes, problems: job.problems };
      const loadRow = rowLoader(context, { index, path: file.path, source });
      for await (const batch of source.rows()) {
        job.signal?.throwIfAborted();
        for (const row of batch) loadRow(row, ++count);
        job.progress.addRows(batch.length);
      }
    } finally {
      await source.close();
    }
  }
  staged.finish();
  return count;
}

interface TableContext {
  readonly table: TablePlan;
  readonly staged: StagedTable;
  readonly codes: Codes;
  readonly problems: ProblemLog;
}

/** A file of a table, with its 0-based index among the table's files. */
interface OpenFile {
  readonly index: number;
  readonly path: string;
  readonly source: RowSource;
}

interface Column {
  readonly field: FieldPlan;
  readonly cellOf: (row: SourceRow) => Cell;
  readonly cast: FieldCast | null;
  /** Null where the field has no large numbers. */
  readonly largeInteger: ((text: string) => bigint | null) | null;
  readonly report: Report;
  /** The problem to report when the join text is missing; null when it may be missing. */
  readonly missingKey: ProblemKind | null;
}

/** Casts the rows of one file into the staging tables; `number` counts a table's rows over all its files. */
function rowLoader(context: TableContext, file: OpenFile): (row: SourceRow, number: number) => void {
  const { table, staged } = context;
  let line = 0;
  const reportFor = reporter(context, file.path, () => line);
  const columns = new Map(
    table.fields.map((field) => [field, planColumn(field, { context, file, reportFor })]),
  );
  const columnsOf = (fields: Iterable<FieldPlan>): Column[] =>
    [...fields].flatMap((field) => columns.get(field) ?? []);
  const { values, keys, large } = rowFields(table);
  const valueColumns = columnsOf(values);
  const keyColumns = columnsOf(keys);
  const largeColumns = columnsOf(large);
  const valueLists = [...staged.values].map(([field, writer]) => ({ columns: columnsOf([field]), writer }));
  const keyLists = [...staged.keys].map(([field, writer]) => ({ columns: columnsOf([field]), writer }));
  const width = file.source.columns?.length ?? table.described.length;
  const reportRow = reportFor(null);
  return (row, number) => {
    line = row.line;
    if (row.cells.length !== width)
      reportRow('cellCount', `${formatQuantity(row.cells.length, 'cell')}, not ${width}`);
    const singles = valueColumns.map((column) => valuesIn(column, row)[0] ?? null);
    const joins = keyColumns.map((column) => keysIn(column, row)[0] ?? null);
    const digits = largeColumns.map((column) =>
      digitsIn(column, row, singles[valueColumns.indexOf(column)] ?? null),
    );
    staged.rows.append(number, file.index, line, ...singles, ...joins, ...digits);
    for (const { columns, writer } of valueLists) {
      for (const column of columns) for (const value of valuesIn(column, row)) writer.append(number, value);
    }
    for (const { columns, writer } of keyLists) {
      for (const column of columns) for (const key of keysIn(column, row)) writer.append(number, key);
    }
  };
}

const valuesIn = ({ cast, cellOf, report }: Column, row: SourceRow) => cast?.(cellOf(row), report) ?? [];

/** The digits of a value that a number cannot hold. */
function digitsIn({ largeInteger, cellOf }: Column, row: SourceRow, value: Scalar | null): bigint | null {
  if (value === null || Number.isSafeInteger(value)) return null;
  const cell = cellOf(row);
  return typeof cell === 'string' ? (largeInteger?.(cell) ?? null) : null;
}

function keysIn({ field, cellOf, report, missingKey }: Column, row: SourceRow): readonly string[] {
  const keys = keyTexts(cellOf(row), field);
  if (keys.length === 0 && missingKey !== null) report(missingKey, '');
  return keys;
}

type ReportFor = (field: FieldPlan | null) => Report;

function reporter({ table, problems }: TableContext, path: string, line: () => number): ReportFor {
  return (field) => (kind, value) =>
    problems.add(
      { collection: table.name, field: field?.name ?? null, kind },
      { file: path, line: line(), value },
    );
}

function planColumn(
  field: FieldPlan,
  { context, file, reportFor }: { context: TableContext; file: OpenFile; reportFor: ReportFor },
): Column {
  const { source } = file;
  const index = source.columns?.indexOf(field.name) ?? field.index;
  const rule = source.typedColumns.has(field.name) ? typedRule(field.rule) : field.rule;
  const isStored = hasValue(field) || hasValues(field);
  const codes = field.ontologyId === null ? null : (context.codes.get(field.ontologyId) ?? null);
  return {
    field,
    cellOf: (row) => row.cells[index] ?? null,
    cast: isStored ? castField({ ...field, rule }, codes) : null,
    largeInteger: mayBeLarge(field) ? largeIntegerOf(rule) : null,
    report: reportFor(field),
    missingKey: requiredKeys(context.table).get(field.name) ?? null,
  };
}
