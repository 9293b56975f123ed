import type { CellCode, CellCoder, CountTables } from './countTables.ts';

/** How the concepts of a question hang together, and which values one may take the place of another. */
export interface Nesting {
  /** Of a table's concepts those that none of the others decides; of twins the first. */
  generators(places: readonly number[]): readonly number[];
  /** The concept with its twins. */
  twins(place: number): readonly number[];
  /** The values, with what they decide, that agree with the cell on everything that the concept decides but twins. */
  alike(code: CellCode, place: number): readonly CellCode[];
  /** The cell with another value of the concept, and with what that one decides. */
  replaced(code: CellCode, place: number, value: CellCode): CellCode;
  /** The tables, coarser than the one over these concepts, that can be asked; each by its concepts. */
  coarser(places: readonly number[]): readonly (readonly number[])[];
}

export function nestingOf({ decides, counts }: CountTables, coder: CellCoder): Nesting {
  const decidedBy = (place: number): readonly number[] => decides[place] ?? [];
  const areTwins = (a: number, b: number): boolean => decidedBy(a).includes(b) && decidedBy(b).includes(a);
  const twins = (place: number): readonly number[] => [
    place,
    ...decidedBy(place).filter((other) => areTwins(place, other)),
  ];
  const wider = (place: number): readonly number[] =>
    decidedBy(place).filter((other) => !areTwins(place, other));
  const isClosed = (places: readonly number[]): boolean =>
    places.every((place) => decidedBy(place).every((other) => places.includes(other)));

  const values = decides.map((_, place) => {
    const name = [place, ...decidedBy(place)].sort((a, b) => a - b).join();
    const own = [...counts.keys()].filter((code) => coder.places(code).join() === name).sort((a, b) => a - b);
    return groupBy(own, (code) => coder.part(code, wider(place)));
  });
  const known = new Map<string, readonly (readonly number[])[]>();
  return {
    generators: (places) =>
      places.filter((place) =>
        places.every(
          (other) =>
            other === place || !decidedBy(other).includes(place) || (areTwins(place, other) && place < other),
        ),
      ),
    twins,
    alike: (code, place) => values[place]?.get(coder.part(code, wider(place))) ?? [],
    replaced: (code, place, value) => code + coder.part(value, twins(place)) - coder.part(code, twins(place)),
    coarser: (places) => {
      const name = places.join();
      const found = known.get(name) ?? properSubsets(places).filter(isClosed);
      known.set(name, found);
      return found;
    },
  };
}

export function groupBy<T, K>(values: readonly T[], keyOf: (value: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group === undefined) groups.set(keyOf(value), [value]);
    else group.push(value);
  }
  return groups;
}

/** Every choice of one value or more, but all of them. */
export const properSubsets = <T>(values: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.max(0, 2 ** values.length - 2) }, (_, index) =>
    values.filter((_value, place) => Math.floor((index + 1) / 2 ** place) % 2 === 1),
  );
