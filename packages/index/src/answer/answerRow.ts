import type { ReleaseQuestion } from '@atrium/engine';

/** A cell of an answer, as a statement would give it: days are `YYYY-MM-DD`. */
export type AnswerValue = string | number | boolean | null | readonly AnswerValue[];

/** A line of an answer, by the names of the columns of the statement. */
export type AnswerRow = Readonly<Record<string, AnswerValue>>;

/**
 * What an index says of a question: its rows, or a question about few subjects that has the same rows, whose statement
 * gives them.
 */
export type Answer =
  | { readonly kind: 'rows'; readonly rows: readonly AnswerRow[] }
  | { readonly kind: 'narrowed'; readonly question: ReleaseQuestion };
