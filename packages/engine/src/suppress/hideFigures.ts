import { type CellCode, type CellCoder, type CountTables, cellCoder } from './countTables.ts';
import type { HideFigures } from './hiddenFigures.ts';
import { hideInTable, type Table } from './hideInTable.ts';
import { isSmall } from './smallCount.ts';
import { createSuppression } from './suppression.ts';

/**
 * Small-number rule with complementary suppression (docs/adr/0008-small-numbers.md). Tables are settled from coarse to
 * fine, each knowing nothing of the finer ones, so a figure is hidden or shown alike in every question it follows from.
 */
export const hideFigures: HideFigures = (tables, threshold) => {
  const coder = cellCoder(tables.domains);
  const suppression = createSuppression(tables, coder, threshold);
  if (isSmall(tables.subjects, threshold)) suppression.withhold([]);
  for (const table of tablesFromCoarse(tables, coder)) {
    const isConstant = table.places.some((place) => (tables.domains[place] ?? 0) < 2);
    if (!isConstant && !suppression.isWithheld(table.places)) hideInTable(table, suppression);
  }
  return suppression;
};

/** Cells of equal count stand in the order of their codes, so that the choice among them is always the same. */
function tablesFromCoarse({ counts }: CountTables, coder: CellCoder): readonly Table[] {
  const tables = new Map<string, Table & { readonly cells: CellCode[] }>();
  const sorted = [...counts].sort(([a, many], [b, most]) => most - many || b - a);
  for (const [code] of sorted) {
    const places = coder.places(code);
    const name = places.join();
    const table = tables.get(name);
    if (table === undefined) tables.set(name, { places, cells: [code] });
    else table.cells.push(code);
  }
  return [...tables.values()].sort((a, b) => a.places.length - b.places.length);
}
