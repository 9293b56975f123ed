import type { AddFilter, CohortOptions } from '@atrium/contract';
import { z } from 'zod';
import type { TypedDraft } from '../kind.ts';
import { initialBounds, numberDraft, numbersToFilter, typedNumbers } from './numberDraft.ts';

export const numberOrWordsDraft = numberDraft.extend({
  kind: z.literal('numberOrWords'),
  values: z.array(z.string()).readonly(),
});
export type NumberOrWordsDraft = Readonly<z.output<typeof numberOrWordsDraft>>;

export const initialNumberOrWords = (options: CohortOptions): NumberOrWordsDraft => ({
  kind: 'numberOrWords',
  ...initialBounds(options),
  values: (options.selectedValues ?? []).filter((value) => value !== null),
});

/** The bounds and the words are alternatives (rule 2.21). */
export const numberOrWordsToFilter = (
  draft: NumberOrWordsDraft,
  includeMissing: boolean,
): Partial<AddFilter> => ({
  ...numbersToFilter(draft, includeMissing),
  selectedCategories: [...draft.values],
});

export const typedNumberOrWords: TypedDraft<NumberOrWordsDraft> = {
  ...typedNumbers,
  isBlank: (draft) => typedNumbers.isBlank(draft) && draft.values.length === 0,
};
