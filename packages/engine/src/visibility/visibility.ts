import type { Concept } from '../dictionary/dictionary.ts';
import type { Lookup } from '../dictionary/lookup.ts';

/** Which subjects a member may see: a condition that every statement carries (rule 1.14). */
export type VisibleSubjects =
  | { readonly kind: 'all' }
  /** Those for whom at least one of these concepts of the root is truthy; without concepts, none. */
  | { readonly kind: 'anyTruthy'; readonly concepts: readonly Concept[] };

/** Which subjects have agreed to what the member wants to do (rule 1.25). */
export type AgreedSubjects =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  /** Those with one of these texts in the concept. */
  | { readonly kind: 'withCodes'; readonly concept: Concept; readonly codes: readonly string[] };

/** The live release, as the member sees it, for statements on an earlier one. */
export interface LiveSide {
  readonly release: string;
  readonly lookup: Lookup;
  readonly visibility: Visibility;
}

/** Subjects of an earlier release who are gone or closed on the live one (rule 7.13). */
export type ClosedSubjects =
  | { readonly kind: 'none' }
  /** Those with these values of `_subject`; a short list of what `unseenOn` says. */
  | { readonly kind: 'listed'; readonly subjects: readonly number[] }
  /** Everyone whom the member does not see on the live release, matched by the id in the data, or by `_subject`. */
  | { readonly kind: 'unseenOn'; readonly live: LiveSide; readonly matchedBy: 'id' | 'subject' }
  /** Everyone: nothing says who is who on the live release. */
  | { readonly kind: 'all' };

declare const permitted: unique symbol;

/** How one member sees the data of a release; only `permit`, `permitEarlier` and `visibilityOfEverything` make one. */
export interface Visibility {
  readonly subjects: VisibleSubjects;
  readonly agreed: AgreedSubjects;
  readonly closed: ClosedSubjects;
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
  agreed: { kind: 'all' },
  closed: { kind: 'none' },
  topCodesAges: false,
  showsYears: false,
});

/** The same for members of every group: the figures that small numbers are judged by (rule 7.6). */
export const withEveryGroup = (visibility: Visibility): Visibility =>
  toVisibility({ ...visibility, subjects: { kind: 'all' } });

/** The same for a member who may see nobody. */
export const withNobody = (visibility: Visibility): Visibility =>
  toVisibility({ ...visibility, subjects: { kind: 'anyTruthy', concepts: [] } });

/** The same for every purpose. */
export const withEveryUse = (visibility: Visibility): Visibility =>
  toVisibility({ ...visibility, agreed: { kind: 'all' } });

/** The same with other closed subjects of the release. */
export const withClosed = (visibility: Visibility, closed: ClosedSubjects): Visibility =>
  toVisibility({ ...visibility, closed });

/** Two visibilities of one key see the same values. */
export const visibilityKey = ({ subjects, agreed, closed, topCodesAges, showsYears }: Visibility): string =>
  JSON.stringify([
    topCodesAges,
    showsYears,
    subjects.kind === 'all' ? null : subjects.concepts.map(({ id }) => id).sort(),
    ...(agreed.kind === 'all' ? [] : [agreedKey(agreed)]),
    ...(closed.kind === 'none' ? [] : [closedKey(closed)]),
  ]);

const agreedKey = (agreed: AgreedSubjects): unknown =>
  agreed.kind === 'withCodes' ? { [agreed.concept.id]: [...agreed.codes].sort() } : { agreed: agreed.kind };

/** The same text for the same closed subjects of one release. */
export const closedKey = (closed: ClosedSubjects): string =>
  JSON.stringify(
    closed.kind === 'unseenOn'
      ? [closed.kind, closed.matchedBy, closed.live.release, visibilityKey(closed.live.visibility)]
      : closed,
  );
