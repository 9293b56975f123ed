import { type AuditDetail, PortalError } from '@atrium/contract';
import { compileTable, exportColumns, type TableRow } from '@atrium/engine';
import type { Member } from '../../access/index.ts';
import { record } from '../../audit/index.ts';
import { type CohortDeps, requirePlan, today } from '../../cohort/index.ts';
import type { Download } from '../../http/index.ts';
import { askedTable } from '../askedTable.ts';
import { openTable } from '../openTable.ts';
import { type ExportFormat, writers } from './exportFormat.ts';

export interface ExportRequest {
  readonly format: ExportFormat;
  readonly signal: AbortSignal;
}

/** Every row of the active table as a file, streamed (rule 5.18). */
export async function exportTable(
  deps: CohortDeps,
  member: Member,
  { format, signal }: ExportRequest,
): Promise<Download> {
  const open = await openTable(deps, member);
  const { table, cohort } = open;
  if (cohort.checked.kind === 'broken') {
    throw new PortalError('cohort_not_exportable', 'This cohort has filters you cannot use.');
  }
  const { release, definition } = cohort;
  const { everything } = compileTable(table, requirePlan(cohort, deps), release);
  const columns = exportColumns(table, { lookup: release.lookup, cohort: definition });
  const asked = askedTable(open);
  const tally: Tally = { rows: 0, bytes: 0 };
  const batches = countRows(deps.warehouse.stream(everything, { signal }), tally);
  const tell = (action: 'export_begin' | 'export_rows', more: AuditDetail) =>
    record(deps.db, {
      accountId: member.account.id,
      datasetId: member.datasetId,
      action,
      detail: {
        level: member.level,
        release: release.release,
        snapshot: cohort.snapshot?.id ?? null,
        format,
        ...more,
      },
      asked,
    });
  const body = countBytes(writers[format]({ table, columns, batches }), tally, {
    begin: () => tell('export_begin', { columns: columns.length }),
    end: (isComplete) => tell('export_rows', { ...tally, columns: columns.length, isComplete }),
  });
  return { fileName: `results_${today(deps.clock)}.${format}`, body };
}

/** What has gone out so far. */
interface Tally {
  rows: number;
  bytes: number;
}

async function* countRows(
  batches: AsyncIterable<readonly TableRow[]>,
  tally: Tally,
): AsyncGenerator<readonly TableRow[]> {
  for await (const batch of batches) {
    tally.rows += batch.length;
    yield batch;
  }
}

/**
 * The file. That it begins is on record before its first byte leaves, so that also a killed portal leaves a line; at
 * its end stands what went out, be it that the client went away or a statement failed. A complete file ends only after
 * its record was kept.
 */
async function* countBytes<Chunk extends string | Uint8Array>(
  file: AsyncIterable<Chunk>,
  tally: Tally,
  tell: { begin(): Promise<void>; end(isComplete: boolean): Promise<void> },
): AsyncGenerator<Chunk> {
  let isComplete = false;
  await tell.begin();
  try {
    for await (const chunk of file) {
      tally.bytes += Buffer.byteLength(chunk);
      yield chunk;
    }
    isComplete = true;
  } finally {
    if (isComplete || tally.rows > 0) await tell.end(isComplete);
  }
}
