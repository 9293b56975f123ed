import { queryRows } from '../../duckdb/results.ts';
import type { TablePlan } from '../../package/packagePlan.ts';
import type { ImportJob } from './importJob.ts';
import type { ProblemLog, ProblemSite } from './problemLog.ts';
import { fieldOf, staging } from './staging.ts';

/**
 * Keeps the first staged row of each subject in a root that is derived from a field (rule 10.16); rows without a subject
 * are reported where they were found. Returns the numbers of rows, in which the root has those that are left.
 */
export async function keepFirstRows(
  { plan, connection }: ImportJob,
  counts: ReadonlyMap<TablePlan, number>,
): Promise<ReadonlyMap<TablePlan, number>> {
  const [root] = plan.tables;
  if (plan.rootDerivedFrom === null || root === undefined) return counts;
  const rows = staging.rows(root);
  const keys = root.primaryKey.map((name) => staging.key(fieldOf(root, name)));
  const first = `SELECT min(_n) FROM ${rows} WHERE ${keys.map((key) => `${key} IS NOT NULL`).join(' AND ')} GROUP BY ${keys.join(', ')}`;
  await connection.run(`DELETE FROM ${rows} WHERE _n NOT IN (${first})`);
  const [left] = await queryRows(connection, `SELECT count(*) AS n FROM ${rows}`);
  return new Map([...counts, [root, Number(left?.['n'])]]);
}

/**
 * Where the problems of a table are reported. A derived root and the table that it comes from are the same rows, so
 * what is wrong with a row is reported for that table alone, if it is loaded too.
 */
export function problemsOf(table: TablePlan, { plan, problems }: ImportJob): ProblemLog {
  const { tables, rootDerivedFrom } = plan;
  if (table !== tables[0] || !tables.some(({ name }) => name === rootDerivedFrom)) return problems;
  const isOfRow = ({ field, kind }: ProblemSite): boolean => field === null || kind === 'missingSubject';
  return {
    ...problems,
    add: (site, example) => {
      if (!isOfRow(site)) problems.add(site, example);
    },
    addMany: (site, count, examples) => {
      if (!isOfRow(site)) problems.addMany(site, count, examples);
    },
  };
}
