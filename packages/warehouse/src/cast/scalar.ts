import type { ProblemKind } from '../release/problemKind.ts';

/** A value as it is stored; days are ISO text, ages whole days. */
export type Scalar = string | number | boolean;

/** Why a text is no value of its type. */
export interface BadText {
  readonly problem: ProblemKind;
}

/** Reads trimmed, non-empty text; null when the text itself says "missing". */
export type Reader = (text: string) => Scalar | null | BadText;

export const isBad = (value: Scalar | null | BadText): value is BadText =>
  typeof value === 'object' && value !== null;
