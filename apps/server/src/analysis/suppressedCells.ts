import {
  type AxisPlan,
  type CountedTable,
  type CrossedConcepts,
  type HideFigures,
  isCodable,
  type ShownCrossTab,
  showNothing,
  suppressCrossTab,
  tablesWithin,
} from '@atrium/engine';
import { type countCells, everyone, mostCells, tooLarge } from './countCells.ts';

/**
 * A finer cross-tab would show members who may see aggregates only next to nothing, at the cost of 2^n questions
 * (rule 7.7).
 */
export const mostProtectedConcepts = 4;

/** More come together only where a concept decides many others, as an identifier does: then every cell is small. */
const mostTables = 64;

export interface SmallNumberRule {
  readonly threshold: number;
  readonly hideFigures: HideFigures;
}

/**
 * The cross-tab over everyone as members who may see aggregates only get it. Every table that it could be compared with
 * is counted too, so that a figure is hidden here exactly where it is hidden, or gives something away, there.
 */
export async function suppressedCells(
  asked: CrossedConcepts,
  counts: ReturnType<typeof countCells>,
  { threshold, hideFigures }: SmallNumberRule,
): Promise<ShownCrossTab> {
  const within = tablesWithin(asked);
  if (within === null || within.length > mostTables) return showNothing();
  const tables: CountedTable[] = [];
  for (const concepts of within) tables.push({ concepts, rows: await counts.cells(concepts, everyone) });
  refuseTooLarge(asked, tables);
  const subjects = await counts.subjects(everyone);
  return suppressCrossTab({ ...asked, tables, subjects }, threshold, hideFigures);
}

function refuseTooLarge({ axes }: CrossedConcepts, tables: readonly CountedTable[]): void {
  const placesOn = (axis: readonly AxisPlan[]): number => {
    const over = tables.find(({ concepts }) => axis.every((concept) => concepts.includes(concept)));
    return axis.length === 0 ? 1 : (over?.rows.length ?? 1);
  };
  const concepts = [...new Set(tables.flatMap((table) => table.concepts))];
  const domains = concepts.map((concept) => placesOn([concept]) + 1);
  if (placesOn(axes.rows) * placesOn(axes.cols) > mostCells || !isCodable(domains)) throw tooLarge();
}

export const tooManyConcepts = (concepts: number): string | undefined =>
  concepts <= mostProtectedConcepts
    ? undefined
    : `With your access at most ${mostProtectedConcepts} concepts can be crossed. Remove ${concepts - mostProtectedConcepts} of them.`;
