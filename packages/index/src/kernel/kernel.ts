/** Bytes of a code: one column has codes of one width. */
export type Width = 1 | 2 | 4;

/** Codes of all positions of a collection; 0 stands for no value. */
export interface Codes {
  /** The address of the first code. */
  readonly at: number;
  readonly width: Width;
}

/** Positions `from` to `from + count - 1`. */
export interface Span {
  readonly from: number;
  readonly count: number;
}

/** Bit n of a set at `bits` stands for position or subject `from + n`. */
export interface BitSpan extends Span {
  readonly bits: number;
}

/** Rows of subjects: those of subject s are the positions `offsets[s]` to `offsets[s + 1] - 1` (u32 at `offsets`). */
export interface RowsOfSubjects {
  readonly offsets: number;
  /** The positions that the bits of `rows` stand for. */
  readonly rows: BitSpan;
}

/** What a code of an edge stands for: `points[code]`, an i32; `unknownPoint` where it is unknown. */
export interface Points extends Codes {
  readonly points: number;
}

export const unknownPoint = -2_147_483_648;

export interface Pairing {
  readonly own: RowsOfSubjects & { readonly edge: Points };
  readonly target: RowsOfSubjects & { readonly from: Points; readonly to: Points };
  /** Whether both are the same collection: then no row is its own partner. */
  readonly isSame: boolean;
  readonly fromDistance: number;
  readonly toDistance: number;
}

/**
 * What is done with sets of bits and with codes. All addresses are bytes of one memory; sets begin at multiples of 16
 * and take a whole number of 16 bytes; the bits behind their end are 0.
 */
export interface Kernel {
  /** Sets all bits of the span. */
  all(set: BitSpan): void;
  none(set: BitSpan): void;
  and(out: number, other: number, count: number): void;
  or(out: number, other: number, count: number): void;
  not(set: BitSpan): void;
  copy(out: number, other: number, count: number): void;
  count(bits: number, count: number): number;
  /** Adds to `out` the positions whose code is from `low` to `high`. */
  addRange(codes: Codes, range: { readonly low: number; readonly high: number }, out: BitSpan): void;
  /** Adds to `out` the positions whose code c has a 1 in the table of bytes at `table + c`. */
  addListed(codes: Codes, table: number, out: BitSpan): void;
  /** Adds the positions with a listed code among the codes `offsets[p]` to `offsets[p + 1] - 1`. */
  addAnyListed(lists: { readonly offsets: number; readonly codes: Codes }, table: number, out: BitSpan): void;
  /** Adds the positions that have any code. */
  addAny(offsets: number, out: BitSpan): void;
  /** Adds to `out` the subjects with at least `min` and at most `max` of the rows. */
  addWithRows(
    rows: RowsOfSubjects,
    bounds: { readonly min: number; readonly max: number },
    out: BitSpan,
  ): void;
  /**
   * Adds to `out` the own rows for which some target row of the same subject lies at the right distance: own edge less
   * target `from` is at least `fromDistance`, and less target `to` at most `toDistance`.
   */
  addPaired(pairing: Pairing, subjects: Span, out: BitSpan): void;
  /** Adds to the u32 at `counts + 4 * code` one for each position of the set. */
  tally(codes: Codes, set: BitSpan, counts: number): void;
}

/** The bytes that a set of so many bits takes. */
export const bytesOfBits = (count: number): number => ((count + 127) >>> 7) << 4;
