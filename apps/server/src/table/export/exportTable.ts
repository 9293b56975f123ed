import { type AuditDetail, PortalError } from '@atrium/contract';
import { compileTable, exportColumns } from '@atrium/engine';
import type { FileFormat, FilePiece } from '@atrium/warehouse';
import type { Member } from '../../access/index.ts';
import { requirePlan, today } from '../../cohort/index.ts';
import { recordQuestion } from '../../definition/index.ts';
import { type Download, disclosed, type OpenMeter } from '../../http/index.ts';
import { issueTableReceipts, recordedTable, type TableDeps, type TableSource } from '../tableKind.ts';

export interface ExportRequest {
  readonly source: TableSource;
  readonly format: FileFormat;
  readonly signal: AbortSignal;
}

/** Every row of a table as a file, streamed (rule 5.18). */
export async function exportTable(
  deps: TableDeps,
  member: Member,
  { source, format, signal }: ExportRequest,
) {
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
  const file = deps.warehouse.exportFile(
    { query: everything, columns: columns.map(({ file }) => file), format },
    { signal },
  );
  const line = <Action extends 'export_begin' | 'export_rows'>(action: Action, more: AuditDetail) => ({
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
  const body = recorded(metered(file, meter), (sent) =>
    recordQuestion(deps, member, line('export_rows', { ...sent, columns: columns.length })),
  );
  const download: Download = {
    fileName: `${source.fileName}_${today(deps.clock)}.${format}`,
    body,
    receipts,
  };
  // The begin is on record before the first byte, so that a portal that is killed leaves a line too.
  return disclosed(download, [line('export_begin', { columns: columns.length })]);
}

/** So many rows or bytes are counted at a time, before they are sent. */
const countedAtOnce = { rows: 1000, bytes: 1_048_576 } as const;

/** Passes the file on in parts that the day still has room for (rule 8.21). */
async function* metered(file: AsyncIterable<FilePiece>, meter: OpenMeter): AsyncGenerator<FilePiece> {
  if (!meter.isCounting) {
    yield* file;
    return;
  }
  let held: FilePiece[] = [];
  let [rows, bytes] = [0, 0];
  const count = async (): Promise<readonly FilePiece[]> => {
    await meter.add({ rows, bytes });
    const counted = held;
    held = [];
    [rows, bytes] = [0, 0];
    return counted;
  };
  for await (const piece of file) {
    held.push(piece);
    rows += piece.rows;
    bytes += piece.bytes.length;
    if (bytes >= countedAtOnce.bytes || rows >= countedAtOnce.rows) yield* await count();
  }
  if (held.length > 0) yield* await count();
}

/** The rows and bytes of a file that have been sent. */
interface Sent {
  readonly rows: number;
  readonly bytes: number;
  readonly isComplete: boolean;
}

/**
 * Passes the file on. What was sent is recorded at the end, also when the client went away or a statement failed; a
 * complete file ends only after that.
 */
async function* recorded(
  file: AsyncIterable<FilePiece>,
  recordEnd: (sent: Sent) => Promise<unknown>,
): AsyncGenerator<FilePiece['bytes']> {
  let [rows, bytes] = [0, 0];
  let isComplete = false;
  try {
    for await (const piece of file) {
      rows += piece.rows;
      bytes += piece.bytes.length;
      yield piece.bytes;
    }
    isComplete = true;
  } finally {
    if (isComplete || rows > 0) await recordEnd({ rows, bytes, isComplete });
  }
}
