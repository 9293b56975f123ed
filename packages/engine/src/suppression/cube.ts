import type { CellCode } from './countTables.ts';
import type { Suppression } from './suppression.ts';

/**
 * A cell with a partner value on each concept that no other one decides: the cells at all choices between the two. The
 * partner decides the same as the value whose place it takes. Adding one subject at every other corner and taking one
 * away at the rest changes no table that lacks one of the concepts, so while all corners are hidden no combination of
 * answers, over whatever concepts, tells the corners apart.
 */
export interface Cube {
  /** Corners that differ from the cell on an even number of concepts, itself among them. */
  readonly even: readonly CellCode[];
  readonly odd: readonly CellCode[];
}

const cornersOf = ({ even, odd }: Cube): readonly CellCode[] => [...even, ...odd];

/** How many more values than one stay possible for each corner of a hidden cube. */
export const possibleShift = ({ even, odd }: Cube, room: (code: CellCode) => number): number =>
  Math.min(...even.map(room)) + Math.min(...odd.map(room));

/** The values other than its own that a figure must leave possible. */
export const wantedShift = (threshold: number): number => Math.max(1, Math.floor((threshold - 1) / 3));

/** The cheapest cube around the cell that protects it, hidden where it was not; false where there is none. */
export function hideCube(code: CellCode, suppression: Suppression): readonly CellCode[] | null {
  const prices = [
    { scant: 1, empty: 20 },
    { scant: 5, empty: 100 },
    { scant: 100, empty: 1 },
  ];
  for (const { scant, empty } of prices) {
    const { threshold } = suppression;
    const cube = cheapestCube(code, suppression, { scant: scant * threshold, empty: empty * threshold });
    if (cube !== null && protects(cube, suppression)) return hideCorners(cube, suppression);
  }
  return null;
}

const hasEmptyCorner = (cube: Cube, { countOf, isHidden }: Suppression): boolean =>
  cornersOf(cube).some((corner) => countOf(corner) === 0 && !isHidden(corner));

function protects(cube: Cube, suppression: Suppression): boolean {
  const { countOf, isHidden, slackOf, threshold } = suppression;
  const room = hasEmptyCorner(cube, suppression)
    ? countOf
    : (corner: CellCode) => (isHidden(corner) ? slackOf(corner) : countOf(corner) - 1);
  return possibleShift(cube, room) >= wantedShift(threshold);
}

/** With an empty corner all of them are sealed, or the one that is left out of the axes would be known to be empty. */
function hideCorners(cube: Cube, suppression: Suppression): readonly CellCode[] {
  const isSealed = hasEmptyCorner(cube, suppression);
  const added = cornersOf(cube).filter((corner) => !suppression.isHidden(corner));
  for (const corner of cornersOf(cube)) {
    if (suppression.isInherited(corner)) continue;
    if (isSealed) suppression.seal(corner);
    else suppression.hide(corner);
  }
  return added;
}

interface Prices {
  /** Of a hidden corner that could hardly be less than it is. */
  readonly scant: number;
  /** Of an empty corner that shows. */
  readonly empty: number;
}

/** Concept by concept the partner that hides least; null where a concept has no other value that would do. */
function cheapestCube(code: CellCode, suppression: Suppression, prices: Prices): Cube | null {
  const { coder, nesting } = suppression;
  const priceOf = pricedBy(suppression, prices);
  const choices = nesting
    .generators(coder.places(code))
    .map((place) => ({ place, values: nesting.alike(code, place) }))
    .sort((a, b) => a.values.length - b.values.length);
  let cube: Cube = { even: [code], odd: [] };
  for (const { place, values } of choices) {
    let best: { readonly moved: Cube; readonly price: number } | null = null;
    for (const value of values) {
      const shift = nesting.replaced(code, place, value) - code;
      if (shift === 0) continue;
      const moved = {
        even: cube.odd.map((corner) => corner + shift),
        odd: cube.even.map((corner) => corner + shift),
      };
      const price = cornersOf(moved).reduce((sum, corner) => sum + priceOf(corner), 0);
      if (best === null || price < best.price) best = { moved, price };
      if (price === 0) break;
    }
    if (best === null) return null;
    cube = { even: [...cube.even, ...best.moved.even], odd: [...cube.odd, ...best.moved.odd] };
  }
  return cube;
}

const pricedBy =
  ({ countOf, isHidden, slackOf, threshold }: Suppression, { scant, empty }: Prices) =>
  (corner: CellCode): number => {
    const count = countOf(corner);
    if (isHidden(corner)) return slackOf(corner) < wantedShift(threshold) ? scant : 0;
    return count === 0 ? empty : count;
  };
