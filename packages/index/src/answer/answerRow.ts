/** A cell of an answer, as a statement would give it: days are `YYYY-MM-DD`. */
export type AnswerValue = string | number | boolean | null | readonly AnswerValue[];

/** A line of an answer, by the names of the columns of the statement. */
export type AnswerRow = Readonly<Record<string, AnswerValue>>;
