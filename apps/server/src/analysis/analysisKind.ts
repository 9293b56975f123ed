import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import {
  type AnalysisDefinition,
  type AnalysisResult,
  type AnalysisTransformation,
  type AnalysisView,
  analysisDefinitionWire,
} from '@atrium/contract/wire/analysis';
import {
  applyAnalysisTransformation,
  axisTitle,
  type CheckedAnalysis,
  checkAnalysis,
  exampleAnalysis,
  mayRollUp,
  redactAnalysis,
} from '@atrium/engine';
import { z } from 'zod';
import type { Member } from '../access/index.ts';
import type { RecordedQuery } from '../audit/index.ts';
import { type OpenCohort, openCohort, recordedCohort } from '../cohort/index.ts';
import {
  type ActiveDefinition,
  createDefinitionMemory,
  type DefinitionDeps,
  type DefinitionKind,
  type DefinitionSource,
  newEntryId,
  openActive,
  openStored,
  type SnapshotIds,
} from '../definition/index.ts';

/** A member's cross-tab beside the cohort over which it runs. */
export interface OpenAnalysis {
  readonly cohort: OpenCohort;
  readonly snapshot: SnapshotIds;
  /** As it is shown; what is run is `checked`. */
  readonly definition: AnalysisDefinition;
  readonly checked: CheckedAnalysis;
}

/** How cross-tab definitions are opened, edited and shown (rule 6.8); a member who has not edited one has the empty one. */
export const analysisKind: DefinitionKind<
  AnalysisDefinition,
  AnalysisTransformation,
  OpenCohort,
  OpenAnalysis,
  AnalysisView
> = {
  kind: 'analysis',
  codec: analysisDefinitionWire,
  known: createDefinitionMemory<AnalysisDefinition>('analysis'),
  loadBase: openCohort,
  start: () => ({ rows: [], cols: [] }),
  open: openDefinition,
  prepareEdit: async (_, transformation, { base: { release }, member }) => {
    const context = { lookup: release.lookup, member, newEntryId };
    return (before) => applyAnalysisTransformation(before, transformation, context);
  },
  countTested: () => 0,
  present: presentAnalysis,
};

function openDefinition(
  { definition, snapshot }: ActiveDefinition<AnalysisDefinition>,
  cohort: OpenCohort,
): OpenAnalysis {
  const { release } = cohort;
  return {
    cohort,
    snapshot,
    definition: redactAnalysis(definition, release.lookup),
    checked: checkAnalysis(definition, { lookup: release.lookup, member: release }),
  };
}

/** Where a cross-tab that is run or exported comes from. */
export type AnalysisSource = DefinitionSource<OpenAnalysis>;

/** The active cross-tab of a member, over the active cohort. */
export const activeAnalysis = (deps: DefinitionDeps, member: Member): AnalysisSource => ({
  open: () => openActive(deps, analysisKind, member),
  fileName: 'aggregate_export',
  detail: {},
});

/** The example for members who see aggregates only (rule 6.11), over everyone. */
export const exampleOf = (deps: DefinitionDeps, member: Member): AnalysisSource => ({
  open: async () => {
    const cohort = await openCohort(deps, member);
    return openStored(analysisKind, exampleOn(cohort), cohort);
  },
  fileName: 'aggregate_example',
  detail: {},
});

/** Ids of the concepts on the axes, outermost first. */
interface Axes {
  readonly rows: readonly string[];
  readonly cols: readonly string[];
}

/**
 * A cross-tab of concepts, as the dictionary counts the values of one (rule 11.42). One that is hidden from the member or
 * is not offered for analysis is refused as one that does not exist: suppression knows those that are offered only.
 * @throws PortalError 'not_found'
 */
export const conceptsOf = (deps: DefinitionDeps, member: Member, { rows, cols }: Axes): AnalysisSource => ({
  open: async () => {
    const cohort = await openCohort(deps, member);
    const entryOf = (conceptId: string) => {
      const isOffered = cohort.release.lookup.concept(conceptId)?.uses.includes('analysis') ?? false;
      if (!isOffered) throw fieldRefusal('not_found', 'concept', 'there is no such concept to count');
      return { entryId: conceptId, conceptId };
    };
    const definition: AnalysisDefinition = { rows: rows.map(entryOf), cols: cols.map(entryOf) };
    if (new Set([...rows, ...cols]).size < rows.length + cols.length)
      throw fieldRefusal('bad_request', 'rows', 'each concept may stand once, on rows or columns');
    return openStored(analysisKind, definition, cohort);
  },
  fileName: 'aggregate_concept',
  detail: {},
});

const isEmpty = ({ rows, cols }: AnalysisDefinition): boolean => rows.length + cols.length === 0;

const exampleOn = ({ release }: OpenCohort): AnalysisDefinition =>
  exampleAnalysis({ lookup: release.lookup, member: release });

/** A cross-tab definition as the client draws it (rule 3.2). */
export function presentAnalysis({ cohort, snapshot, definition, checked }: OpenAnalysis): AnalysisView {
  const { lookup } = cohort.release;
  const named = (entries: AnalysisDefinition['rows']) =>
    entries.map((entry) => {
      const concept = lookup.concept(entry.conceptId);
      const label = axisTitle(entry, lookup);
      if (concept === undefined || !mayRollUp(concept, cohort.release)) return { ...entry, label };
      return { ...entry, label, title: concept.title, mayRollUp: true };
    });
  const example = isEmpty(definition) ? exampleOn(cohort) : definition;
  return {
    definition,
    extended: { rows: named(definition.rows), cols: named(definition.cols) },
    ...(isEmpty(definition) &&
      !isEmpty(example) && { example: { rows: named(example.rows), cols: named(example.cols) } }),
    warnings: [],
    errors: checked.kind === 'broken' ? [...checked.errors] : [],
    ...snapshot,
  };
}

/** The receipts of a cross-tab that was run; none where there are no figures. */
export const receiptsOf = ({
  cohortReceipt,
  analysisReceipt,
}: Pick<AnalysisResult, 'cohortReceipt' | 'analysisReceipt'>): Readonly<Record<string, string>> => ({
  ...(cohortReceipt === undefined ? {} : { cohortReceipt }),
  ...(analysisReceipt === undefined ? {} : { analysisReceipt }),
});

/** The audit's record of a cross-tab that was run: its release and definitions, and the recorded query. */
export const recordedRun = (open: OpenAnalysis, overEveryone: boolean) => ({
  detail: {
    release: open.cohort.release.release,
    snapshot: open.snapshot.snapshotId,
    cohortSnapshot: overEveryone ? null : open.cohort.snapshot.snapshotId,
    overEveryone,
  },
  recordedQuery: recordedAnalysis(open, overEveryone),
});

/** A cross-tab as it was run; over everyone, the member's cohort is left out. */
function recordedAnalysis(open: OpenAnalysis, overEveryone: boolean): RecordedQuery {
  const { definition, cohort } = open;
  const titles = (entries: typeof definition.rows): string =>
    entries.map((entry) => axisTitle(entry, cohort.release.lookup)).join(', ');
  return {
    ...(overEveryone ? {} : { cohort: recordedCohort(cohort) }),
    analysis: {
      definition: z.encode(analysisDefinitionWire, definition),
      description: `Rows: ${titles(definition.rows) || 'none'}\nColumns: ${titles(definition.cols) || 'none'}`,
    },
  };
}
