import type { CellCode } from './countTables.ts';
import { hideCube } from './cube.ts';
import { type Line, linesOf, settleLine } from './line.ts';
import { isSmall } from './smallCount.ts';
import type { Suppression } from './suppression.ts';

/** A table by the places of its concepts, with the cells that occur, the largest first. */
export interface Table {
  readonly places: readonly number[];
  readonly cells: readonly CellCode[];
}

/**
 * Settles one table, the coarser ones being settled: small cells are hidden, each within a cube of hidden cells, and in
 * every line what is hidden is neither one cell nor few subjects. A table where this cannot be had shows nothing.
 */
export function hideInTable(table: Table, suppression: Suppression): void {
  const { places, cells } = table;
  const lines = linesOf(cells, places, suppression);
  const toProtect = cells.filter(
    (code) => !suppression.isInherited(code) && isSmall(suppression.countOf(code), suppression.threshold),
  );
  for (const code of toProtect) suppression.hide(code);
  const unsettled = new Set(lines.all.filter(({ cells: own }) => own.some(suppression.isHidden)));
  for (;;) {
    const code = toProtect.pop();
    if (code !== undefined) {
      const added = hideCube(code, suppression);
      if (added === null) {
        suppression.withhold(places);
        return;
      }
      for (const line of [code, ...added].flatMap(lines.through)) unsettled.add(line);
      toProtect.push(...added.filter((corner) => suppression.countOf(corner) > 0));
      continue;
    }
    const line = next(unsettled);
    if (line === undefined) return;
    const added = settleLine(line, suppression);
    if (added.length === 0) unsettled.delete(line);
    for (const touched of added.flatMap(lines.through)) unsettled.add(touched);
    toProtect.push(...added.filter((corner) => suppression.countOf(corner) > 0));
  }
}

function next(lines: ReadonlySet<Line>): Line | undefined {
  for (const line of lines) return line;
  return undefined;
}
