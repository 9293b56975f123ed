import type { Scalar } from '@atrium/contract';

/** A value as the warehouse gives it: dates as `YYYY-MM-DD`, lists as arrays. */
export type TableValue = Scalar | readonly TableValue[];

/** A row of a compiled table, by cell key. */
export type TableRow = Readonly<Record<string, TableValue>>;

/** The value as a scalar, if it is one. */
export const isScalar = (value: TableValue): value is Scalar => !Array.isArray(value);

/** A list of scalars; lists within lists do not occur. */
export const scalarsIn = (value: TableValue): readonly Scalar[] =>
  isScalar(value) ? [value] : value.filter(isScalar);
