import { type Line, linesOf, protectLine, type Table } from './line.ts';
import { hidePartners } from './partnerCells.ts';
import type { Suppression } from './suppression.ts';
import { hideTellingRests } from './tellingRests.ts';

/**
 * Hides small cells and their partner cells in one table, after the coarser tables. The hidden part of each line has at
 * least two cells and enough subjects (rule 7.4). If that is impossible, hides the whole table.
 */
export function hideInTable(table: Table, suppression: Suppression): void {
  const { indexes, cells } = table;
  const lines = linesOf(cells, indexes, suppression);
  const toProtect = cells.filter((code) => !suppression.isInherited(code) && suppression.mustHide(code));
  for (const code of toProtect) suppression.hide(code);
  const unprotected = new Set(lines.all.filter(({ cells: own }) => own.some(suppression.isHidden)));
  for (;;) {
    const code = toProtect.pop();
    if (code !== undefined) {
      const added = hidePartners(code, suppression);
      if (added === null) {
        suppression.withhold(indexes);
        return;
      }
      for (const line of [code, ...added].flatMap(lines.through)) unprotected.add(line);
      toProtect.push(...added.filter((corner) => suppression.countOf(corner) > 0));
      continue;
    }
    const line = next(unprotected);
    if (line === undefined) {
      const telling = hideTellingRests(table, suppression);
      if (telling.length === 0) return;
      toProtect.push(...telling);
      continue;
    }
    const added = protectLine(line, suppression);
    if (added.length === 0) unprotected.delete(line);
    for (const touched of added.flatMap(lines.through)) unprotected.add(touched);
    toProtect.push(...added.filter((corner) => suppression.countOf(corner) > 0));
  }
}

function next(lines: ReadonlySet<Line>): Line | undefined {
  for (const line of lines) return line;
  return undefined;
}
