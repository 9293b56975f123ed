import type { CellCode } from './countTables.ts';
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
  { coder }: Suppression,
): Lines {
  const byPlace = new Map(
    places.map((place) => {
      const wholeOf = (code: CellCode): CellCode => code - coder.step(place, coder.digit(code, place) - 1);
      const lines = new Map<CellCode, Line & { readonly cells: CellCode[] }>();
      for (const code of cells) {
        const whole = wholeOf(code);
        const line = lines.get(whole);
        if (line === undefined) lines.set(whole, { whole, place, cells: [code] });
        else line.cells.push(code);
      }
      return [place, { wholeOf, lines }] as const;
    }),
  );
  return {
    all: [...byPlace.values()].flatMap(({ lines }) => [...lines.values()]),
    through: (code) => [...byPlace.values()].flatMap(({ wholeOf, lines }) => lines.get(wholeOf(code)) ?? []),
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

const cellsAcross = ({ whole, place }: Line, { coder, tables }: Suppression): readonly CellCode[] =>
  Array.from({ length: tables.domains[place] ?? 0 }, (_, value) => whole + coder.step(place, value));

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
