/** Dates are `YYYY-MM-DD`, whole and decimal numbers of any width are numbers, lists are arrays. */
export type RowValue = string | number | boolean | null | readonly RowValue[];

/** A line of a result, by column name. */
export type Row = Readonly<Record<string, RowValue>>;
