import { UnreadableFile } from '../../package/packageErrors.ts';
import type { FilePlan, TablePlan } from '../../package/packagePlan.ts';
import { openRows } from '../rows/openRows.ts';
import type { ImportJob } from './importJob.ts';

/**
 * Compares the column names of every file with the package before any row is loaded. Returns what refuses the package:
 * a file that cannot be opened, or that lacks a column which the import needs; other differences are reported.
 */
export async function checkColumns(job: ImportJob): Promise<string[]> {
  const refusals: string[] = [];
  for (const table of job.plan.tables) {
    for (const file of table.files) {
      job.signal?.throwIfAborted();
      refusals.push(...(await checkFile(file, table, job)));
    }
  }
  return refusals;
}

async function checkFile(file: FilePlan, table: TablePlan, job: ImportJob): Promise<string[]> {
  try {
    const rows = await openRows(file, table, job, () => {});
    await rows.close();
    return rows.columns === null ? [] : compareColumns(rows.columns, { file, table, job });
  } catch (error) {
    if (error instanceof UnreadableFile) return [error.message];
    throw error;
  }
}

function compareColumns(
  columns: readonly string[],
  { file, table, job }: { file: FilePlan; table: TablePlan; job: ImportJob },
): string[] {
  const present = new Set(columns);
  const used = new Set(table.fields.map(({ name }) => name));
  const absent = table.described.filter((name) => !present.has(name));
  const notice = (name: string, kind: 'missingColumn' | 'undescribedColumn'): void =>
    job.problems.add(
      { collection: table.name, field: name, kind },
      { file: file.path, line: headerLine(table), value: name },
    );
  for (const name of absent) if (!used.has(name)) notice(name, 'missingColumn');
  for (const name of present) if (!table.described.includes(name)) notice(name, 'undescribedColumn');
  return [
    ...absent.filter((name) => used.has(name)).map((name) => `${file.path}: there is no column "${name}"`),
    ...columns
      .filter((name, index) => used.has(name) && columns.indexOf(name) < index)
      .map((name) => `${file.path}: the column "${name}" occurs twice`),
  ];
}

const headerLine = ({ format }: TablePlan): number => (format.kind === 'csv' ? format.dialect.headerRow : 1);
