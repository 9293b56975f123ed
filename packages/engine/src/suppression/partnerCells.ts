import type { CellCode } from './countTables.ts';
import type { Suppression } from './suppression.ts';

/**
 * A cell and its partners: on each concept that no other one determines there is one other value, and these are the
 * cells at all choices between the two. A value comes with all that it determines. Adding one subject to every even
 * cell and taking one from every odd cell changes no table that lacks one of the concepts. So while all of them are
 * hidden, no combination of answers, over whatever concepts, tells their values (rule 7.4).
 */
interface PartnerCells {
  /** Cells that differ from the protected one on an even number of concepts, itself among them. */
  readonly even: readonly CellCode[];
  readonly odd: readonly CellCode[];
}

const cellsOf = ({ even, odd }: PartnerCells): readonly CellCode[] => [...even, ...odd];

/** How many more values than one stay possible for each of the hidden cells. */
const possibleShift = ({ even, odd }: PartnerCells, countOf: (code: CellCode) => number): number =>
  Math.min(...even.map(countOf)) + Math.min(...odd.map(countOf));

/** The values other than its own that a figure must leave possible. */
export const wantedShift = (threshold: number): number => Math.max(1, Math.floor((threshold - 1) / 3));

/**
 * Hides the cheapest partner cells that protect the cell.
 * @returns those that were not hidden before; null where there are none that protect it
 */
export function hidePartners(code: CellCode, suppression: Suppression): readonly CellCode[] | null {
  const attempts = [
    { scant: 1, empty: 20 },
    { scant: 5, empty: 100 },
    { scant: 100, empty: 1 },
  ];
  for (const { scant, empty } of attempts) {
    const { threshold } = suppression;
    const prices = { scant: scant * threshold, empty: empty * threshold };
    const partners = cheapestPartners(code, suppression, prices);
    if (partners !== null && protects(partners, suppression)) return hideAll(partners, suppression);
  }
  return null;
}

const protects = (partners: PartnerCells, { countOf, threshold }: Suppression): boolean =>
  possibleShift(partners, countOf) >= wantedShift(threshold);

function hideAll(partners: PartnerCells, suppression: Suppression): readonly CellCode[] {
  const added = cellsOf(partners).filter((cell) => !suppression.isHidden(cell));
  for (const cell of added) suppression.hide(cell);
  return added;
}

interface Prices {
  /** Of a hidden cell that could hardly be less than it is. */
  readonly scant: number;
  /** Of an empty cell that shows. */
  readonly empty: number;
}

/** Concept by concept the value that hides least; null where a concept has no other value that would do. */
function cheapestPartners(code: CellCode, suppression: Suppression, prices: Prices): PartnerCells | null {
  const { coder, nesting } = suppression;
  const priceOf = pricedBy(suppression, prices);
  const choices = nesting
    .independent(coder.indexes(code))
    .map((index) => ({ index, values: nesting.alike(code, index) }))
    .sort((a, b) => a.values.length - b.values.length);
  let partners: PartnerCells = { even: [code], odd: [] };
  for (const { index, values } of choices) {
    let best: { readonly moved: PartnerCells; readonly price: number } | null = null;
    for (const value of values) {
      const shift = nesting.replaced(code, index, value) - code;
      if (shift === 0) continue;
      const moved = {
        even: partners.odd.map((cell) => cell + shift),
        odd: partners.even.map((cell) => cell + shift),
      };
      const price = cellsOf(moved).reduce((sum, cell) => sum + priceOf(cell), 0);
      if (best === null || price < best.price) best = { moved, price };
      if (price === 0) break;
    }
    if (best === null) return null;
    partners = { even: [...partners.even, ...best.moved.even], odd: [...partners.odd, ...best.moved.odd] };
  }
  return partners;
}

const pricedBy =
  ({ countOf, isHidden, threshold }: Suppression, { scant, empty }: Prices) =>
  (cell: CellCode): number => {
    const count = countOf(cell);
    if (isHidden(cell)) return count < wantedShift(threshold) ? scant : 0;
    return count === 0 ? empty : count;
  };
