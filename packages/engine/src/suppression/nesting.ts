import type { CellCode, CellCoder, CountTables } from './countTables.ts';

/** Which concepts of a question determine others, and which values can stand for each other. */
export interface Nesting {
  /** Of a table's concepts those that no other one determines; of equivalent ones the first. */
  independent(indexes: readonly number[]): readonly number[];
  /** The concept with those that are equivalent to it. */
  equivalents(index: number): readonly number[];
  /** Whether only one value of the concept occurs. */
  isConstant(index: number): boolean;
  /**
   * The values of the concept, with all that they determine, that agree with the cell on the wider concepts: those that
   * the concept determines and is not equivalent to.
   */
  alike(code: CellCode, index: number): readonly CellCode[];
  /** The cell with another value of the concept, and with all that this value determines. */
  replaced(code: CellCode, index: number, value: CellCode): CellCode;
  /** The coarser tables that can be asked, each by its concepts. */
  coarser(indexes: readonly number[]): readonly (readonly number[])[];
}

export function nestingOf({ determines, counts }: CountTables, coder: CellCoder): Nesting {
  const determinedBy = (index: number): readonly number[] => determines[index] ?? [];
  const areEquivalent = (a: number, b: number): boolean =>
    determinedBy(a).includes(b) && determinedBy(b).includes(a);
  const equivalents = (index: number): readonly number[] => [
    index,
    ...determinedBy(index).filter((other) => areEquivalent(index, other)),
  ];
  const wider = (index: number): readonly number[] =>
    determinedBy(index).filter((other) => !areEquivalent(index, other));
  const isClosed = (indexes: readonly number[]): boolean =>
    indexes.every((index) => determinedBy(index).every((other) => indexes.includes(other)));

  const values = determines.map((_, index) => {
    const name = [index, ...determinedBy(index)].sort((a, b) => a - b).join();
    const own = [...counts.keys()]
      .filter((code) => coder.indexes(code).join() === name)
      .sort((a, b) => a - b);
    return groupBy(own, (code) => coder.part(code, wider(index)));
  });
  const known = new Map<string, readonly (readonly number[])[]>();
  return {
    independent: (indexes) =>
      indexes.filter((index) =>
        indexes.every(
          (other) =>
            other === index ||
            !determinedBy(other).includes(index) ||
            (areEquivalent(index, other) && index < other),
        ),
      ),
    equivalents,
    isConstant: (index) => [...(values[index]?.values() ?? [])].flat().length < 2,
    alike: (code, index) => values[index]?.get(coder.part(code, wider(index))) ?? [],
    replaced: (code, index, value) =>
      code + coder.part(value, equivalents(index)) - coder.part(code, equivalents(index)),
    coarser: (indexes) => {
      const name = indexes.join();
      const found = known.get(name) ?? properSubsets(indexes).filter(isClosed);
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

/** Every subset of the values except none and all. */
export const properSubsets = <T>(values: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.max(0, 2 ** values.length - 2) }, (_, choice) =>
    values.filter((_value, index) => Math.floor((choice + 1) / 2 ** index) % 2 === 1),
  );
