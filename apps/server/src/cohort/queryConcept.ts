import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import type { CohortOptions, ConceptDetail, TableOptions } from '@atrium/contract/wire/concept';
import { type ConceptStatistics, conceptStatisticsWire } from '@atrium/contract/wire/statistics';
import {
  type Concept,
  cohortOptions,
  kindOf,
  mayUseConcept,
  polarityOf,
  type ReleaseQuestion,
  type ReleaseSql,
  shownValue,
} from '@atrium/engine';
import { inTimeSlices } from '@atrium/warehouse';
import { z } from 'zod';
import type { Member } from '../access/index.ts';
import {
  findValues,
  presentConcept,
  presentPrefilter,
  rankedValues,
  searchableValuesOf,
} from '../catalogue/index.ts';
import type { DefinitionDeps } from '../definition/index.ts';
import { disclosed, showsNothing } from '../http/index.ts';
import { everyone, type OpenCohort, openCohort, requirePlan } from './cohortKind.ts';
import { withGivenPrefilter } from './givenPrefilter.ts';
import { type Ask, queryStatistics, type StatisticsRequest } from './queryStatistics.ts';
import { statisticsLine } from './recordedQuery.ts';
import { requireConcept, type StatisticsQuery, statisticsRequest } from './statisticsRequest.ts';

export interface ConceptQuery extends StatisticsQuery {
  readonly includeCohortOptions?: boolean | undefined;
  readonly cohortEntryId?: string | undefined;
  readonly includeTableOptions?: boolean | undefined;
  readonly tableEntryId?: string | undefined;
  readonly includeStatistics?: boolean | undefined;
  /** `[]` stands for everyone; nothing else is taken (rule 4.1). */
  readonly cohortDef?: string | undefined;
}

/** The state of a column editor, from the slice that owns tables. */
export type ReadTableOptions = (
  concept: Concept,
  request: { readonly cohort: OpenCohort; readonly member: Member; readonly entryId: string | undefined },
) => Promise<TableOptions | null>;

interface ConceptRequest {
  readonly conceptId: string;
  readonly query: ConceptQuery;
  readonly signal: AbortSignal;
}

const askWith = ({ questions }: DefinitionDeps, release: ReleaseSql, signal: AbortSignal): Ask => {
  const search: Ask['search'] = async (concept, text) => {
    const values = await searchableValuesOf(questions)(concept, release);
    return values && (await inTimeSlices(rankedValues(values, text)));
  };
  return Object.assign((question: ReleaseQuestion) => questions.ask(question, release, { signal }), {
    search,
  });
};

/** Reads the statistics behind a filter editor (rule 4.1). Listed values of single subjects count as rows. */
export async function queryConceptStatistics(
  deps: DefinitionDeps,
  member: Member,
  { conceptId, query: given, signal }: ConceptRequest,
) {
  const cohort = await openCohort(deps, member);
  const concept = requireConcept(cohort.release.lookup, conceptId);
  const find = findValues(deps.questions, cohort.release, signal);
  const query = await withGivenPrefilter(given, concept, { release: cohort.release, member, find });
  const plan = query.showAllData === true ? everyone : requirePlan(cohort, deps);
  const request = statisticsRequest(concept, query, { release: cohort.release, member, plan });
  const statistics = await queryStatistics(request, askWith(deps, cohort.release, signal));
  const subjectsWithMissing = statistics.countSubjectsWithMissingValues;
  const line = statisticsLine({ concept, cohort, plan, query, subjectsWithMissing });
  return disclosed(statistics, [line], listing(valuesIn(statistics)));
}

/** Values of single subjects in statistics: of texts and ids, not of categories, which are counted as groups. */
const valuesIn = (statistics: ConceptStatistics): readonly string[] => {
  if ('results' in statistics) return statistics.results.map(({ text }) => text);
  return 'paginatedResults' in statistics ? statistics.paginatedResults.map(({ value }) => value) : [];
};

const listing = (values: readonly string[]) => ({
  rows: values.length,
  bytes: values.reduce((sum, value) => sum + Buffer.byteLength(value), 0),
});

/** Reads a concept with the state of the editors that the query names (rule 3.22). */
export async function queryConcept(
  deps: DefinitionDeps & { readonly readTableOptions: ReadTableOptions },
  member: Member,
  given: ConceptRequest,
) {
  const { conceptId, signal } = given;

  const cohort = await openCohort(deps, member);
  const { lookup } = cohort.release;
  const concept = requireConcept(lookup, conceptId);
  const find = findValues(deps.questions, cohort.release, signal);
  const query = await withGivenPrefilter(given.query, concept, { release: cohort.release, member, find });
  const request = { ...given, query };
  const summary = presentConcept(concept, lookup);
  const detail: ConceptDetail = {
    ...summary,
    pk: concept.number,
    prefilterValue: query.prefilterValue ?? null,
  };
  const polarity = polarityOf(lookup.collection(concept.collectionId), { lookup, member });
  if (polarity !== null && polarity.concept.id !== conceptId)
    detail.polarityConcept = { conceptId: polarity.concept.id, name: polarity.concept.title };
  const mayUse = mayUseConcept(concept, member);
  requireNoOtherCohort(query);
  if (query.includeCohortOptions === true) {
    const ask = askWith(deps, cohort.release, request.signal);
    detail.cohortOptions = mayUse ? await filterOptions(concept, ask, { cohort, query }) : {};
    const prefilter = concept.prefilter === null ? undefined : lookup.concept(concept.prefilter.conceptId);
    if (prefilter !== undefined) {
      const options = await filterOptions(prefilter, ask, { cohort, query: {} });
      detail.prefilterConcept = { ...presentPrefilter(prefilter), cohortOptions: options };
    }
  }
  if (query.includeTableOptions === true) {
    const entryId = query.tableEntryId;
    detail.tableOptions = await deps.readTableOptions(concept, { cohort, member, entryId });
  }
  if (query.includeStatistics === true) {
    const given = mayUse
      ? await plainStatistics(deps, member, { concept, cohort, request })
      : { statistics: { error: `You may not use ${concept.title}.` }, line: null, values: [] };
    detail.statistics = given.statistics;
    if (given.line !== null) return disclosed(detail, [given.line], listing(given.values));
  }
  return showsNothing(detail);
}

const noCohort = /^\s*\[\s*\]\s*$/;

function requireNoOtherCohort({ cohortDef }: ConceptQuery): void {
  if (cohortDef !== undefined && !noCohort.test(cohortDef))
    throw fieldRefusal('bad_request', 'cohort_def', 'only [] is taken, for everyone');
}

/** The state of a filter editor; a category that declares no values, and words beside numbers, are those in the data. */
async function filterOptions(
  concept: Concept,
  ask: Ask,
  { cohort, query }: { readonly cohort: OpenCohort; readonly query: ConceptQuery },
): Promise<CohortOptions> {
  const { definition } = cohort;
  const isListed = concept.type === 'category' || kindOf(concept).hasWords;
  const undeclared = isListed && concept.declaredValues.length === 0;
  const population = { plan: everyone, prefilter: null };
  const foundValues = undeclared ? await sortedValues(concept, ask, { population }) : [];
  return cohortOptions(concept, { definition, entryId: query.cohortEntryId, foundValues });
}

interface PlainStatistics {
  readonly statistics: unknown;
  readonly line: ReturnType<typeof statisticsLine> | null;
  /** Values of single subjects among them. */
  readonly values: readonly string[];
}

interface PlainRequest {
  readonly concept: Concept;
  readonly cohort: OpenCohort;
  readonly request: ConceptRequest;
}

/** Statistics within a concept's detail, in the spelling of the wire; text and ontology give a flat list of values. */
async function plainStatistics(
  deps: DefinitionDeps,
  member: Member,
  { concept, cohort, request: { query, signal } }: PlainRequest,
): Promise<PlainStatistics> {
  const needsPrefilter = concept.prefilter?.mode === 'required' && query.prefilterValue === undefined;
  if (needsPrefilter)
    return { statistics: { error: 'Choose a value of the prefilter first.' }, line: null, values: [] };
  const overEveryone = query.showAllData === true || query.cohortDef !== undefined;
  const plan = overEveryone ? everyone : requirePlan(cohort, deps);
  const request = statisticsRequest(concept, query, { release: cohort.release, member, plan });
  const ask = askWith(deps, cohort.release, signal);
  const line = statisticsLine({ concept, cohort, plan, query });
  const { isCoded, isFreeText } = kindOf(concept);
  if (isCoded || isFreeText) {
    const values = await sortedValues(concept, ask, request);
    return { statistics: { values }, line, values: isFreeText ? values : [] };
  }
  const found = await queryStatistics(request, ask);
  const {
    is_callback: _,
    permanent_id: __,
    ...statistics
  } = z.record(z.string(), z.unknown()).parse(z.encode(conceptStatisticsWire, found));
  return { statistics, line, values: valuesIn(found) };
}

async function sortedValues(
  concept: Concept,
  ask: Ask,
  { population }: Pick<StatisticsRequest, 'population'>,
): Promise<readonly string[]> {
  const rows = await ask({ kind: 'sortedValues', concept, population });
  return rows.map((row) => shownValue(concept, row['value']));
}
