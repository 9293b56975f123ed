import { PortalError } from '@atrium/contract';
import type { Concept, Lookup } from '@atrium/engine';

export interface ConceptListQuery {
  readonly search?: string | undefined;
  readonly category?: string | undefined;
  readonly collection?: string | undefined;
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
}

const defaultSize = 100;
const largestSize = 1000;

/** One page of the concepts that fit the query (rule 4.11). */
export function pageConcepts(concepts: readonly Concept[], query: ConceptListQuery, lookup: Lookup) {
  const fitting = concepts.filter(fits(query, lookup));
  const page = query.page ?? 1;
  const size = Math.min(query.pageSize ?? defaultSize, largestSize);
  if (size < 1) throw new PortalError('bad_request', 'page_size: must be at least 1');
  const last = Math.max(1, Math.ceil(fitting.length / size));
  if (page < 1 || page > last) throw new PortalError('not_found', 'page: there is no such page');
  return {
    count: fitting.length,
    previousPage: page > 1 ? page - 1 : null,
    nextPage: page < last ? page + 1 : null,
    concepts: fitting.slice((page - 1) * size, page * size),
  };
}

function fits(query: ConceptListQuery, lookup: Lookup): (concept: Concept) => boolean {
  const category = categoryOf(query.category, lookup);
  if (query.collection !== undefined && lookup.collection(query.collection) === undefined) {
    throw new PortalError('not_found', 'collection: there is no such collection');
  }
  const wanted = (query.search ?? '').trim().toLowerCase();
  return (concept) =>
    (category === null || lookup.categoryPath(concept).some((node) => node.number === category)) &&
    (query.collection === undefined || concept.collectionId === query.collection) &&
    `${concept.id}\n${concept.title}\n${concept.description}`.toLowerCase().includes(wanted);
}

function categoryOf(word: string | undefined, lookup: Lookup): number | null {
  if (word === undefined) return null;
  if (!/^\d{1,9}$/.test(word)) throw new PortalError('bad_request', 'category: must be a whole number');
  const number = Number(word);
  if (lookup.category(number) === undefined) {
    throw new PortalError('not_found', 'category: there is no such category');
  }
  return number;
}
