import type { ConceptSummary } from '@atrium/contract/wire/concept';

/** The concepts that a person marked, and those opened recently, newest first. */
export interface Marks {
  readonly favourites: readonly ConceptSummary[];
  readonly recent: readonly ConceptSummary[];
}

export const noMarks: Marks = { favourites: [], recent: [] };

const mostRecent = 8;
const maxFavourites = 100;

const has = (concepts: readonly ConceptSummary[], { conceptId }: ConceptSummary): boolean =>
  concepts.some((held) => held.conceptId === conceptId);

/** An opened concept becomes the first. One that is already listed keeps its position, so that the list does not jump. */
export const withRecent = (marks: Marks, concept: ConceptSummary): Marks =>
  has(marks.recent, concept)
    ? marks
    : { ...marks, recent: [withoutValues(concept), ...marks.recent].slice(0, mostRecent) };

export const isFavourite = (marks: Marks, concept: ConceptSummary): boolean => has(marks.favourites, concept);

/** Marks a concept, or removes the mark. Favourites are sorted by name. */
export function toggleFavourite(marks: Marks, concept: ConceptSummary): Marks {
  const others = marks.favourites.filter(({ conceptId }) => conceptId !== concept.conceptId);
  if (others.length < marks.favourites.length) return { ...marks, favourites: others };
  const favourites = [...others, withoutValues(concept)].sort((a, b) => a.name.localeCompare(b.name, 'en'));
  return { ...marks, favourites: favourites.slice(0, maxFavourites) };
}

/** A concept without values: neither those of its editor nor those of its prefilter. */
function withoutValues(concept: ConceptSummary): ConceptSummary {
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
