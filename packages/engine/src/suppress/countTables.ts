/**
 * A cell of a table over some of the concepts of a question, as one number: digit 0 says that the concept is not part
 * of the table, digit v + 1 that the cell lies at its value v. A concept is named by its place.
 */
export type CellCode = number;

/** Every table that can be asked over some of these concepts, each cell with the distinct subjects in it. */
export interface CountTables {
  /** How many values each concept has. */
  readonly domains: readonly number[];
  /** Cells that occur, of all tables; what is absent is 0. */
  readonly counts: ReadonlyMap<CellCode, number>;
  /** Everyone that is counted. */
  readonly subjects: number;
}

/** Reads and writes cell codes of these domains. */
export interface CellCoder {
  digit(code: CellCode, place: number): number;
  /** What a value adds to the code of a cell that lacks the concept. */
  step(place: number, value: number): number;
  /** Places of the concepts of the cell's table. */
  places(code: CellCode): readonly number[];
  /** The cells of coarser tables that hold this one, itself last. */
  within(code: CellCode): readonly CellCode[];
}

/** Whether every cell of these domains has a code that a number holds exactly. */
export const isCodable = (domains: readonly number[]): boolean =>
  domains.reduce((product, size) => product * (size + 1), 1) <= Number.MAX_SAFE_INTEGER;

export function cellCoder(domains: readonly number[]): CellCoder {
  const strides = domains.map((_, place) =>
    domains.slice(0, place).reduce((product, size) => product * (size + 1), 1),
  );
  const strideOf = (place: number): number => strides[place] ?? 0;
  const digit = (code: CellCode, place: number): number =>
    Math.floor(code / strideOf(place)) % ((domains[place] ?? 0) + 1);
  const places = (code: CellCode): readonly number[] =>
    [...domains.keys()].filter((place) => digit(code, place) > 0);
  return {
    digit,
    step: (place, value) => (value + 1) * strideOf(place),
    places,
    within: (code) =>
      places(code).reduce<CellCode[]>(
        (codes, place) => {
          const part = digit(code, place) * strideOf(place);
          return [...codes, ...codes.map((coarser) => coarser + part)];
        },
        [0],
      ),
  };
}
