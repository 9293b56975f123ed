import { readRows } from '../duckdb/readRows.ts';
import { type Finding, findings } from './findings.ts';
import type { ImportJob } from './importJob.ts';
import { maxExamples } from './problemLog.ts';
import type { TablesByName } from './resolveSubjects.ts';

/** Reports what shows only when all rows are read: rows and links that lead nowhere, repetitions, reversed intervals. */
export async function reportJoins(job: ImportJob, tables: TablesByName): Promise<void> {
  for (const table of job.plan.tables) {
    for (const finding of findings(table, tables)) await report(finding, job);
  }
}

async function report(
  { table, field, kind, select }: Finding,
  { connection, problems }: ImportJob,
): Promise<void> {
  const sql = `SELECT _file, _line, value, count(*) OVER () AS total FROM (${select}) ORDER BY _n LIMIT ${maxExamples}`;
  const result = await connection.run(sql);
  const chunks = await result.fetchAllChunks();
  const rows = chunks.flatMap((chunk) => readRows(chunk, result.columnNames()));
  const examples = rows.map((row) => ({
    file: table.files[Number(row['_file'])]?.path ?? '',
    line: Number(row['_line']),
    value: String(row['value']),
  }));
  problems.addMany({ collection: table.name, field, kind }, Number(rows[0]?.['total'] ?? 0), examples);
}
