import type { Concept } from '../dictionary/dictionary.ts';

/** Which subjects a member may see: a condition that every statement carries (semantics 5.3). */
export type VisibleSubjects =
  | { readonly kind: 'all' }
  /** Those for whom at least one of these concepts of the root is truthy; none of them is nobody. */
  | { readonly kind: 'anyTruthy'; readonly concepts: readonly Concept[] };

declare const permitted: unique symbol;

/** How one member sees the data of a release; only `permit` and `sightOfEverything` make one. */
export interface Sight {
  readonly subjects: VisibleSubjects;
  /** Ages of 90 years and more are one age (semantics 5.2). */
  readonly foldsOldAges: boolean;
  readonly [permitted]: true;
}

/** The one place where a sight is made. */
export const asSight = (sight: Omit<Sight, typeof permitted>): Sight => sight as Sight;

/** For the release's own checks and for tests; never for a member. */
export const sightOfEverything: Sight = asSight({ subjects: { kind: 'all' }, foldsOldAges: false });

/** Two sights of one key see the same values. */
export const sightKey = ({ subjects, foldsOldAges }: Sight): string =>
  JSON.stringify([
    foldsOldAges,
    subjects.kind === 'all' ? null : subjects.concepts.map(({ id }) => id).sort(),
  ]);
