/** What the index does not answer; statements do. */
export const refusals = {
  notIndexed: 'a concept that is not in the index',
  tooManyValues: 'how often each of very many values occurs',
  otherRelease: 'subjects who are compared with those of another release',
  singleFiles: 'files by their names or ids',
  computedSort: 'the order of sums, means, lists and other figures that are computed',
  relatedRows: 'rows that are paired with rows of a related collection',
  times: 'the order of dates by their times',
  farPages: 'lines of records that are far behind the first',
  otherQuestion: 'what it does not hold',
} as const;

export type Refusal = keyof typeof refusals;

/** The index cannot answer a question. */
export class NotInIndex extends Error {
  readonly reason: Refusal;
  constructor(reason: Refusal) {
    super(`The index does not answer questions about ${refusals[reason]}.`);
    this.reason = reason;
  }
}
