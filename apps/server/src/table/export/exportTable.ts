import { PortalError } from '@atrium/contract';
import { compileTable, exportColumns, type TableRow } from '@atrium/engine';
import type { Member } from '../../access/index.ts';
import { record } from '../../audit/index.ts';
import { type CohortDeps, requirePlan, today } from '../../cohort/index.ts';
import type { Download } from '../../http/index.ts';
import { openTable } from '../openTable.ts';
import { type ExportFormat, writers } from './exportFormat.ts';

export interface ExportRequest {
  readonly format: ExportFormat;
  readonly signal: AbortSignal;
}

/** Every row of the active table as a file, streamed (contract 12.3). */
export async function exportTable(
  deps: CohortDeps,
  member: Member,
  { format, signal }: ExportRequest,
): Promise<Download> {
  const { table, cohort } = await openTable(deps, member);
  if (cohort.checked.kind === 'broken') {
    throw new PortalError('cohort_not_exportable', 'This cohort has filters you cannot use.');
  }
  const { release, definition } = cohort;
  const { everything } = compileTable(table, requirePlan(cohort, deps), release);
  const columns = exportColumns(table, { lookup: release.lookup, cohort: definition });
  const batches = counted(deps.warehouse.stream(everything, { signal }), (rows, isComplete) =>
    record(deps.db, {
      accountId: member.account.id,
      datasetId: member.datasetId,
      action: 'export_rows',
      detail: { release: release.release, format, rows, columns: columns.length, isComplete },
    }),
  );
  return {
    fileName: `results_${today(deps.clock)}.${format}`,
    body: writers[format]({ table, columns, batches }),
  };
}

/**
 * The batches, and at their end how many rows went out. Rows that left before a client went away or a statement
 * failed have left, so they are told too; a complete file ends only after its record was kept.
 */
async function* counted(
  batches: AsyncIterable<readonly TableRow[]>,
  tell: (rows: number, isComplete: boolean) => Promise<void>,
): AsyncGenerator<readonly TableRow[]> {
  let rows = 0;
  let isComplete = false;
  try {
    for await (const batch of batches) {
      rows += batch.length;
      yield batch;
    }
    isComplete = true;
  } finally {
    if (isComplete || rows > 0) await tell(rows, isComplete);
  }
}
