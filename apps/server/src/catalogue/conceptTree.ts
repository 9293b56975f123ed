import type { ConceptUse } from '@atrium/contract/documents/dataPackage';
import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import type { AccessLevel } from '@atrium/contract/wire/access';
import { type CategoryNode, type Concept, type Lookup, mayUseConcept } from '@atrium/engine';

const useWords = new Set<string>(['cohort', 'table', 'analysis'] satisfies ConceptUse[]);

/** The use that a query string names; undefined, which restricts nothing, for any other word (rule 4.11). */
export const parseUse = (word: string | undefined): ConceptUse | undefined =>
  isUse(word) ? word : undefined;

const isUse = (word: string | undefined): word is ConceptUse => word !== undefined && useWords.has(word);

export interface TreeView {
  readonly level: AccessLevel;
  readonly use: ConceptUse | undefined;
}

/** The concepts that a member sees in the tree, in the order of the package. */
export function visibleConcepts(lookup: Lookup, view: TreeView): readonly Concept[] {
  return lookup.dictionary.concepts.filter(
    (concept) => mayUseConcept(concept, view) && (view.use === undefined || concept.uses.includes(view.use)),
  );
}

/** One level of the tree: below `categoryNumber`, or the top; categories without a visible concept are left out. */
export function treeLevel(
  lookup: Lookup,
  view: TreeView,
  categoryNumber: number | null,
): { readonly categories: readonly CategoryNode[]; readonly concepts: readonly Concept[] } {
  if (categoryNumber !== null && lookup.category(categoryNumber) === undefined) {
    throw new PortalError('not_found', 'There is no such category.');
  }
  const concepts = visibleConcepts(lookup, view);
  const withConcepts = new Set(
    concepts.flatMap((concept) => lookup.categoryPath(concept).map((node) => node.number)),
  );
  return {
    categories: lookup.dictionary.categories.filter(
      (node) => node.parentNumber === categoryNumber && withConcepts.has(node.number),
    ),
    concepts: concepts.filter((concept) => concept.categoryNumber === categoryNumber),
  };
}

interface ConceptListQuery {
  readonly search?: string | undefined;
  readonly category?: string | undefined;
  readonly collection?: string | undefined;
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
}

const defaultSize = 100;
const maxSize = 1000;

/** One page of the concepts that fit the query (rule 4.11). */
export function pageConcepts(concepts: readonly Concept[], query: ConceptListQuery, lookup: Lookup) {
  const matching = concepts.filter(fits(query, lookup));
  const page = query.page ?? 1;
  const size = Math.min(query.pageSize ?? defaultSize, maxSize);
  if (size < 1) throw fieldRefusal('bad_request', 'page_size', 'must be at least 1');
  const last = Math.max(1, Math.ceil(matching.length / size));
  if (page < 1 || page > last) throw fieldRefusal('not_found', 'page', 'there is no such page');
  return {
    count: matching.length,
    previousPage: page > 1 ? page - 1 : null,
    nextPage: page < last ? page + 1 : null,
    concepts: matching.slice((page - 1) * size, page * size),
  };
}

function fits(query: ConceptListQuery, lookup: Lookup): (concept: Concept) => boolean {
  const category = categoryOf(query.category, lookup);
  if (query.collection !== undefined && lookup.collection(query.collection) === undefined) {
    throw fieldRefusal('not_found', 'collection', 'there is no such collection');
  }
  const wanted = (query.search ?? '').trim().toLowerCase();
  return (concept) =>
    (category === null || lookup.categoryPath(concept).some((node) => node.number === category)) &&
    (query.collection === undefined || concept.collectionId === query.collection) &&
    `${concept.id}\n${concept.title}\n${concept.description}`.toLowerCase().includes(wanted);
}

function categoryOf(word: string | undefined, lookup: Lookup): number | null {
  if (word === undefined) return null;
  if (!/^\d{1,9}$/.test(word)) throw fieldRefusal('bad_request', 'category', 'must be a whole number');
  const number = Number(word);
  if (lookup.category(number) === undefined) {
    throw fieldRefusal('not_found', 'category', 'there is no such category');
  }
  return number;
}
