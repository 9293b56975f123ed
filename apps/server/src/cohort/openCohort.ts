import { type CohortDefinition, cohortDefinitionWire, PortalError, toDay } from '@atrium/contract';
import {
  type CheckedCohort,
  type CohortPlan,
  checkCohort,
  planCohort,
  type ReleaseSql,
  redactCohort,
} from '@atrium/engine';
import type { Warehouse } from '@atrium/warehouse';
import type { Kysely } from 'kysely';
import type { Member } from '../access/index.ts';
import { openLiveRelease } from '../catalogue/index.ts';
import type { Schema } from '../database/schema.ts';
import { type HistoryKey, readActive, readSnapshot, type Snapshot } from '../snapshot/index.ts';

export interface CohortDeps {
  readonly db: Kysely<Schema>;
  readonly warehouse: Warehouse;
  readonly clock: () => Date;
}

/** A member's cohort on the live release, checked for this member at this moment. */
export interface OpenCohort {
  readonly release: ReleaseSql;
  readonly snapshot: Snapshot | undefined;
  /** As it is shown; what is run is `checked`. */
  readonly definition: CohortDefinition;
  readonly checked: CheckedCohort;
}

export const cohortHistory = (member: Member): HistoryKey => ({
  accountId: member.account.id,
  datasetId: member.datasetId,
  kind: 'cohort',
});

/** What a history holds; a member who never touched the cohort has the empty one. */
export const readDefinition = (stored: unknown): CohortDefinition =>
  stored === undefined ? [] : cohortDefinitionWire.parse(stored);

export const openedCohort = (
  release: ReleaseSql,
  member: Member,
  snapshot: Snapshot | undefined,
): OpenCohort => {
  const definition = readDefinition(snapshot?.definition);
  const reader = { lookup: release.lookup, member };
  const checked = checkCohort(definition, reader);
  return { release, snapshot, definition: redactCohort(definition, reader), checked };
};

/** The active cohort. */
export async function openCohort(deps: CohortDeps, member: Member): Promise<OpenCohort> {
  const [release, snapshot] = await Promise.all([
    openLiveRelease(deps, member),
    readActive(deps.db, cohortHistory(member)),
  ]);
  return openedCohort(release, member, snapshot);
}

/** One of the member's own snapshots; any other id is not found. */
export async function openCohortSnapshot(
  deps: CohortDeps,
  member: Member,
  snapshotId: number,
): Promise<OpenCohort> {
  const snapshot = await readSnapshot(deps.db, cohortHistory(member), snapshotId);
  if (snapshot === undefined) throw new PortalError('not_found', 'There is no such snapshot.');
  return openedCohort(await openLiveRelease(deps, member), member, snapshot);
}

/** The plan of a sound cohort; one with errors yields no number (rule 3.5). */
export function requirePlan(cohort: OpenCohort, deps: Pick<CohortDeps, 'clock'>): CohortPlan {
  if (cohort.checked.kind === 'broken') {
    throw new PortalError('cohort_has_errors', 'This cohort has filters you cannot use.');
  }
  return planCohort(cohort.checked, { today: today(deps.clock) });
}

/** The calendar day of the server's time zone. */
export function today(clock: () => Date) {
  const now = clock();
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  const day = toDay(parts.map((part) => String(part).padStart(2, '0')).join('-'));
  if (day === undefined) throw new Error('The clock shows no day.');
  return day;
}
