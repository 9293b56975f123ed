import type { AddFilter, ChoiceStatistics, CohortOptions, ConceptStatistics } from '@atrium/contract';
import { z } from 'zod';

export const choiceDraft = z.object({ kind: z.literal('choice'), values: z.array(z.string()).readonly() });
export type ChoiceDraft = Readonly<z.output<typeof choiceDraft>>;

export const initialChoice = ({ selectedValues = [] }: CohortOptions): ChoiceDraft => ({
  kind: 'choice',
  values: selectedValues.filter((value) => value !== null),
});

/** For values, "null or missing" is one more value: the empty text. */
export const choiceToFilter = ({ values }: ChoiceDraft, includeMissing: boolean): Partial<AddFilter> => ({
  selectedCategories: includeMissing ? [...values, ''] : [...values],
});

/** The values of a category or boolean; null where the server answered about another type. */
export const asChoices = (given: ConceptStatistics): ChoiceStatistics | null =>
  'values' in given ? given : null;
