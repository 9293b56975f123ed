import { PortalError, type TableDefinition, tableDefinitionWire } from '@atrium/contract';
import { type CheckedTable, checkTable, defaultTable } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import { type CohortDeps, type OpenCohort, openCohort } from '../cohort/index.ts';
import { type HistoryKey, readActive, readSnapshot, type Snapshot } from '../snapshot/index.ts';

/** A member's table, read beside the cohort whose criteria sets its columns may name. */
export interface OpenTable {
  readonly cohort: OpenCohort;
  readonly snapshot: Snapshot | undefined;
  readonly table: CheckedTable;
}

export const tableHistory = (member: Member): HistoryKey => ({
  accountId: member.account.id,
  datasetId: member.datasetId,
  kind: 'table',
});

/** What a history holds; a fresh one reads as the dataset's default columns. */
export const readTable = (stored: unknown, cohort: OpenCohort, member: Member): TableDefinition =>
  stored === undefined
    ? defaultTable({ lookup: cohort.release.lookup, member })
    : tableDefinitionWire.parse(stored);

export const openedTable = (
  cohort: OpenCohort,
  member: Member,
  snapshot: Snapshot | undefined,
): OpenTable => ({
  cohort,
  snapshot,
  table: checkTable(readTable(snapshot?.definition, cohort, member), {
    lookup: cohort.release.lookup,
    member,
  }),
});

/** The active table. */
export async function openTable(deps: CohortDeps, member: Member): Promise<OpenTable> {
  const [cohort, snapshot] = await Promise.all([
    openCohort(deps, member),
    readActive(deps.db, tableHistory(member)),
  ]);
  return openedTable(cohort, member, snapshot);
}

/** One of the member's own snapshots; any other id is not found. */
export async function openTableSnapshot(
  deps: CohortDeps,
  member: Member,
  snapshotId: number,
): Promise<OpenTable> {
  const snapshot = await readSnapshot(deps.db, tableHistory(member), snapshotId);
  if (snapshot === undefined) throw new PortalError('not_found', 'There is no such snapshot.');
  return openedTable(await openCohort(deps, member), member, snapshot);
}
