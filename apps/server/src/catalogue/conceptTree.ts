import { type AccessLevel, type ConceptUse, PortalError } from '@atrium/contract';
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
    (concept) =>
      mayUseConcept(concept, view.level) && (view.use === undefined || concept.uses.includes(view.use)),
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
