/**
 * A cell of a table over some of the concepts of a question, as one number: digit 0 says that the concept is not part
 * of the table, digit v + 1 that the cell lies at its value v. A concept is named by its place.
 */
export type CellCode = number;

/** Every table that can be asked over some of these concepts, each cell with the distinct subjects in it. */
export interface CountTables {
  /** How many values each concept has. */
  readonly domains: readonly number[];
  /**
   * For each concept the others that its value decides, as an age decides the age group: a table with it has them too,
   * since it could not say less about them. Concepts that decide one another are twins.
   */
  readonly decides: readonly (readonly number[])[];
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
  /** The cell of the coarser table over these concepts that holds this one. */
  part(code: CellCode, places: readonly number[]): CellCode;
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
  return {
    digit,
    step: (place, value) => (value + 1) * strideOf(place),
    places: (code) => [...domains.keys()].filter((place) => digit(code, place) > 0),
    part: (code, places) => places.reduce((sum, place) => sum + digit(code, place) * strideOf(place), 0),
  };
}

/** The cell that lies in both; null where they have different values of one concept, so that nobody does. */
export function crossing(one: CellCode, other: CellCode, coder: CellCoder): CellCode | null {
  const places = coder.places(other);
  const shared = coder.places(one).filter((place) => places.includes(place));
  const common = coder.part(one, shared);
  return common === coder.part(other, shared) ? one + other - common : null;
}

/** Which figures of a set of tables stay hidden. */
export interface HiddenFigures {
  isHidden(code: CellCode): boolean;
  /** Whether a place on an axis may be named: it occurs, and saying so gives nothing away. */
  isListed(code: CellCode): boolean;
}

/** A rule of suppression; a pure function of the counts, so that repeating a question gives the same answer. */
export type HideFigures = (tables: CountTables, threshold: number) => HiddenFigures;
