import type { AddFilter, FilterEntry } from '@atrium/contract';
import type { EditError } from '../../../definition/outcome.ts';
import type { Concept } from '../../../dictionary/dictionary.ts';
import type { CohortEditContext } from '../outcome.ts';

/** What is asked for by a form, with the concept it names. */
export interface FilterForm {
  readonly form: AddFilter;
  readonly concept: Concept;
  readonly context: CohortEditContext;
}

type Head = 'entryId' | 'conceptId' | 'prefilterValue' | 'excludeSelected';
type WithoutHead<T> = T extends unknown ? Omit<T, Head> : never;
export type FilterValues = WithoutHead<FilterEntry>;

/** The values of a filter as parsed from a form, with the errors that a stored filter cannot have. */
export interface FilterDraft {
  readonly values: FilterValues;
  readonly errors: readonly EditError[];
  /** Pasted values that were not found, with what is said of each. */
  readonly missing: readonly MissingValue[];
}

export interface MissingValue {
  readonly value: string;
  readonly warning: string;
}

export const includesNull = ({ includeNullAndMissing }: AddFilter): boolean => includeNullAndMissing ?? false;
