import type { AccessLevel, ConceptUse } from '@atrium/contract';
import { PortalError } from '@atrium/contract';
import { type CategoryNode, type Concept, type Lookup, mayUseConcept } from '@atrium/engine';

const useWords = new Set<string>(['cohort', 'table', 'analysis'] satisfies ConceptUse[]);

/** The use that a query string names; other words restrict nothing (rule 4.11). */
export const readUse = (word: string | undefined): ConceptUse | undefined => (isUse(word) ? word : undefined);

const isUse = (word: string | undefined): word is ConceptUse => word !== undefined && useWords.has(word);

export interface TreeView {
  readonly level: AccessLevel;
  readonly use: ConceptUse | undefined;
}

/** Concepts that a member may meet in the tree, in package order. */
export function visibleConcepts(lookup: Lookup, view: TreeView): readonly Concept[] {
  return lookup.dictionary.concepts.filter(
    (concept) => mayUseConcept(concept, view) && (view.use === undefined || concept.uses.includes(view.use)),
  );
}

/** One level of the tree: below `categoryNumber`, or the top; categories without any visible concept are left out. */
export function treeLevel(
  lookup: Lookup,
  view: TreeView,
  categoryNumber: number | null,
): { readonly categories: readonly CategoryNode[]; readonly concepts: readonly Concept[] } {
  if (categoryNumber !== null && lookup.category(categoryNumber) === undefined) {
    throw new PortalError('not_found', 'There is no such category.');
  }
  const concepts = visibleConcepts(lookup, view);
  const inhabited = new Set(
    concepts.flatMap((concept) => lookup.categoryPath(concept).map((node) => node.number)),
  );
  return {
    categories: lookup.dictionary.categories.filter(
      (node) => node.parentNumber === categoryNumber && inhabited.has(node.number),
    ),
    concepts: concepts.filter((concept) => concept.categoryNumber === categoryNumber),
  };
}
