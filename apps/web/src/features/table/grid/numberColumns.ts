import type { GridRow } from './gridRows.ts';

/** Places of the columns that hold numbers only, which are set to the right so that their digits stand below each other. */
export function numberColumns(rows: readonly GridRow[]): ReadonlySet<number> {
  const numbers = new Set<number>();
  const others = new Set<number>();
  for (const { cells } of rows) {
    for (const [place, cell] of cells.entries()) {
      if (typeof cell === 'number') numbers.add(place);
      else if (cell !== null && cell !== undefined && !(Array.isArray(cell) && cell.length === 0))
        others.add(place);
    }
  }
  return new Set([...numbers].filter((place) => !others.has(place)));
}
