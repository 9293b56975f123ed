import type { Category, ConceptSummary } from '@atrium/contract';
import type { CategoryId, ConceptUse } from './queries.ts';

/** One level of the tree as far as it is known. */
export type Level =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly retry: () => void }
  | {
      readonly kind: 'loaded';
      readonly categories: readonly Category[];
      readonly concepts: readonly ConceptSummary[];
    };

interface Place {
  /** Unique in the tree, also where one concept stands in two categories. */
  readonly key: string;
  readonly depth: number;
  readonly parentKey: string | null;
}
interface Ranked {
  /** 1-based place among its siblings, and how many there are. */
  readonly position: number;
  readonly siblings: number;
}

export type TreeRow =
  | (Place & Ranked & { readonly kind: 'category'; readonly category: Category; readonly isOpen: boolean })
  | (Place & Ranked & { readonly kind: 'concept'; readonly concept: ConceptSummary })
  | (Place & { readonly kind: 'loading' })
  | (Place & { readonly kind: 'empty' })
  | (Place & { readonly kind: 'failed'; readonly retry: () => void });

export type Item = Extract<TreeRow, { kind: 'category' | 'concept' }>;
export const isItem = (row: TreeRow): row is Item => row.kind === 'category' || row.kind === 'concept';

export interface Tree {
  readonly level: (id: CategoryId) => Level;
  readonly isOpen: (categoryId: number) => boolean;
  readonly use: ConceptUse;
}

const wanted = {
  cohort: (concept: ConceptSummary) => concept.includeInCohort,
  table: (concept: ConceptSummary) => concept.includeInTable,
  analysis: (concept: ConceptSummary) => concept.includeInAnalysis,
} as const satisfies Record<ConceptUse, (concept: ConceptSummary) => boolean>;

export const concepts = (use: ConceptUse, given: readonly ConceptSummary[]): readonly ConceptSummary[] =>
  given.filter(wanted[use]);

/** The rows on the screen from top to bottom: the concepts of a level first, then its categories. */
export function treeRows(tree: Tree, id: CategoryId = 'top', parent: Place | null = null): TreeRow[] {
  const depth = parent === null ? 1 : parent.depth + 1;
  const parentKey = parent?.key ?? null;
  const place = (name: string): Place => ({ key: `${parentKey ?? ''}/${name}`, depth, parentKey });
  const level = tree.level(id);
  if (level.kind === 'loading') return [{ ...place('loading'), kind: 'loading' }];
  if (level.kind === 'failed') return [{ ...place('failed'), kind: 'failed', retry: level.retry }];
  const found = concepts(tree.use, level.concepts);
  const siblings = found.length + level.categories.length;
  if (siblings === 0) return [{ ...place('empty'), kind: 'empty' }];
  const leaves = found.map((concept, index) => ({
    ...place(`concept-${concept.conceptId}`),
    kind: 'concept' as const,
    concept,
    position: index + 1,
    siblings,
  }));
  const branches = level.categories.flatMap((category, index) => {
    const here = place(`category-${category.id}`);
    const isOpen = tree.isOpen(category.id);
    const row = {
      ...here,
      kind: 'category' as const,
      category,
      isOpen,
      position: found.length + index + 1,
      siblings,
    };
    return isOpen ? [row, ...treeRows(tree, category.id, here)] : [row];
  });
  return [...leaves, ...branches];
}
