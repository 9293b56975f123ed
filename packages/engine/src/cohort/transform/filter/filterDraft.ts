import type { AddFilter, FilterEntry } from '@atrium/contract';
import type { Concept } from '../../../dictionary/dictionary.ts';
import type { TransformContext } from '../outcome.ts';

/** What is asked for by a form, with the concept it names. */
export interface FilterForm {
  readonly form: AddFilter;
  readonly concept: Concept;
  readonly context: TransformContext;
}

type Head = 'entryId' | 'conceptId' | 'prefilterValue' | 'excludeSelected';
type WithoutHead<T> = T extends unknown ? Omit<T, Head> : never;
export type FilterValues = WithoutHead<FilterEntry>;

/** The values of a filter as read from a form, with everything that speaks against them. */
export interface FilterDraft {
  readonly values: FilterValues;
  readonly errors: readonly string[];
  /** Pasted values that were not found, with what is said of each. */
  readonly missing: readonly MissingValue[];
}

export interface MissingValue {
  readonly value: string;
  readonly warning: string;
}

export const includesNull = ({ includeNullAndMissing }: AddFilter): boolean => includeNullAndMissing ?? false;
