import {
  type AnalysisDefinition,
  type AnalysisView,
  analysisDefinitionWire,
  PortalError,
} from '@atrium/contract';
import { type CheckedAnalysis, checkAnalysis, redactAnalysis } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import { type CohortDeps, type OpenCohort, openCohort } from '../cohort/index.ts';
import { type HistoryKey, readActive, readSnapshot, type Snapshot, snapshotIds } from '../snapshot/index.ts';

/** A member's cross-tab, read beside the cohort over which it runs. */
export interface OpenAnalysis {
  readonly cohort: OpenCohort;
  readonly snapshot: Snapshot | undefined;
  /** As it is shown; what is run is `checked`. */
  readonly definition: AnalysisDefinition;
  readonly checked: CheckedAnalysis;
}

export const analysisHistory = (member: Member): HistoryKey => ({
  accountId: member.account.id,
  datasetId: member.datasetId,
  kind: 'analysis',
});

/** What a history holds; a member who never chose anything has the empty definition. */
export const readAnalysis = (stored: unknown): AnalysisDefinition =>
  stored === undefined ? { rows: [], cols: [] } : analysisDefinitionWire.parse(stored);

export function openedAnalysis(
  cohort: OpenCohort,
  member: Member,
  snapshot: Snapshot | undefined,
): OpenAnalysis {
  const definition = readAnalysis(snapshot?.definition);
  return {
    cohort,
    snapshot,
    definition: redactAnalysis(definition, cohort.release.lookup),
    checked: checkAnalysis(definition, { lookup: cohort.release.lookup, member }),
  };
}

/** The active cross-tab definition. */
export async function openAnalysis(deps: CohortDeps, member: Member): Promise<OpenAnalysis> {
  const [cohort, snapshot] = await Promise.all([
    openCohort(deps, member),
    readActive(deps.db, analysisHistory(member)),
  ]);
  return openedAnalysis(cohort, member, snapshot);
}

/** One of the member's own snapshots; any other id is not found. */
export async function openAnalysisSnapshot(
  deps: CohortDeps,
  member: Member,
  snapshotId: number,
): Promise<OpenAnalysis> {
  const snapshot = await readSnapshot(deps.db, analysisHistory(member), snapshotId);
  if (snapshot === undefined) throw new PortalError('not_found', 'There is no such snapshot.');
  return openedAnalysis(await openCohort(deps, member), member, snapshot);
}

/** The definition as the client draws it (rule 3.2). */
export function presentAnalysis({ cohort, snapshot, definition, checked }: OpenAnalysis): AnalysisView {
  const { lookup } = cohort.release;
  const named = (entries: AnalysisDefinition['rows']) =>
    entries.map((entry) => ({
      ...entry,
      label: lookup.concept(entry.conceptId)?.title ?? (entry.conceptId || 'A concept'),
    }));
  return {
    definition,
    extended: { rows: named(definition.rows), cols: named(definition.cols) },
    warnings: [],
    errors: checked.kind === 'broken' ? [...checked.errors] : [],
    ...snapshotIds(snapshot),
  };
}
