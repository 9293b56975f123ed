import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import { newCriteriaSet, polarities } from '@atrium/contract/wire/cohortTransformation';
import {
  type CohortPlan,
  type Concept,
  kindOf,
  type Lookup,
  mayUseConcept,
  planPolarity,
  polarityOf,
  type ReleaseSql,
  type RowCondition,
  showsYearsOnly,
} from '@atrium/engine';
import type { Member } from '../access/index.ts';
import { everyone } from './cohortKind.ts';
import { type StatisticsRequest, termsOnPage } from './queryStatistics.ts';

export interface StatisticsQuery {
  readonly showAllData?: boolean | undefined;
  readonly prefilterValue?: string | undefined;
  readonly search?: string | undefined;
  readonly page?: number | undefined;
  readonly recordsPerPage?: number | undefined;
  readonly jsonFlavor?: string | undefined;
  readonly ontologyClass?: string | undefined;
  readonly filterDataExists?: boolean | undefined;
  readonly binsOfAll?: boolean | undefined;
  /** Entry id of a criteria set of the active cohort, or `new`. */
  readonly criteriaSet?: string | undefined;
  /** `present` or `absent`: only such records of the collection. */
  readonly polarity?: string | undefined;
}

const defaultPageSize = 10;
const maxPageSize = 10_000;

/** A concept of this release; any other id is not found. */
export function requireConcept(lookup: Lookup, conceptId: string): Concept {
  const concept = lookup.concept(conceptId);
  if (concept === undefined) throw new PortalError('not_found', `There is no concept ${conceptId}.`);
  return concept;
}

/** The prefilter that the query names; refuses a concept that requires one and has none (rule 2.12). */
export function prefilterOf(concept: Concept, lookup: Lookup, value: string | undefined) {
  const by = concept.prefilter === null ? undefined : lookup.concept(concept.prefilter.conceptId);
  if (by === undefined) return null;
  if (value !== undefined) return { concept: by, value };
  if (concept.prefilter?.mode === 'optional') return null;
  throw fieldRefusal('bad_request', 'prefilter_value', `choose a value of ${by.title} first`);
}

/** Turns a query string into a request for statistics; refuses a concept that this member may not use. */
export function statisticsRequest(
  concept: Concept,
  query: StatisticsQuery,
  context: { readonly release: ReleaseSql; readonly member: Member; readonly plan: CohortPlan },
): StatisticsRequest {
  const { release, member, plan } = context;
  if (!mayUseConcept(concept, member)) {
    throw new PortalError('not_found', `You may not use ${concept.title}.`);
  }
  const prefilter = prefilterOf(concept, release.lookup, query.prefilterValue);
  const flavour = query.jsonFlavor === 'select2' ? 'select2' : 'paged';
  const defaultSize = kindOf(concept).isCoded && flavour === 'paged' ? termsOnPage : defaultPageSize;
  const polarity = polarityWanted(concept, query, context);
  return {
    concept,
    release,
    population: { plan, prefilter, polarity, criteriaSet: criteriaSetOf(query, plan, concept) },
    binsOver:
      query.binsOfAll === true && query.showAllData !== true ? { plan: everyone, prefilter, polarity } : null,
    yearsOnly: showsYearsOnly(concept, member),
    search: query.search ?? '',
    page: within('page', query.page ?? 1, 1_000_000),
    recordsPerPage: within('records_per_page', query.recordsPerPage ?? defaultSize, maxPageSize),
    flavour,
    ontologyClass: query.ontologyClass,
    existing: query.filterDataExists ?? true,
  };
}

/** The records that are described besides; refuses a collection that does not say what is present (rule 4.14). */
function polarityWanted(
  { collectionId }: Concept,
  { polarity }: StatisticsQuery,
  { release: { lookup }, member }: { readonly release: ReleaseSql; readonly member: Member },
): RowCondition | null {
  if (polarity === undefined) return null;
  const wanted = polarities.find((known) => known === polarity);
  if (wanted === undefined)
    throw fieldRefusal('bad_request', 'polarity', `must be one of ${polarities.join(', ')}`);
  const declared = polarityOf(lookup.collection(collectionId), { lookup, member });
  if (declared === null)
    throw fieldRefusal('bad_request', 'polarity', 'this collection does not say what is present');
  return planPolarity(declared, wanted);
}

/** The criteria set whose records are described (rule 4.13); refuses one that the cohort does not have. */
function criteriaSetOf(
  { criteriaSet }: StatisticsQuery,
  plan: CohortPlan,
  { collectionId }: Concept,
): string | undefined {
  if (criteriaSet === undefined || criteriaSet === newCriteriaSet || plan === everyone) return criteriaSet;
  const isThere = plan.sets.some(
    ({ entryId, collection }) => entryId === criteriaSet && collection.id === collectionId,
  );
  if (isThere) return criteriaSet;
  throw fieldRefusal('not_found', 'criteria_set', 'the cohort has no such criteria set for this concept');
}

function within(name: string, value: number, most: number): number {
  if (value >= 1 && value <= most) return value;
  throw fieldRefusal('bad_request', name, `must lie between 1 and ${most}`);
}
