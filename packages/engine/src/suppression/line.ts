import type { CellCode } from './countTables.ts';
import { groupBy } from './nesting.ts';
import type { Suppression } from './suppression.ts';

/** The cells that a cell of the table with one concept less falls apart into. */
export interface Line {
  readonly whole: CellCode;
  readonly place: number;
  /** Those that occur, the largest first. */
  readonly cells: readonly CellCode[];
}

export interface Lines {
  readonly all: readonly Line[];
  through(code: CellCode): readonly Line[];
}

export function linesOf(
  cells: readonly CellCode[],
  places: readonly number[],
  { coder, nesting }: Suppression,
): Lines {
  const directions = nesting.generators(places).map((place) => {
    const wholeOf = (code: CellCode): CellCode => code - coder.part(code, nesting.twins(place));
    const lines = [...groupBy(cells, wholeOf)].map(([whole, own]): Line => ({ whole, place, cells: own }));
    return { wholeOf, byWhole: new Map(lines.map((line) => [line.whole, line])) };
  });
  return {
    all: directions.flatMap(({ byWhole }) => [...byWhole.values()]),
    through: (code) => directions.flatMap(({ wholeOf, byWhole }) => byWhole.get(wholeOf(code)) ?? []),
  };
}

/**
 * Where the whole shows, what is hidden in it is the whole less what shows: it must be nobody, or at least two cells of
 * together at least the threshold, of which any could be anything from 1 to the threshold less one. Hides what is
 * needed for that, at most one cell more, and returns it; nothing where the line is settled.
 */
export function settleLine(line: Line, suppression: Suppression): readonly CellCode[] {
  const { isHidden, countOf, slackOf, threshold } = suppression;
  if (isHidden(line.whole)) return [];
  const hidden = line.cells.filter(isHidden);
  const sum = (of: (code: CellCode) => number): number => hidden.reduce((total, code) => total + of(code), 0);
  if (hidden.length === 0) return [];
  const isPlenty = sum(countOf) >= threshold && sum(slackOf) >= threshold - 1;
  if (isPlenty && (hidden.length > 1 || hidesEmptyCell(line, suppression))) return [];
  const smallest = line.cells.findLast((code) => !isHidden(code));
  if (smallest === undefined) return sealLine(line, suppression);
  suppression.hide(smallest);
  return [smallest];
}

const cellsAcross = ({ whole, place }: Line, { nesting, coder }: Suppression): readonly CellCode[] =>
  nesting.alike(whole, place).map((value) => whole + coder.part(value, nesting.twins(place)));

const hidesEmptyCell = (line: Line, suppression: Suppression): boolean =>
  cellsAcross(line, suppression).some(
    (code) => suppression.countOf(code) === 0 && suppression.isHidden(code),
  );

/** All of the line is hidden already: now also which of its cells are empty. */
function sealLine(line: Line, suppression: Suppression): readonly CellCode[] {
  const open = cellsAcross(line, suppression).filter(
    (code) => !suppression.isHidden(code) || suppression.isListed(code),
  );
  const added = open.filter((code) => !suppression.isHidden(code));
  for (const code of open) suppression.seal(code);
  return added;
}
