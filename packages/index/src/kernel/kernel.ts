/** Codes of all positions of a collection; 0 stands for no value. */
export interface Codes {
  /** The address of the first code; of sums that of their `sumFields`. */
  readonly at: number;
  /**
   * Bits of a code. Those of 8, 16 and 32 are numbers of their own; others lie packed, code n from bit n * width on. 0:
   * the codes are sums, of a start and a length.
   */
  readonly width: number;
}

/**
 * Sums are told by six u32: the address and the width of the starts, which have no more than 16 bits; those of the lengths,
 * which have no more than 8; and the address and the number of the exceptions. A length of 0 stands for code 0, one of n for
 * code start + n - 1, and the largest for an exception: a position and its code (u32 each), in the order of positions.
 */
export const sumFields = 6;

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

interface Range {
  readonly low: number;
  readonly high: number;
}

/** Several codes of each position p: those from `offsets[p]` (u32) to `offsets[p + 1] - 1`, all different. */
export interface CodeLists {
  readonly offsets: number;
  readonly codes: Codes;
}

/**
 * The positions that have each code, where few have it. Code c has `before[c + 1] - before[c]` positions of `rows` (u32 at
 * `before`), and its list begins at `lists + begins[c]` (u32 at `begins`): the lower bits of each position, `lowerBits` of
 * them, one after the other; then, from the next byte on, bits of which bit u + i stands for the ith position, whose upper
 * bits are u.
 */
export interface Postings {
  readonly rows: number;
  readonly before: number;
  readonly begins: number;
  readonly lists: number;
}

/** How many lower bits a list of so many positions has. */
export const lowerBits = (rows: number, many: number): number => 31 - Math.clz32(Math.floor(rows / many));

/** All codes are below `size`. */
export interface SizedCodes extends Codes {
  readonly size: number;
}

/** Where different subjects are counted: a u32 for each code. */
export interface SubjectCounts {
  readonly counts: number;
  /** A u32 for each code: 0 before the first subject is counted; kept until the last one is. */
  readonly marks: number;
}

export interface Pairing {
  readonly own: RowsOfSubjects & { readonly edge: Points };
  readonly target: RowsOfSubjects & { readonly from: Points; readonly to: Points };
  /** Whether the points of `target.from` ascend among the rows of a subject, but for unknown ones. */
  readonly isOrdered: boolean;
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
  /** How many bits are set in both. */
  andCount(one: number, other: number, count: number): number;
  /** Adds to `out` the positions whose code is from `low` to `high`. */
  addRange(codes: Codes, range: Range, out: BitSpan): void;
  /** Leaves in the set the positions whose code is from `low` to `high`. */
  keepRange(codes: Codes, range: Range, set: BitSpan): void;
  /**
   * Adds to `out` the positions whose code c has a 1 in the table of bytes at `table + c`.
   * @param table of `minTable` bytes or more
   */
  addListed(codes: Codes, table: number, out: BitSpan): void;
  keepListed(codes: Codes, table: number, set: BitSpan): void;
  /**
   * Adds to several sets at once: to the nth, which begins at `out.bits + n * each`, the positions whose code c has the bit
   * n in the byte at `table + c`. There are `many` sets, at most 8.
   */
  addListedEach(
    codes: Codes,
    table: number,
    out: BitSpan & { readonly many: number; readonly each: number },
  ): void;
  /** Adds the positions with a listed code among the codes `offsets[p]` to `offsets[p + 1] - 1`. */
  addAnyListed(lists: CodeLists, table: number, out: BitSpan): void;
  /** Adds the positions that lists have for the codes from `low` to `high`. */
  addPosted(postings: Postings, range: Range, out: BitSpan): void;
  /** Adds the positions that have any code. */
  addAny(offsets: number, out: BitSpan): void;
  /** Adds to `out` the subjects with at least `min` and at most `max` of the rows. */
  addWithRows(rows: RowsOfSubjects, { min, max, room }: RowBounds, out: BitSpan): void;
  /**
   * Adds to the set at `out`, which is of the own rows, those for which some target row of the same subject lies at the
   * right distance: own edge less target `from` is at least `fromDistance`, and less target `to` at most `toDistance`.
   * @param room `pairsRoom` bytes to work in: what they are afterwards is not defined
   */
  addPaired(pairing: Pairing, subjects: Span, at: { readonly out: number; readonly room: number }): void;
  /** Adds to the rows all those of the subjects in the set. `addWithRows` with `atLeastOne` is its inverse. */
  addRowsOf(subjects: BitSpan, rows: RowsOfSubjects): void;
  /**
   * Adds to the u32 at `counts + 4 * code` one for each position of the set.
   * @param room `tallyRoom` bytes of 0 to work in; they are 0 again afterwards
   */
  tally(
    codes: SizedCodes,
    set: BitSpan,
    { counts, room }: { readonly counts: number; readonly room: number },
  ): void;
  /**
   * Adds one for each subject that has a row in the set with the code. The subjects are those of the rows. The marks may stay
   * as they are where there are at most 32 codes.
   */
  tallySubjects(
    codes: SizedCodes,
    rows: RowsOfSubjects,
    at: SubjectCounts & { readonly subjects: Span },
  ): void;
  /**
   * Adds to the 32 u32 at `counts` one for each subject that has a row of the group n in the set: the row's code c has
   * bit n in the u32 at `masks + 4 * c`.
   */
  tallyGroups(
    codes: Codes,
    rows: RowsOfSubjects,
    at: { readonly masks: number; readonly counts: number; readonly subjects: Span },
  ): void;
  /** As `tally`, where positions have several codes. */
  tallyLists(lists: CodeLists, set: BitSpan, counts: number): void;
  /** As `tallySubjects`, where rows have several codes. */
  tallyListSubjects(
    lists: CodeLists,
    rows: RowsOfSubjects,
    at: SubjectCounts & { readonly subjects: Span },
  ): void;
  /**
   * Counts positions of the set by the codes of two or three columns: at `counts + 4 * (a * b.size + b)`, or at
   * `counts + 4 * ((a * b.size + b) * c.size + c)`.
   */
  tallyCombined(columns: CombinedCodes, set: BitSpan, counts: number): void;
  /**
   * Adds one to the u32 at `counts + 4 * key` for each different key of each subject of the set.
   * @param marks a u32 for each key of rows: 0 before the first subject is counted; kept until the last one is
   */
  tallyKeys(
    keys: SubjectKeys,
    subjects: BitSpan,
    at: { readonly counts: number; readonly marks: number },
  ): void;
  /**
   * Adds one to the u32 at `counts + 4 * n` for each subject whose key lies `n * 2 ** shift` or more above `low`, but not
   * `(n + 1) * 2 ** shift`; n is below `keyBuckets`.
   */
  tallyBuckets(
    columns: KeyColumns,
    subjects: BitSpan,
    at: { readonly low: number; readonly shift: number; readonly counts: number },
  ): void;
  /** Writes the key and the number of each subject whose key is from `low` to below `high` to `out`, as f64 each; returns how many they are. */
  takeLines(
    columns: KeyColumns,
    subjects: BitSpan,
    at: { readonly low: number; readonly high: number; readonly out: number },
  ): number;
}

/** Lines are counted in so many ranges of keys at once. */
export const keyBuckets = 4096;

/**
 * A column of `tallyBuckets` and `takeLines`: as u32 the address of its codes, their width, and the address of a table of
 * f64 or 0; then as f64, from byte 16 on, what code 0, code 1 and each further code add where there is no table.
 */
export const keyPartBytes = 40;

/** Columns whose codes add to a key, as three u32 each from `at` on: the address of the codes, their width, and that of a table (u32): code c adds `table[c]`. */
export interface KeyColumns {
  readonly at: number;
  readonly count: number;
}

/** The keys of a subject: what its own columns add, and those of each of its rows. */
export interface SubjectKeys {
  readonly own: KeyColumns;
  /** Null: a subject has one key. */
  readonly rows: RowKeys | null;
}

export interface RowKeys {
  readonly offsets: number;
  readonly columns: KeyColumns;
  /** The rows that count; null where all do. */
  readonly set: BitSpan | null;
  /** What a subject without such a row adds. */
  readonly none: number;
}

/** The columns of a cross-tab. */
export type CombinedCodes = readonly [SizedCodes, SizedCodes] | readonly [SizedCodes, SizedCodes, SizedCodes];

export interface RowBounds {
  readonly min: number;
  readonly max: number;
  /** `rowsRoom` bytes to work in: what they are afterwards is not defined. */
  readonly room: number;
}

export const atLeastOne = { min: 1, max: 0x7fffffff } as const;

/** The working memory of `addWithRows` for so many rows: a u32 for each 64 of them. */
export const rowsRoom = (rows: number): number => 4 * ((rows >>> 6) + 1);

/**
 * The working memory of `addPaired` for so many own rows: a bit for each, or the days of 4,096 rows, one after them and
 * two before them.
 */
export const pairsRoom = (rows: number): number => Math.max(bytesOfBits(rows), 8 * (4096 + 3));

/** Tables of codes are read 16 bytes at a time. */
export const minTable = 256;

/** Four tables of 256 counts. */
export const tallyRoom = 4096;

/** The bytes that a set of so many bits takes. */
export const bytesOfBits = (count: number): number => ((count + 127) >>> 7) << 4;
