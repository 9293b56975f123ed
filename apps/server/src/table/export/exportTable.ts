import { PortalError } from '@atrium/contract';
import { columnHeadings, compileTable, describeTable, disarmed, presentCsvRow } from '@atrium/engine';
import { stringify } from 'csv-stringify/sync';
import type { Member } from '../access/index.ts';
import { record } from '../audit/index.ts';
import { type CohortDeps, requirePlan, today } from '../cohort/index.ts';
import type { Download } from '../http/index.ts';
import { openTable } from './openTable.ts';

const written = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    { record_delimiter: 'windows' },
  );

/** Every row of the active table as CSV, streamed (contract 12.3); the export is recorded when it is complete. */
export async function exportTable(deps: CohortDeps, member: Member, signal: AbortSignal): Promise<Download> {
  const { table, cohort } = await openTable(deps, member);
  if (cohort.checked.kind === 'broken') {
    throw new PortalError('cohort_not_exportable', 'This cohort has filters you cannot use.');
  }
  const { release, definition } = cohort;
  const compiled = compileTable(table, requirePlan(cohort, deps), release);
  const headings = columnHeadings(describeTable(table, { lookup: release.lookup, cohort: definition }));

  async function* lines(): AsyncGenerator<string> {
    yield written([headings.map(disarmed)]);
    let rows = 0;
    for await (const batch of deps.warehouse.stream(compiled.everything, { signal })) {
      rows += batch.length;
      yield written(batch.map((row) => presentCsvRow(table, row)));
    }
    await record(deps.db, {
      accountId: member.account.id,
      datasetId: member.datasetId,
      action: 'export_rows',
      detail: { release: release.release, format: 'csv', rows, columns: headings.length },
    });
  }
  return { fileName: `results_${today(deps.clock)}.csv`, body: lines() };
}
