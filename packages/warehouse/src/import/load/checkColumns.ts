import { UnreadableFile } from '../../package/packageErrors.ts';
import type { FilePlan, TablePlan } from '../../package/packagePlan.ts';
import { columnsIn } from '../rows/tableFile.ts';
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
    const columns = await columnsIn(file, table, job);
    return columns === null ? [] : compareColumns(columns, { file, table, job });
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
  const optional = optionalColumns(table);
  const notice = (name: string, kind: 'missingColumn' | 'emptyColumn' | 'undescribedColumn'): void =>
    job.problems.add(
      { collection: table.name, field: name, kind },
      { file: file.path, line: headerLine(table), value: name },
    );
  for (const name of absent) {
    if (!used.has(name)) notice(name, 'missingColumn');
    else if (optional.has(name)) notice(name, 'emptyColumn');
  }
  for (const name of present) if (!table.described.includes(name)) notice(name, 'undescribedColumn');
  return [
    ...mismatches(columns, table).map((problem) => `${file.path}: ${problem}`),
    ...absent
      .filter((name) => used.has(name) && !optional.has(name))
      .map((name) => `${file.path}: there is no column "${name}"`),
    ...columns
      .filter((name, index) => used.has(name) && columns.indexOf(name) < index)
      .map((name) => `${file.path}: the column "${name}" occurs twice`),
  ];
}

/** Columns that a file may lack although they are loaded; keys and event times it may not. */
function optionalColumns({ fieldsMatch, fields }: TablePlan): ReadonlySet<string> {
  if (fieldsMatch !== 'superset' && fieldsMatch !== 'partial') return new Set();
  return new Set(fields.filter(({ isKey, isEventTime }) => !isKey && !isEventTime).map(({ name }) => name));
}

/** What the package's `fieldsMatch` forbids in the columns of a file; a package without it forbids nothing here. */
function mismatches(
  columns: readonly string[],
  { fieldsMatch: match, described, fields }: TablePlan,
): string[] {
  const used = new Set(fields.map(({ name }) => name));
  const absent = described.filter((name) => !columns.includes(name) && !used.has(name));
  const further = columns.filter((name) => !described.includes(name));
  const problems: string[] = [];
  if (match === 'exact' || match === 'equal' || match === 'subset') {
    problems.push(...absent.map((name) => `there is no column "${name}"`));
  }
  if (match === 'exact' || match === 'equal' || match === 'superset') {
    problems.push(...further.map((name) => `the column "${name}" is not described`));
  }
  if (
    match === 'exact' &&
    problems.length === 0 &&
    columns.some((name, index) => name !== described[index])
  ) {
    problems.push('its columns are not in the order of the fields');
  }
  if (match === 'partial' && further.length === columns.length)
    problems.push('none of its columns is described');
  return problems.map((problem) => `${problem} (its fieldsMatch is "${match}")`);
}

const headerLine = ({ format }: TablePlan): number => (format.kind === 'csv' ? format.dialect.headerRow : 1);
