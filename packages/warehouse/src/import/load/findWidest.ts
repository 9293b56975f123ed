import { queryRows } from '../../duckdb/results.ts';
import type { TablePlan } from '../../package/packagePlan.ts';
import { openBulkFile } from '../rows/bulkFile.ts';
import { cellText } from './bulkColumns.ts';
import type { ImportJob } from './importJob.ts';

/** The name of the field with the most text in the first file of a table; null where it cannot be said. */
export async function findWidest(table: TablePlan, job: ImportJob): Promise<string | null> {
  const [first] = table.files;
  const file = first === undefined ? null : await openBulkFile(first, table, job, () => {});
  if (file === null) return null;
  const fields = table.fields.flatMap((field) => {
    const column = file.columnOf(field);
    return column === null ? [] : [{ name: field.name, text: cellText(column) }];
  });
  const sums = fields.map(({ text }, index) => `sum(strlen(${text})) AS s${index}`);
  const [row] = await queryRows(job.connection, `SELECT ${sums.join(', ')} FROM ${file.from}`);
  const sizes = fields.map((_, index) => Number(row?.[`s${index}`] ?? 0));
  return fields[sizes.indexOf(Math.max(...sizes))]?.name ?? null;
}
