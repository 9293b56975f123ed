import { createHash } from 'node:crypto';
import { type AuditDetail, PortalError } from '@atrium/contract';
import { compileTable, exportColumns } from '@atrium/engine';
import type { FileFormat } from '@atrium/warehouse';
import type { Member } from '../../access/index.ts';
import { requirePlan, today } from '../../cohort/index.ts';
import { recordQuestion } from '../../definition/index.ts';
import type { Download } from '../../http/index.ts';
import { issueTableReceipts, recordedTable, type TableDeps, type TableSource } from '../tableKind.ts';

export interface ExportRequest {
  readonly source: TableSource;
  readonly format: FileFormat;
  readonly signal: AbortSignal;
}

/** Every row of a table as a file (rules 5.18 and 8.24). Begin and end of what leaves are recorded. */
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
  const [records] = await deps.warehouse.run(recordCount, { signal });
  const columns = exportColumns(table, { lookup: release.lookup, cohort: definition });
  const recordedQuery = recordedTable(open);
  const receipts = await issueTableReceipts(deps, member, open, plan);
  const made = { query: everything, columns: columns.map(({ file }) => file), format };
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
  return {
    fileName: `${source.fileName}_${today(deps.clock)}.${format}`,
    receipts,
    // A release never changes, so the same query of the same account is the same file.
    key: createHash('sha256').update(JSON.stringify(made)).digest('base64'),
    rows: Number(records?.['count'] ?? 0),
    body: (making) => deps.warehouse.exportFile(made, { signal: making }),
    sending: {
      requireRoom: meter.requireRoom,
      count: meter.isCounting ? meter.add : undefined,
      begin: () => recordExport('export_begin', { columns: columns.length }),
      end: (sent) => recordExport('export_rows', { ...sent, columns: columns.length }),
    },
  };
}
