import { readRows } from '../duckdb/readRows.ts';
import type { TablePlan } from '../package/packagePlan.ts';
import type { ImportJob } from './importJob.ts';
import { maxExamples } from './problemLog.ts';
import { fieldOf, staging } from './staging.ts';

/**
 * Primary keys that several rows share where subjects are found by them, which refuses the package: a sentence for
 * each of the first of a table. Elsewhere a repeated key does no harm and is only reported.
 */
export async function findDuplicates(job: ImportJob): Promise<string[]> {
  const refusals: string[] = [];
  for (const table of job.plan.tables) {
    if (leadsToSubjects(table, job.plan.tables)) refusals.push(...(await findInTable(table, job)));
  }
  return refusals;
}

/** The root, and tables over which others reach their subjects. */
const leadsToSubjects = (table: TablePlan, tables: readonly TablePlan[]): boolean =>
  table.subject.kind === 'root' ||
  (table.primaryKey.length > 0 &&
    tables.some(({ subject }) => subject.kind === 'through' && subject.reference.target === table.name));

async function findInTable(table: TablePlan, { connection }: ImportJob): Promise<string[]> {
  const keys = table.primaryKey.map((name) => staging.key(fieldOf(table, name)));
  const sql = `SELECT count(*) AS rows, list(_file ORDER BY _n)[1:2] AS files, list(_line ORDER BY _n)[1:2] AS lines,
      concat_ws(', ', ${keys.join(', ')}) AS value, count(*) OVER () AS total
    FROM ${staging.rows(table)} WHERE ${keys.map((key) => `${key} IS NOT NULL`).join(' AND ')}
    GROUP BY ${keys.join(', ')} HAVING count(*) > 1 ORDER BY min(_n) LIMIT ${maxExamples}`;
  const result = await connection.run(sql);
  const found = (await result.fetchAllChunks()).flatMap((chunk) => readRows(chunk, result.columnNames()));
  const name = table.primaryKey.join(', ');
  const sentences = found.map(({ rows, files, lines, value }) => {
    const places = listOf(lines).map(
      (line, place) => `${table.files[Number(listOf(files)[place])]?.path} line ${line}`,
    );
    return `resource ${table.name}: ${String(rows)} rows have the primary key (${name}) "${String(value)}" (${places.join(', ')})`;
  });
  const more = Number(found[0]?.['total'] ?? 0) - found.length;
  return more > 0
    ? [...sentences, `resource ${table.name}: ${more} further primary keys are repeated`]
    : sentences;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
