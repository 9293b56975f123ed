import type { AnalysisDefinition } from '@atrium/contract/wire/analysis';
import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import type { TableDefinition } from '@atrium/contract/wire/tableDefinition';
import type { Member } from '../access/index.ts';
import type { LiveRelease } from '../catalogue/index.ts';
import { cohortKind, type OpenCohort, presentCohort } from '../cohort/index.ts';
import { loadAsActive, openStored, type Writing } from '../definition/index.ts';
import { type OpenTable, tableKind } from '../table/index.ts';
import { analysisKind, type OpenAnalysis, presentAnalysis } from './analysisKind.ts';

/** Definitions that are stored together: a report always has a table, a count receipt may have none. */
export interface Definitions<Table = TableDefinition | null, Cohort = CohortDefinition> {
  readonly cohort: Cohort;
  readonly table: Table;
  /** Null where there is no cross-tab. */
  readonly analysis: AnalysisDefinition | null;
}

/** The same on one release, checked for the members who see it as given; table and cross-tab are over the cohort. */
export interface OpenDefinitions<Table = OpenTable | null> {
  readonly cohort: OpenCohort;
  readonly table: Table;
  readonly analysis: OpenAnalysis | null;
}

/** Opens definitions that were stored together, on any release. */
export function openDefinitions(
  definitions: Definitions<TableDefinition>,
  release: LiveRelease,
): OpenDefinitions<OpenTable>;
export function openDefinitions(definitions: Definitions, release: LiveRelease): OpenDefinitions;
export function openDefinitions(definitions: Definitions, release: LiveRelease): OpenDefinitions {
  const { table, analysis } = definitions;
  const cohort = openStored(cohortKind, definitions.cohort, release);
  return {
    cohort,
    table: table && openStored(tableKind, table, cohort),
    analysis: analysis && openStored(analysisKind, analysis, cohort),
  };
}

/** The errors of opened definitions, for people; a table has warnings only. */
export const errorsOf = ({ cohort, analysis }: OpenDefinitions): string[] => [
  ...presentCohort(cohort).errors,
  ...(analysis === null ? [] : presentAnalysis(analysis).errors),
];

interface Activation<Given> {
  /** Where one is null, that of the member stays active. */
  readonly definitions: Given;
  /** The cohort, opened on the live release of the member. */
  readonly base: OpenCohort;
}

type ActiveIds = Awaited<ReturnType<typeof loadAsActive>>;

interface Activated<Ids = ActiveIds | null> {
  readonly cohort: Ids;
  readonly table: Ids;
  readonly analysis: ActiveIds | null;
}

/** Makes definitions the active ones of a member: one snapshot each, which undo takes back, in a transaction of the caller. */
export function activateDefinitions(
  writing: Writing,
  member: Member,
  given: Activation<Definitions<TableDefinition>>,
): Promise<Activated<ActiveIds>>;
export function activateDefinitions(
  writing: Writing,
  member: Member,
  given: Activation<Definitions<TableDefinition | null, CohortDefinition | null>>,
): Promise<Activated>;
export async function activateDefinitions(
  writing: Writing,
  member: Member,
  { definitions, base }: Activation<Definitions<TableDefinition | null, CohortDefinition | null>>,
): Promise<Activated> {
  const { cohort, table, analysis } = definitions;
  const onRelease = { member, base: base.release };
  const overCohort = { member, base };
  return {
    cohort: cohort && (await loadAsActive(writing, cohortKind, { ...onRelease, definition: cohort })),
    table: table && (await loadAsActive(writing, tableKind, { ...overCohort, definition: table })),
    analysis:
      analysis && (await loadAsActive(writing, analysisKind, { ...overCohort, definition: analysis })),
  };
}
