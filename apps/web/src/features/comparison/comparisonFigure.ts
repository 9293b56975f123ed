import { disarmed } from '@atrium/contract/documents/formulas';
import type { ComparedGroup } from '@atrium/contract/endpoints/comparison';
import type { SavedFigure } from '../../charts/save/figure.ts';
import { shownCount } from './tableRows.ts';

interface ComparisonFigure extends Pick<SavedFigure, 'title' | 'name' | 'rows'> {
  readonly dataset: string;
  readonly groups: readonly ComparedGroup[];
  /** How it was made. */
  readonly words: readonly string[];
}

/** A figure of a comparison with its groups, how many are in each, and their receipts (rule 17.38). */
export const comparisonFigure = ({
  groups,
  words,
  ...figure
}: ComparisonFigure): Omit<SavedFigure, 'summary'> => ({
  ...figure,
  disarm: disarmed,
  receipt: groups.find(({ cohortReceipt }) => cohortReceipt !== null)?.cohortReceipt,
  words: [
    ...groups.map(
      ({ title, count, cohortReceipt }) =>
        `${title}: n = ${shownCount(count)}${cohortReceipt === null ? '' : `, receipt ${cohortReceipt}`}`,
    ),
    ...words.filter((line) => line !== ''),
  ],
});
