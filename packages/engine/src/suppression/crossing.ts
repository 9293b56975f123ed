import type { CellCode, CellCoder } from './countTables.ts';

/** The cell that lies in both; null where they have different values of one concept, so that nobody does. */
export function crossing(one: CellCode, other: CellCode, coder: CellCoder): CellCode | null {
  const places = coder.places(other);
  const shared = coder.places(one).filter((place) => places.includes(place));
  const common = coder.part(one, shared);
  return common === coder.part(other, shared) ? one + other - common : null;
}
