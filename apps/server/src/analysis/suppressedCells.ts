import {
  type AxisPlan,
  type CountedTable,
  type HideFigures,
  isCodable,
  type ShownCrossTab,
  suppressCrossTab,
  tablesWithin,
} from '@atrium/engine';
import { type countCells, everyone, mostCells, tooLarge } from './countCells.ts';

/** A finer cross-tab would show members who may see aggregates only next to nothing, at the cost of 2^n questions. */
export const mostProtectedConcepts = 4;

export interface SmallNumberRule {
  readonly threshold: number;
  readonly hideFigures: HideFigures;
}

interface Axes {
  readonly rows: readonly AxisPlan[];
  readonly cols: readonly AxisPlan[];
}

/**
 * The cross-tab over everyone as members who may see aggregates only get it. Every table that it could be compared with
 * is counted too, so that a figure is hidden here exactly where it is hidden, or gives something away, there.
 */
export async function suppressedCells(
  axes: Axes,
  counts: ReturnType<typeof countCells>,
  { threshold, hideFigures }: SmallNumberRule,
): Promise<ShownCrossTab> {
  const tables: CountedTable[] = [];
  for (const concepts of tablesWithin(axes)) {
    tables.push({ concepts, rows: await counts.cells(concepts, everyone) });
  }
  refuseTooLarge(axes, tables);
  const subjects = await counts.subjects(everyone);
  return suppressCrossTab({ axes, tables, subjects }, threshold, hideFigures);
}

function refuseTooLarge(axes: Axes, tables: readonly CountedTable[]): void {
  const lengthOf = (of: readonly AxisPlan[]): number => {
    const over = tables.find(
      ({ concepts }) => concepts.length === of.length && of.every((concept) => concepts.includes(concept)),
    );
    return over?.rows.length ?? 1;
  };
  const domains = [...axes.rows, ...axes.cols].map((concept) => lengthOf([concept]) + 1);
  if (lengthOf(axes.rows) * lengthOf(axes.cols) > mostCells || !isCodable(domains)) throw tooLarge();
}

export const tooManyConcepts = (concepts: number): string | undefined =>
  concepts <= mostProtectedConcepts
    ? undefined
    : `With your access at most ${mostProtectedConcepts} concepts can be crossed. Remove ${concepts - mostProtectedConcepts} of them.`;
