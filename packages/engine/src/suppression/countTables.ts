/**
 * A cell of a table over some of the concepts of a question, as one number with a digit for each concept. Digit 0 says
 * that the concept is not part of the table, digit v + 1 that the cell lies at its value v. A concept is named by its
 * index among the concepts of the question.
 */
export type CellCode = number;

/** Every table that can be asked over some of these concepts, each cell with the distinct subjects in it. */
export interface CountTables {
  /** How many values each concept has. */
  readonly domains: readonly number[];
  /**
   * For each concept the others that its value determines, as an age determines the age group. A table over a concept is
   * also one over what it determines, since it tells as much. Concepts that determine each other are equivalent.
   */
  readonly determines: readonly (readonly number[])[];
  /** The concepts of which a subject may have several values, so that the cells of different values overlap. */
  readonly overlapping: readonly Overlapping[];
  /** Cells that must be hidden whatever their figure, since they tell a small one beside concepts that are not here. */
  readonly telling: ReadonlySet<CellCode>;
  /** Cells that occur, of all tables; what is absent is 0. */
  readonly counts: ReadonlyMap<CellCode, number>;
  /** How many subjects are counted. */
  readonly subjects: number;
}

/** A concept by its index, of which a subject may have several values or several records. */
interface Overlapping {
  readonly index: number;
  /** The value that stands for a missing one; null where none is missing. */
  readonly missing: number | null;
}

export const countIn = ({ counts, subjects }: CountTables, code: CellCode): number =>
  code === 0 ? subjects : (counts.get(code) ?? 0);

/** Reads and writes cell codes of these domains. */
export interface CellCoder {
  digit(code: CellCode, index: number): number;
  /** What a value adds to the code of a cell that lacks the concept. */
  step(index: number, value: number): number;
  /** Indexes of the concepts of the cell's table. */
  indexes(code: CellCode): readonly number[];
  /** The cell of the coarser table over these concepts that holds this one. */
  part(code: CellCode, indexes: readonly number[]): CellCode;
}

/** Whether every cell of these domains has a code that a number holds exactly. */
export const isCodable = (domains: readonly number[]): boolean =>
  domains.reduce((product, size) => product * (size + 1), 1) <= Number.MAX_SAFE_INTEGER;

export function cellCoder(domains: readonly number[]): CellCoder {
  const strides = domains.map((_, index) =>
    domains.slice(0, index).reduce((product, size) => product * (size + 1), 1),
  );
  const strideOf = (index: number): number => strides[index] ?? 0;
  const digit = (code: CellCode, index: number): number =>
    Math.floor(code / strideOf(index)) % ((domains[index] ?? 0) + 1);
  return {
    digit,
    step: (index, value) => (value + 1) * strideOf(index),
    indexes: (code) => [...domains.keys()].filter((index) => digit(code, index) > 0),
    part: (code, indexes) => indexes.reduce((sum, index) => sum + digit(code, index) * strideOf(index), 0),
  };
}

/** The cell that lies in both; null where they have different values of one concept, so that there is none. */
export function crossing(one: CellCode, other: CellCode, coder: CellCoder): CellCode | null {
  const indexes = coder.indexes(other);
  const shared = coder.indexes(one).filter((index) => indexes.includes(index));
  const common = coder.part(one, shared);
  return common === coder.part(other, shared) ? one + other - common : null;
}

/** Which figures of a set of tables stay hidden. */
export interface HiddenFigures {
  isHidden(code: CellCode): boolean;
  /** Whether a row or column may be named: it occurs, and its own total is shown (rule 7.3). */
  isListed(code: CellCode): boolean;
}

/** A rule of suppression; a pure function of the counts, so that repeating a question gives the same answer. */
export type HideFigures = (tables: CountTables, threshold: number) => HiddenFigures;
