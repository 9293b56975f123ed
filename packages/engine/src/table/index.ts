export type { CellType } from './cells.ts';
export type {
  AggregatedColumn,
  BrokenColumn,
  CheckedColumn,
  CheckedTable,
  SoundColumn,
  StackedColumn,
} from './check/checkedTable.ts';
export { checkTable } from './check/checkTable.ts';
export { compileStackedLines } from './compile/compileStackedLines.ts';
export { type CompiledTable, compileTable, type PageWindow } from './compile/compileTable.ts';
export { defaultTable, withDefaultColumns } from './defaults/defaultTable.ts';
export { columnHeadings, type DescribeContext, describeTable } from './describe/describeTable.ts';
export { type TableOptionsContext, tableOptions } from './describe/tableOptions.ts';
export { dictionaryFields } from './export/dictionaryFields.ts';
export { type ExportColumn, exportColumns, type FileValue } from './export/exportColumns.ts';
export { disarmed, presentCsvRow } from './present/presentCsvRow.ts';
export { presentRow } from './present/presentRow.ts';
export { isScalar, type TableRow, type TableValue } from './present/tableRow.ts';
export { redactTable } from './redactTable.ts';
export { applyTableTransformation } from './transform/applyTableTransformation.ts';
