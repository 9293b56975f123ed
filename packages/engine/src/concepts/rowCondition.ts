import type { Day } from '@atrium/contract/calendar/days';
import type { PathwayBand } from '@atrium/contract/wire/pathway';
import type { Collection, Concept } from '../dictionary/dictionary.ts';

/** A point in event time: a day, or an age in days. */
export type EventPoint = Day | number;

/**
 * A condition on one row of a collection. Every condition is two-valued: a null value makes a positive condition
 * false, so `not` is a true complement and nulls survive an exclude (rules 2.4 and 2.5). On a multi-valued concept a
 * condition holds when any of the row's values meets it; `isNull` means the row has no value.
 */
export type RowCondition =
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly RowCondition[] }
  | { readonly kind: 'not'; readonly condition: RowCondition }
  | { readonly kind: 'isNull'; readonly concept: Concept }
  | { readonly kind: 'oneOf'; readonly concept: Concept; readonly values: readonly string[] }
  | { readonly kind: 'isBoolean'; readonly concept: Concept; readonly value: boolean }
  | { readonly kind: 'matches'; readonly concept: Concept; readonly pattern: string }
  | {
      readonly kind: 'between';
      readonly concept: Concept;
      readonly min: number | null;
      readonly max: number | null;
    }
  /** One of these whole numbers with all their digits, of a concept that keeps them. */
  | { readonly kind: 'hasDigits'; readonly concept: Concept; readonly digits: readonly string[] }
  /** Words beside the numbers of a concept. */
  | { readonly kind: 'oneOfWords'; readonly concept: Concept; readonly words: readonly string[] }
  | {
      readonly kind: 'betweenDays';
      readonly concept: Concept;
      readonly min: Day | null;
      readonly max: Day | null;
    }
  | { readonly kind: 'withinTerms'; readonly concept: Concept; readonly codes: readonly string[] }
  | { readonly kind: 'unknownTerm'; readonly concept: Concept }
  | {
      readonly kind: 'happened';
      readonly edge: 'start' | 'end';
      readonly min: EventPoint | null;
      readonly max: EventPoint | null;
    }
  | RelativeCondition
  | PathwayCondition;

/**
 * Some other row of `target`, of the same subject, lies so many days or calendar years away (rules 1.16 and 2.11);
 * never the row itself.
 */
export interface RelativeCondition {
  readonly kind: 'relative';
  readonly reference: 'start' | 'end';
  readonly unit: 'days' | 'years';
  readonly target: { readonly collection: Collection; readonly condition: RowCondition };
  readonly from: { readonly edge: 'start' | 'end'; readonly distance: number };
  readonly to: { readonly edge: 'start' | 'end'; readonly distance: number };
}

/** A time of a subject: birth, of ages only; an age or date of the root; or when a record that meets the condition began. */
export type TimePoint =
  | { readonly kind: 'birth' }
  | { readonly kind: 'value'; readonly concept: Concept }
  | { readonly kind: 'record'; readonly collection: Collection; readonly condition: RowCondition };

/** A stage of a pathway, or a way to leave it. */
export interface PathwayStep {
  readonly point: TimePoint;
  /** The stages of which one record could be both events: it counts from the day after them (rule 17.30). */
  readonly dayAfter: readonly number[];
}

/** Stages in order, ways to leave, and the last known contact (rules 17.30 and 17.31). */
export interface Pathway {
  readonly stages: readonly PathwayStep[];
  readonly exits: readonly PathwayStep[];
  readonly last: TimePoint | null;
}

/** The subject is in a band or a gap of a pathway; of rows of the root (rule 17.33). */
export interface PathwayCondition {
  readonly kind: 'pathway';
  readonly pathway: Pathway;
  readonly band: PathwayBand;
}

/** The condition that every row meets: an `and` of nothing. */
export const always: RowCondition = { kind: 'and', conditions: [] };
