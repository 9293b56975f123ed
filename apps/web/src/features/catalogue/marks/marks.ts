import type { ConceptSummary } from '@atrium/contract';

/** The concepts that a person marked, and those opened lately, newest first. */
export interface Marks {
  readonly favourites: readonly ConceptSummary[];
  readonly recent: readonly ConceptSummary[];
}

export const noMarks: Marks = { favourites: [], recent: [] };

const mostRecent = 8;
const mostFavourites = 100;

const has = (concepts: readonly ConceptSummary[], { conceptId }: ConceptSummary): boolean =>
  concepts.some((held) => held.conceptId === conceptId);

/** An opened concept comes first; one that is listed already keeps its place, so that nothing jumps. */
export const withRecent = (marks: Marks, concept: ConceptSummary): Marks =>
  has(marks.recent, concept)
    ? marks
    : { ...marks, recent: [forKeeping(concept), ...marks.recent].slice(0, mostRecent) };

export const isFavourite = (marks: Marks, concept: ConceptSummary): boolean => has(marks.favourites, concept);

/** Marks a concept, or takes the mark away; favourites stand in the order of their names. */
export function toggleFavourite(marks: Marks, concept: ConceptSummary): Marks {
  const others = marks.favourites.filter(({ conceptId }) => conceptId !== concept.conceptId);
  if (others.length < marks.favourites.length) return { ...marks, favourites: others };
  const favourites = [...others, forKeeping(concept)].sort((a, b) => a.name.localeCompare(b.name, 'en'));
  return { ...marks, favourites: favourites.slice(0, mostFavourites) };
}

/** What a concept is, without the values of its editor or of its prefilter's. */
function forKeeping(concept: ConceptSummary): ConceptSummary {
  const { conceptId, conceptType, name, namePlural, description, additionalMetadata } = concept;
  const { collectionId, collectionName, collectionNamePlural, source, prefilterMode } = concept;
  const { categoryHierarchy, order, published, includeInCohort, includeInTable, includeInAnalysis, hasPhi } =
    concept;
  return {
    ...{ conceptId, conceptType, name, namePlural, description, additionalMetadata },
    ...{ collectionId, collectionName, collectionNamePlural, source, prefilterMode },
    ...{ categoryHierarchy, order, published, includeInCohort, includeInTable, includeInAnalysis, hasPhi },
    prefilterConcept: withoutOptions(concept.prefilterConcept),
  };
}

function withoutOptions(prefilter: ConceptSummary['prefilterConcept']): ConceptSummary['prefilterConcept'] {
  if (prefilter === null) return null;
  const { cohortOptions: _, ...rest } = prefilter;
  return rest;
}
