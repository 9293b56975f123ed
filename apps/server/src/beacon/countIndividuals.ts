import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import type { AnalysisDefinition, AxisLabel } from '@atrium/contract/wire/analysis';
import type { BeaconFilter } from '@atrium/contract/wire/beacon';
import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import type { ShownCount } from '@atrium/contract/wire/statistics';
import { type Concept, kindOf, notSet } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import {
  type AnalysisDeps,
  analysisKind,
  answerAnalysis,
  type CountForAggregates,
  noteOf,
  smallCountThreshold,
} from '../analysis/index.ts';
import type { DisclosureLine } from '../audit/index.ts';
import { findValues, type LiveRelease, openLiveRelease } from '../catalogue/index.ts';
import {
  cohortKind,
  countLine,
  countSubjects,
  issueCohortReceipt,
  openCohort,
  recordedCohort,
  requirePlan,
} from '../cohort/index.ts';
import { isComparable } from '../comparison/index.ts';
import { openStored } from '../definition/index.ts';
import { type Answered, disclosed } from '../http/index.ts';
import {
  type Asked,
  filterOfConcept,
  filterOfTerm,
  filterRefusal,
  readFilter,
  setOf,
} from './askedFilters.ts';

export interface CountDeps extends AnalysisDeps {
  readonly countForAggregates: CountForAggregates;
}

export interface BeaconQuestion {
  readonly filters: readonly BeaconFilter[];
  readonly signal: AbortSignal;
}

export interface Counted {
  /** Null where the number may not be shown, or nothing says whether there is one. */
  readonly count: number | null;
  readonly release: string;
  readonly receipt: string | undefined;
  /** Why there is no number. */
  readonly note: string | undefined;
}

/**
 * Counts the individuals that meet all filters. Who sees subjects is told what the screens tell them (rule 14.79); who
 * sees aggregates only, a cell of the cross-tab that the screens show, with the same figures hidden.
 */
export const countIndividuals = (
  deps: CountDeps,
  member: Member,
  question: BeaconQuestion,
): Promise<Answered<Counted, DisclosureLine, undefined>> =>
  member.seesSubjects ? countCohortOf(deps, member, question) : readCell(deps, member, question);

async function countCohortOf(deps: AnalysisDeps, member: Member, { filters, signal }: BeaconQuestion) {
  const release = await openLiveRelease(deps, member);
  const definition: CohortDefinition = [];
  for (const [index, filter] of filters.entries()) {
    const asked = readFilter(filter, release);
    if (asked.kind === 'concept') definition.push(setOf(filterOfConcept(asked, index), asked.concept));
    else definition.push(...(await setsOfTerm(deps, release, { code: asked.code, index, signal })));
  }
  const cohort = openStored(cohortKind, definition, release);
  if (cohort.checked.kind === 'broken')
    throw filterRefusal(cohort.checked.errors[0]?.message ?? 'cannot be asked');
  const count = await countSubjects(deps, cohort, signal);
  const receipt = await issueCohortReceipt(deps, member, {
    release,
    plan: requirePlan(cohort, deps),
    definition: recordedCohort(cohort).definition,
    threshold: null,
  });
  const counted: Counted = { count, release: release.release, receipt, note: undefined };
  return disclosed(counted, [countLine({ cohort, detail: { count, cohortReceipt: receipt } })]);
}

interface Term {
  readonly code: string;
  readonly index: number;
  readonly signal: AbortSignal;
}

/** Alternatives of all concepts whose ontology knows the term. */
async function setsOfTerm(deps: AnalysisDeps, release: LiveRelease, { code, index, signal }: Term) {
  const sets: CohortDefinition[number][] = [];
  for (const concept of release.lookup.dictionary.concepts) {
    if (!kindOf(concept).isCoded || release.lookup.concept(concept.id) === undefined) continue;
    const known = await findValues(deps.questions, release, signal)({ concept, values: [code] });
    const [term] = known.kind === 'ontology' ? (known.matches.get(code) ?? []) : [];
    if (term === undefined) continue;
    const ref = { code: term.code, label: term.label };
    const entry = filterOfTerm(concept, ref, 1000 * (index + 1) + sets.length);
    sets.push(setOf(entry, concept, `term_${index}`));
  }
  if (sets.length === 0) throw filterRefusal(`no ontology of the dataset has a term ${code}`);
  return sets.length === 1 ? sets.map(({ orGroupId: _, ...set }) => set) : sets;
}

/** The cell of the cross-tab of the concepts that has the values that are asked for. */
async function readCell(deps: CountDeps, member: Member, { filters, signal }: BeaconQuestion) {
  const cohort = await openCohort(deps, member);
  const { release } = cohort;
  const asked = filters.map((filter) => readCellFilter(readFilter(filter, release), release));
  requireApart(asked, release);
  const threshold = await smallCountThreshold(deps, member);
  const present = (shown: ShownCount | undefined, receipt?: string): Counted => {
    const count = typeof shown === 'number' ? shown : null;
    const note = count === null ? noteOf(threshold).explanation : undefined;
    return { count, release: release.release, receipt, note };
  };
  if (asked.length === 0) {
    const counted = present(await deps.countForAggregates(member, signal));
    const detail = { release: counted.release, count: counted.count, overEveryone: true };
    return disclosed(counted, [{ action: 'count' as const, detail, recordedQuery: {} }]);
  }
  const definition: AnalysisDefinition = {
    rows: asked.map(({ concept: { id } }) => ({ entryId: id, conceptId: id })),
    cols: [],
  };
  const source = { open: async () => openStored(analysisKind, definition, cohort), fileName: '', detail: {} };
  const answered = await answerAnalysis(deps, member, { source, overEveryone: true, signal });
  return answered.with(({ dataset, errors, analysisReceipt }) => {
    if (dataset === null) throw filterRefusal(errors[0] ?? 'cannot be asked');
    return present(cellIn(dataset, asked), analysisReceipt);
  });
}

/** A cross-tab counts values of one record, where filters of a beacon may be met by different ones. */
function requireApart(asked: readonly CellFilter[], { lookup }: LiveRelease): void {
  if (new Set(asked.map(({ concept }) => concept)).size < asked.length)
    throw filterRefusal('each concept may be asked for once');
  const collections = asked.map(({ concept }) => concept.collectionId).filter((id) => id !== lookup.root.id);
  if (new Set(collections).size < collections.length)
    throw fieldRefusal('not_permitted', 'filters', 'your access asks for one concept of each kind of record');
}

interface CellFilter {
  readonly concept: Concept;
  readonly label: string;
}

function readCellFilter(asked: Asked, release: LiveRelease): CellFilter {
  const isValue = asked.kind === 'concept' && asked.operator === '=' && isComparable(asked.concept, release);
  if (!isValue || !kindOf(asked.concept).filterKinds.includes('choice'))
    throw fieldRefusal(
      'not_permitted',
      'filters',
      'your access asks for values of concepts that have a list',
    );
  const filter = filterOfConcept(asked, 0);
  const [value] = filter.kind === 'choice' ? filter.categories : [];
  const label = typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value ?? notSet);
  return { concept: asked.concept, label };
}

type Cells = NonNullable<Awaited<ReturnType<typeof answerAnalysis>>['reply']['dataset']>;

/** A row that is not shown is none, or is hidden: nothing tells which. */
function cellIn({ index, data }: Cells, asked: readonly CellFilter[]): ShownCount | undefined {
  const labels: readonly (AxisLabel | readonly AxisLabel[])[] = index;
  const row = labels.findIndex((label) => {
    const parts = Array.isArray(label) ? label : [label];
    return asked.every((one, at) => String(parts[at]) === one.label);
  });
  return data[row]?.[0];
}
