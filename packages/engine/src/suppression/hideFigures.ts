import type { HideFigures } from './countTables.ts';
import { type CellCode, type CellCoder, type CountTables, cellCoder } from './countTables.ts';
import { hideInTable, type Table } from './hideInTable.ts';
import { groupBy, nestingOf } from './nesting.ts';
import { wantedShift } from './partnerCells.ts';
import { isSmall } from './smallCount.ts';
import { createSuppression } from './suppression.ts';

/**
 * Small numbers with secondary suppression (docs/adr/0008-small-numbers.md). Tables are worked on from coarse to fine,
 * and none depends on a finer one. So a figure is hidden or shown the same way in every question that tells it
 * (rule 7.4).
 */
export const hideFigures: HideFigures = (tables, threshold) => {
  const coder = cellCoder(tables.domains);
  const nesting = nestingOf(tables, coder);
  const suppression = createSuppression({ tables, coder, nesting }, threshold);
  const isTiny = isSmall(tables.subjects, threshold);
  if (isTiny) suppression.withhold([]);
  for (const table of tablesFromCoarse(tables, coder)) {
    const isConstant = nesting.independent(table.indexes).some((index) => (tables.domains[index] ?? 0) < 2);
    if (!isConstant && !suppression.isWithheld(table.indexes)) hideInTable(table, suppression);
  }
  /** Where subjects are few, the few values of one concept may be named, unless each names one subject. */
  const isNameable = (code: CellCode): boolean => {
    const [index = 0, ...others] = nesting.independent(coder.indexes(code));
    const values = tables.domains[index] ?? 0;
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
  const tables = groupBy(sorted, (code) => coder.indexes(code).join());
  return [...tables.values()]
    .map((cells) => ({ indexes: coder.indexes(cells[0] ?? 0), cells }))
    .sort((a, b) => a.indexes.length - b.indexes.length);
}
