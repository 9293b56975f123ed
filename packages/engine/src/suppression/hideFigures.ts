import type { HideFigures } from './countTables.ts';
import { type CellCode, type CellCoder, type CountTables, cellCoder } from './countTables.ts';
import { wantedShift } from './cube.ts';
import { hideInTable, type Table } from './hideInTable.ts';
import { groupBy, nestingOf } from './nesting.ts';
import { isSmall } from './smallCount.ts';
import { createSuppression } from './suppression.ts';

/**
 * Small-number rule with complementary suppression (docs/adr/0008-small-numbers.md). Tables are settled from coarse to
 * fine, each knowing nothing of the finer ones, so a figure is hidden or shown alike in every question it follows
 * from (rule 7.4).
 */
export const hideFigures: HideFigures = (tables, threshold) => {
  const coder = cellCoder(tables.domains);
  const nesting = nestingOf(tables, coder);
  const suppression = createSuppression({ tables, coder, nesting }, threshold);
  const isTiny = isSmall(tables.subjects, threshold);
  if (isTiny) suppression.withhold([]);
  for (const table of tablesFromCoarse(tables, coder)) {
    const isConstant = nesting.generators(table.places).some((place) => (tables.domains[place] ?? 0) < 2);
    if (!isConstant && !suppression.isWithheld(table.places)) hideInTable(table, suppression);
  }
  /** Among a few people the few values of one concept may be named, unless they tell the people apart. */
  const isNameable = (code: CellCode): boolean => {
    const [place = 0, ...others] = nesting.generators(coder.places(code));
    const values = tables.domains[place] ?? 0;
    const isFew = values < tables.subjects && values + wantedShift(threshold) < threshold;
    return isTiny && others.length === 0 && isFew;
  };
  return {
    isHidden: suppression.isHidden,
    isListed: (code) => code === 0 || suppression.isListed(code) || isNameable(code),
  };
};

/** Cells of equal count stand in the order of their codes, so that the choice among them is always the same. */
function tablesFromCoarse({ counts }: CountTables, coder: CellCoder): readonly Table[] {
  const sorted = [...counts].sort(([a, many], [b, most]) => most - many || b - a).map(([code]) => code);
  const tables = groupBy(sorted, (code) => coder.places(code).join());
  return [...tables.values()]
    .map((cells) => ({ places: coder.places(cells[0] ?? 0), cells }))
    .sort((a, b) => a.places.length - b.places.length);
}
