/** A value bound to a statement; lists travel as one parameter. */
export type QueryValue = string | number | boolean | null | readonly string[] | readonly number[];

/** A statement ready to run: text with `$1`, `$2`, … and the values they stand for. No value is ever part of the text. */
export interface Query {
  readonly text: string;
  readonly values: readonly QueryValue[];
}

/** A cell of a result and how it orders the rows. */
export interface OrderTerm {
  readonly cell: string;
  readonly way: 'ASC NULLS LAST' | 'DESC NULLS FIRST';
}

/** A statement that may have more rows than memory holds. */
export interface LongQuery extends Query {
  /**
   * The same rows said in another way, for an engine that makes them part by part: `lines` has them in no order and
   * repeated at will, and `order` names every cell in which two different rows that it does not tell apart may differ.
   */
  readonly inParts?: { readonly lines: Query; readonly order: readonly OrderTerm[] };
}
