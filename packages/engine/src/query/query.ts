/** A value bound to a statement; lists travel as one parameter. */
export type QueryValue = string | number | boolean | null | readonly string[] | readonly number[];

/** A statement ready to run: text with `$1`, `$2`, … and the values they stand for. No value is ever part of the text. */
export interface Query {
  readonly text: string;
  readonly values: readonly QueryValue[];
}
