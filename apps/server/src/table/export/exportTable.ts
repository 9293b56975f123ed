import { createHash } from 'node:crypto';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { AuditDetail } from '@atrium/contract/wire/audit';
import type { CsvForm } from '@atrium/contract/wire/csvForm';
import {
  type CheckedTable,
  type CohortPlan,
  compileTable,
  exportColumns,
  type ReleaseSql,
} from '@atrium/engine';
import type { FileFormat } from '@atrium/warehouse';
import type { Member } from '../../access/index.ts';
import { requirePlan } from '../../cohort/index.ts';
import { recordQuestion } from '../../definition/index.ts';
import { type Download, disclosed } from '../../http/index.ts';
import { issueTableReceipts, recordedTable, type TableDeps, type TableSource } from '../tableKind.ts';

export interface ExportRequest {
  readonly source: TableSource;
  readonly format: FileFormat;
  /** Of a CSV file. */
  readonly csv?: CsvForm;
}

/** Every row of a table as a file (rules 5.18 and 8.24). Begin and end of what leaves are recorded. */
export async function exportTable(deps: TableDeps, member: Member, { source, format, csv }: ExportRequest) {
  const open = await source.open();
  const { table, cohort } = open;
  if (cohort.checked.kind === 'broken') {
    throw new PortalError('cohort_not_exportable', 'This cohort has filters you cannot use.');
  }
  const { release, definition } = cohort;
  const plan = requirePlan(cohort, deps);
  const { everything } = compileTable(table, plan, release);
  const meter = await deps.volumes.open(member);
  const columns = exportColumns(table, { lookup: release.lookup, cohort: definition });
  const recordedQuery = recordedTable(open);
  const receipts = await issueTableReceipts(deps, member, open, plan);
  const made = { query: everything, columns: columns.map(({ file }) => file), format, ...(csv && { csv }) };
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
  const download: Download = {
    fileName: `${source.fileName}.${format}`,
    receipts,
    // A release never changes, so the same query of the same account is the same file.
    key: createHash('sha256').update(JSON.stringify(made)).digest('base64'),
    rows: (counting) => countRecords(deps, { table, plan }, { release, signal: counting }),
    body: (making) => deps.questions.exportFile(made, { signal: making }),
    sending: {
      requireRoom: meter.limitsRows ? meter.requireRoom : undefined,
      count: meter.isCounting ? meter.add : undefined,
      end: (sent) => recordQuestion(deps, member, line('export_rows', { ...sent, columns: columns.length })),
    },
  };
  return disclosed(download, [line('export_begin', { columns: columns.length })]);
}

/** The rows of a table as pages count them; null where that takes longer than a question may. */
async function countRecords(
  { questions }: Pick<TableDeps, 'questions'>,
  counted: { readonly table: CheckedTable; readonly plan: CohortPlan },
  { release, signal }: { readonly release: ReleaseSql; readonly signal: AbortSignal },
): Promise<number | null> {
  try {
    const [records] = await questions.ask({ kind: 'recordCount', ...counted }, release, { signal });
    return Number(records?.['count'] ?? 0);
  } catch (error) {
    if (error instanceof PortalError && error.code === 'timed_out') return null;
    throw error;
  }
}
