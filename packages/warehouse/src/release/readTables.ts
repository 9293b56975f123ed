import type { TablePlan } from '../package/packagePlan.ts';
import type { Codes } from './codes.ts';
import type { ImportJob } from './importJob.ts';
import { openRows } from './openRows.ts';
import { createRowReader } from './rowReader.ts';
import { stageTable } from './stageTable.ts';

/** Reads every table into staging tables, a batch at a time; returns the rows read of each. */
export async function readTables(job: ImportJob, codes: Codes): Promise<ReadonlyMap<TablePlan, number>> {
  const counts = new Map<TablePlan, number>();
  for (const table of job.plan.tables) {
    job.progress.enter('read', table.name);
    counts.set(table, await readTable(table, job, codes));
  }
  return counts;
}

async function readTable(table: TablePlan, job: ImportJob, codes: Codes): Promise<number> {
  const staged = await stageTable(job.connection, table);
  let count = 0;
  for (const [place, file] of table.files.entries()) {
    const source = await openRows(file, table, job, job.progress.addBytes);
    try {
      const context = { table, staged, codes, problems: job.problems };
      const read = createRowReader(context, { place, path: file.path, source });
      for await (const batch of source.rows()) {
        job.signal?.throwIfAborted();
        for (const row of batch) read(row, ++count);
        job.progress.addRows(batch.length);
      }
    } finally {
      await source.close();
    }
  }
  staged.finish();
  return count;
}
