import type { CellCode } from './countTables.ts';
import { groupBy } from './nesting.ts';
import type { Suppression } from './suppression.ts';

/** A table by the indexes of its concepts, with the cells that occur, the largest first. */
export interface Table {
  readonly indexes: readonly number[];
  readonly cells: readonly CellCode[];
}

/** A row or column of a table: the cells that make up one cell of the table without one concept. */
export interface Line {
  readonly whole: CellCode;
  readonly index: number;
  /** Those that occur, the largest first. */
  readonly cells: readonly CellCode[];
}

export interface Lines {
  readonly all: readonly Line[];
  through(code: CellCode): readonly Line[];
}

export function linesOf(
  cells: readonly CellCode[],
  indexes: readonly number[],
  { coder, nesting }: Suppression,
): Lines {
  const directions = nesting.independent(indexes).map((index) => {
    const wholeOf = (code: CellCode): CellCode => code - coder.part(code, nesting.equivalents(index));
    const lines = [...groupBy(cells, wholeOf)].map(([whole, own]): Line => ({ whole, index, cells: own }));
    return { wholeOf, byWhole: new Map(lines.map((line) => [line.whole, line])) };
  });
  return {
    all: directions.flatMap(({ byWhole }) => [...byWhole.values()]),
    through: (code) => directions.flatMap(({ wholeOf, byWhole }) => byWhole.get(wholeOf(code)) ?? []),
  };
}

/**
 * Where the total of a line shows, anyone can work out what is hidden in the line together. That must be 0, or at least
 * two cells of at least the threshold together. Hides at most one more cell towards that, or the empty ones.
 * @returns the cells that were not hidden before; none where the line is protected
 */
export function protectLine(line: Line, suppression: Suppression): readonly CellCode[] {
  const { isHidden, countOf, threshold } = suppression;
  if (isHidden(line.whole)) return [];
  const hidden = line.cells.filter(isHidden);
  if (hidden.length === 0) return [];
  const together = hidden.reduce((total, code) => total + countOf(code), 0);
  if (together >= threshold && (hidden.length > 1 || hidesEmptyCell(line, suppression))) return [];
  const smallest = line.cells.findLast((code) => !isHidden(code));
  const added = smallest === undefined ? shownEmptyCells(line, suppression) : [smallest];
  for (const code of added) suppression.hide(code);
  return added;
}

const cellsAcross = ({ whole, index }: Line, { nesting, coder }: Suppression): readonly CellCode[] =>
  nesting.alike(whole, index).map((value) => whole + coder.part(value, nesting.equivalents(index)));

const hidesEmptyCell = (line: Line, suppression: Suppression): boolean =>
  cellsAcross(line, suppression).some(
    (code) => suppression.countOf(code) === 0 && suppression.isHidden(code),
  );

/** Where all other cells of a line are hidden, the empty ones that show tell in which cells its subjects are. */
const shownEmptyCells = (line: Line, suppression: Suppression): readonly CellCode[] =>
  cellsAcross(line, suppression).filter((code) => !suppression.isHidden(code));
