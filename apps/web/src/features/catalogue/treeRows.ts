import type { Category, ConceptSummary } from '@atrium/contract/wire/concept';
import type { CategoryId, ConceptUse } from './catalogueQueries.ts';

/** The state of one level of the tree. */
export type Level =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly retry: () => void }
  | {
      readonly kind: 'loaded';
      readonly categories: readonly Category[];
      readonly concepts: readonly ConceptSummary[];
    };

export type LoadedLevel = Pick<Extract<Level, { kind: 'loaded' }>, 'categories' | 'concepts'>;

interface Node {
  /** Unique in the tree, also where one concept is in two categories. */
  readonly key: string;
  readonly depth: number;
  readonly parentKey: string | null;
}
interface Ranked {
  /** Its number among its siblings, from 1, and how many there are. */
  readonly position: number;
  readonly siblings: number;
}

export type TreeRow =
  | (Node & Ranked & { readonly kind: 'category'; readonly category: Category; readonly isOpen: boolean })
  | (Node & Ranked & { readonly kind: 'concept'; readonly concept: ConceptSummary })
  | (Node & { readonly kind: 'loading' })
  | (Node & { readonly kind: 'empty' })
  | (Node & { readonly kind: 'failed'; readonly retry: () => void });

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

/** The rows on the screen from top to bottom: the concepts of a level, then its categories. */
export function treeRows(tree: Tree, id: CategoryId = 'top', parent: Node | null = null): TreeRow[] {
  const depth = parent === null ? 1 : parent.depth + 1;
  const parentKey = parent?.key ?? null;
  const node = (name: string): Node => ({ key: `${parentKey ?? ''}/${name}`, depth, parentKey });
  const level = tree.level(id);
  if (level.kind === 'loading') return [{ ...node('loading'), kind: 'loading' }];
  if (level.kind === 'failed') return [{ ...node('failed'), kind: 'failed', retry: level.retry }];
  const found = concepts(tree.use, level.concepts);
  const siblings = found.length + level.categories.length;
  if (siblings === 0) return [{ ...node('empty'), kind: 'empty' }];
  const leaves = found.map((concept, index) => ({
    ...node(`concept-${concept.conceptId}`),
    kind: 'concept' as const,
    concept,
    position: index + 1,
    siblings,
  }));
  const branches = level.categories.flatMap((category, index) => {
    const here = node(`category-${category.id}`);
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
