import { queryRows } from '../../duckdb/results.ts';
import type { TablePlan } from '../../package/packagePlan.ts';
import type { ImportJob } from './importJob.ts';
import { maxExamples } from './problemLog.ts';
import { fieldOf, staging } from './staging.ts';

/** A sentence for who imports, and one for logs. */
export interface RepeatedKey {
  readonly problem: string;
  readonly kept: string;
}

const mask = '•••';

/**
 * Finds primary keys that several rows share, in tables by whose keys subjects are found: those refuse the package.
 * In other tables a repeated key does no harm and is only reported. Returns a sentence for each of the first keys, with the key and without it.
 */
export async function findDuplicates(job: ImportJob): Promise<readonly RepeatedKey[]> {
  const refusals: RepeatedKey[] = [];
  for (const table of job.plan.tables) {
    if (leadsToSubjects(table, job.plan.tables)) refusals.push(...(await findInTable(table, job)));
  }
  return refusals;
}

/** A root with a key, and tables over which other tables lead to their subjects. */
const leadsToSubjects = (table: TablePlan, tables: readonly TablePlan[]): boolean =>
  table.primaryKey.length > 0 &&
  (table.subject.kind === 'root' ||
    tables.some(({ subject }) => subject.kind === 'through' && subject.reference.target === table.name));

/** Whether rows share a primary key; this is faster than finding out which rows. */
export async function hasRepeatedKeys(table: TablePlan, { connection }: ImportJob): Promise<boolean> {
  const keys = table.primaryKey.map((name) => staging.key(fieldOf(table, name)));
  if (keys.length === 0) return false;
  const rows = staging.rows(table);
  const [found] = await queryRows(
    connection,
    `SELECT (SELECT count(*) FROM ${rows}) > (SELECT count(*) FROM (SELECT DISTINCT ${keys.join(', ')} FROM ${rows})) AS repeat`,
  );
  return found?.['repeat'] === true;
}

async function findInTable(table: TablePlan, job: ImportJob): Promise<readonly RepeatedKey[]> {
  if (!(await hasRepeatedKeys(table, job))) return [];
  const { connection } = job;
  const keys = table.primaryKey.map((name) => staging.key(fieldOf(table, name)));
  const sql = `SELECT count(*) AS rows, list(_file ORDER BY _n)[1:2] AS files, list(_line ORDER BY _n)[1:2] AS lines,
      concat_ws(', ', ${keys.join(', ')}) AS value, count(*) OVER () AS total
    FROM ${staging.rows(table)} WHERE ${keys.map((key) => `${key} IS NOT NULL`).join(' AND ')}
    GROUP BY ${keys.join(', ')} HAVING count(*) > 1 ORDER BY min(_n) LIMIT ${maxExamples}`;
  const found = await queryRows(connection, sql);
  const name = table.primaryKey.join(', ');
  const sentences = found.map(({ rows, files, lines, value }) => {
    const examples = listOf(lines).map(
      (line, index) => `${table.files[Number(listOf(files)[index])]?.path} line ${line}`,
    );
    const say = (key: string): string =>
      `resource ${table.name}: ${String(rows)} rows have the primary key (${name}) "${key}" (${examples.join(', ')})`;
    return { problem: say(String(value)), kept: say(mask) };
  });
  const more = Number(found[0]?.['total'] ?? 0) - found.length;
  const further = `resource ${table.name}: ${more} further primary keys are repeated`;
  return more > 0 ? [...sentences, { problem: further, kept: further }] : sentences;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
