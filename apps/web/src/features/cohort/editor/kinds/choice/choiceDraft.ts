import type { AddFilter } from '@atrium/contract/wire/cohortTransformation';
import type { CohortOptions } from '@atrium/contract/wire/concept';
import type {
  ChoiceStatistics,
  ConceptStatistics,
  NumberAndWordStatistics,
} from '@atrium/contract/wire/statistics';
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

/** The values of a category or boolean, or words beside numbers; null where the server answered about another type. */
export const asChoices = (given: ConceptStatistics): ChoiceStatistics | NumberAndWordStatistics | null =>
  'values' in given ? given : null;
