import { setImmediate as turn } from 'node:timers/promises';
import { type AuditDetail, PortalError } from '@atrium/contract';
import { compileTable, exportColumns, type TableRow } from '@atrium/engine';
import type { Member, Meter } from '../../access/index.ts';
import { requirePlan, today } from '../../cohort/index.ts';
import { recordQuestion } from '../../definition/index.ts';
import type { Download } from '../../http/index.ts';
import { issueTableReceipts, recordedTable, type TableDeps, type TableSource } from '../tableKind.ts';
import { type ExportFormat, writers } from './exportFormat.ts';

export interface ExportRequest {
  readonly source: TableSource;
  readonly format: ExportFormat;
  readonly signal: AbortSignal;
}

/** Every row of a table as a file, streamed (rule 5.18). */
export async function exportTable(
  deps: TableDeps,
  member: Member,
  { source, format, signal }: ExportRequest,
): Promise<Download> {
  const open = await source.open();
  const { table, cohort } = open;
  if (cohort.checked.kind === 'broken') {
    throw new PortalError('cohort_not_exportable', 'This cohort has filters you cannot use.');
  }
  const { release, definition } = cohort;
  const plan = requirePlan(cohort, deps);
  const { everything, recordCount } = compileTable(table, plan, release);
  const meter = await deps.volumes.open(member);
  if (meter.limitsRows) {
    const [records] = await deps.warehouse.run(recordCount, { signal });
    meter.requireRoom(Number(records?.['count'] ?? 0));
  }
  const columns = exportColumns(table, { lookup: release.lookup, cohort: definition });
  const recordedQuery = recordedTable(open);
  const receipts = await issueTableReceipts(deps, member, open, plan);
  const tally: Tally = { rows: 0, bytes: 0 };
  const batches = countRows(deps.warehouse.stream(everything, { signal }), tally);
  const recordExport = (action: 'export_begin' | 'export_rows', more: AuditDetail) =>
    recordQuestion(deps, member, {
      action,
      detail: {
        release: release.release,
        snapshot: cohort.snapshot.snapshotId,
        format,
        ...receipts,
        ...source.detail,
        ...more,
      },
      recordedQuery,
    });
  const { writeParquet } = deps;
  const file = writers[format]({ table, columns, batches, writeParquet });
  const body = countBytes(metered(file, { tally, meter }), tally, {
    begin: () => recordExport('export_begin', { columns: columns.length }),
    end: (isComplete) => recordExport('export_rows', { ...tally, columns: columns.length, isComplete }),
  });
  return { fileName: `${source.fileName}_${today(deps.clock)}.${format}`, body, receipts };
}

/** So many rows or bytes are counted at a time, before they are sent. */
const countedAtOnce = { rows: 1000, bytes: 1_048_576 } as const;

/** Passes the file on in parts that the day still has room for (rule 8.21). */
async function* metered<Chunk extends string | Uint8Array>(
  file: AsyncIterable<Chunk>,
  { tally, meter }: { readonly tally: Readonly<Tally>; readonly meter: Meter },
): AsyncGenerator<Chunk> {
  if (!meter.isCounting) {
    yield* file;
    return;
  }
  let held: Chunk[] = [];
  let bytes = 0;
  let rowsCounted = 0;
  const count = async (): Promise<readonly Chunk[]> => {
    const { rows } = tally;
    await meter.add({ rows: rows - rowsCounted, bytes });
    const counted = held;
    [held, bytes, rowsCounted] = [[], 0, rows];
    return counted;
  };
  for await (const chunk of file) {
    held.push(chunk);
    bytes += Buffer.byteLength(chunk);
    if (bytes >= countedAtOnce.bytes || tally.rows - rowsCounted >= countedAtOnce.rows) yield* await count();
  }
  if (held.length > 0) yield* await count();
}

/** What has been sent so far. */
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
    // A reader who takes everything at once would else have the thread to itself until the engine is asked again.
    await turn();
  }
}

/**
 * Passes the file on and records it. Its begin is recorded before the first byte is sent, so that a portal that is
 * killed leaves a line too. What was sent is recorded at the end, also when the client went away or a statement failed;
 * a complete file ends only after that.
 */
async function* countBytes<Chunk extends string | Uint8Array>(
  file: AsyncIterable<Chunk>,
  tally: Tally,
  recorder: { begin(): Promise<void>; end(isComplete: boolean): Promise<void> },
): AsyncGenerator<Chunk> {
  let isComplete = false;
  await recorder.begin();
  try {
    for await (const chunk of file) {
      tally.bytes += Buffer.byteLength(chunk);
      yield chunk;
    }
    isComplete = true;
  } finally {
    if (isComplete || tally.rows > 0) await recorder.end(isComplete);
  }
}
