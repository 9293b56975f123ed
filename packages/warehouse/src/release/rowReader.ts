import { castField, type FieldCast, type Report } from '../cast/castField.ts';
import { keyTexts } from '../cast/keyText.ts';
import type { FieldPlan, TablePlan } from '../package/packagePlan.ts';
import type { Cell, RowSource, SourceRow } from '../rows/rowSource.ts';
import { asTyped } from './asTyped.ts';
import type { Codes } from './codes.ts';
import { keyDuties } from './keyDuties.ts';
import type { ProblemKind } from './problemKind.ts';
import type { ProblemLog } from './problemLog.ts';
import { rowFields, type StagedTable } from './stageTable.ts';
import { hasValue, hasValues } from './staging.ts';

export interface RowReaderContext {
  readonly table: TablePlan;
  readonly staged: StagedTable;
  readonly codes: Codes;
  readonly problems: ProblemLog;
}

/** A file of a table, by its 0-based place among the table's files. */
export interface OpenFile {
  readonly place: number;
  readonly path: string;
  readonly source: RowSource;
}

interface Column {
  readonly field: FieldPlan;
  readonly cellOf: (row: SourceRow) => Cell;
  readonly cast: FieldCast | null;
  readonly report: Report;
  /** What it means when the join text is missing; null when it may be. */
  readonly duty: ProblemKind | null;
}

/** Casts the rows of one file into the staging tables; `number` counts a table's rows over all its files. */
export function createRowReader(context: RowReaderContext, file: OpenFile) {
  const { table, staged } = context;
  let line = 0;
  const reportFor = reporter(context, file.path, () => line);
  const columns = new Map(
    table.fields.map((field) => [field, planColumn(field, { context, file, reportFor })]),
  );
  const columnsOf = (fields: Iterable<FieldPlan>): Column[] =>
    [...fields].flatMap((f) => columns.get(f) ?? []);
  const { values, keys } = rowFields(table);
  const valueColumns = columnsOf(values);
  const keyColumns = columnsOf(keys);
  const valueLists = [...staged.values].map(([field, writer]) => ({ columns: columnsOf([field]), writer }));
  const keyLists = [...staged.keys].map(([field, writer]) => ({ columns: columnsOf([field]), writer }));
  const width = file.source.columns?.length ?? table.described.length;
  const reportRow = reportFor(null);
  return (row: SourceRow, number: number): void => {
    line = row.line;
    if (row.cells.length !== width) reportRow('cellCount', `${row.cells.length} cells, not ${width}`);
    const singles = valueColumns.map((column) => valuesIn(column, row)[0] ?? null);
    const joins = keyColumns.map((column) => keysIn(column, row)[0] ?? null);
    staged.rows.append(number, file.place, line, ...singles, ...joins);
    for (const { columns, writer } of valueLists) {
      for (const column of columns) for (const value of valuesIn(column, row)) writer.append(number, value);
    }
    for (const { columns, writer } of keyLists) {
      for (const column of columns) for (const key of keysIn(column, row)) writer.append(number, key);
    }
  };
}

const valuesIn = ({ cast, cellOf, report }: Column, row: SourceRow) => cast?.(cellOf(row), report) ?? [];

function keysIn({ field, cellOf, report, duty }: Column, row: SourceRow): readonly string[] {
  const keys = keyTexts(cellOf(row), field);
  if (keys.length === 0 && duty !== null) report(duty, '');
  return keys;
}

type ReportFor = (field: FieldPlan | null) => Report;

function reporter({ table, problems }: RowReaderContext, path: string, line: () => number): ReportFor {
  return (field) => (kind, value) =>
    problems.add(
      { collection: table.name, field: field?.name ?? null, kind },
      { file: path, line: line(), value },
    );
}

function planColumn(
  field: FieldPlan,
  { context, file, reportFor }: { context: RowReaderContext; file: OpenFile; reportFor: ReportFor },
): Column {
  const { source } = file;
  const index = source.columns?.indexOf(field.name) ?? field.place;
  const written = source.typedColumns.has(field.name) ? asTyped(field) : field;
  const isStored = hasValue(field) || hasValues(field);
  const codes = field.ontologyId === null ? null : (context.codes.get(field.ontologyId) ?? null);
  return {
    field,
    cellOf: (row) => row.cells[index] ?? null,
    cast: isStored ? castField(written, codes) : null,
    report: reportFor(field),
    duty: keyDuties(context.table).get(field.name) ?? null,
  };
}
