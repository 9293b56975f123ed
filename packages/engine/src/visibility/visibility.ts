import type { Concept } from '../dictionary/dictionary.ts';

/** Which subjects a member may see: a condition that every statement carries (rule 1.14). */
export type VisibleSubjects =
  | { readonly kind: 'all' }
  /** Those for whom at least one of these concepts of the root is truthy; without concepts, none. */
  | { readonly kind: 'anyTruthy'; readonly concepts: readonly Concept[] };

declare const permitted: unique symbol;

/** How one member sees the data of a release; only `permit` and `visibilityOfEverything` make one. */
export interface Visibility {
  readonly subjects: VisibleSubjects;
  /** Ages of 90 years and more are one age (rule 1.17). */
  readonly topCodesAges: boolean;
  /** Protected dates are the first day of their year, so that no statement can tell days apart (rule 1.15). */
  readonly showsYears: boolean;
  readonly [permitted]: true;
}

/** Every visibility is made here. */
export const toVisibility = (visibility: Omit<Visibility, typeof permitted>): Visibility =>
  visibility as Visibility;

/** For the release's own checks and for tests; never for a member. */
export const visibilityOfEverything: Visibility = toVisibility({
  subjects: { kind: 'all' },
  topCodesAges: false,
  showsYears: false,
});

/** Two visibilities of one key see the same values. */
export const visibilityKey = ({ subjects, topCodesAges, showsYears }: Visibility): string =>
  JSON.stringify([
    topCodesAges,
    showsYears,
    subjects.kind === 'all' ? null : subjects.concepts.map(({ id }) => id).sort(),
  ]);
