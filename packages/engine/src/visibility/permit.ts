import type { Purpose } from '@atrium/contract/documents/purpose';
import type { AccessLevel } from '@atrium/contract/wire/access';
import type { Concept } from '../dictionary/dictionary.ts';
import type { Lookup } from '../dictionary/lookup.ts';
import { agreedCodes, widestPurpose } from './dataUse.ts';
import { type Restriction, restrictLookup } from './restrictLookup.ts';
import { mayUseConcept, rightsOf } from './rights.ts';
import {
  type AgreedSubjects,
  type ClosedSubjects,
  toVisibility,
  type Visibility,
  type VisibleSubjects,
} from './visibility.ts';

/** A release as one member may use it: the concepts that exist for them, and the data they see. */
export interface Permitted {
  readonly lookup: Lookup;
  readonly visibility: Visibility;
}

/**
 * Level and groups must both allow (rule 1.9). What they do not allow is not in the lookup, so that nothing which
 * reads it can name it.
 */
export function permit(lookup: Lookup, standing: Standing): Permitted {
  const { groups } = standing;
  const { seesProtected, usesAnyConcept, seesSubjects } = rightsOf(standing);
  return {
    lookup:
      seesProtected && usesAnyConcept && seesSubjects && groups === null
        ? lookup
        : restrictLookup(lookup, restrictionFor(lookup, standing)),
    visibility: visibilityFor(lookup, standing, { kind: 'none' }),
  };
}

/** What a member may use of a release, and on what collections they may create criteria sets. */
export function restrictionFor(lookup: Lookup, standing: Standing): Restriction {
  const { groups } = standing;
  const { seesSubjects } = rightsOf(standing);
  return {
    mayUse: (concept) =>
      mayUseConcept(concept, standing) &&
      (seesSubjects || concept.id !== lookup.subjectId?.id) &&
      (groups === null || groups.some((group) => opensConcept(group, concept, lookup))),
    mayStartSet: (collectionId) =>
      groups === null || groups.some(({ collections }) => collections?.includes(collectionId) ?? true),
  };
}

export function visibilityFor(lookup: Lookup, standing: Standing, closed: ClosedSubjects): Visibility {
  const { seesProtected, seesHighAges } = rightsOf(standing);
  return toVisibility({
    subjects: visibleSubjects(standing.groups, lookup),
    agreed: agreedSubjects(standing, lookup),
    closed,
    topCodesAges: !seesHighAges,
    showsYears: !seesProtected,
  });
}

function opensConcept({ categories, concepts }: PermissionGroup, concept: Concept, lookup: Lookup): boolean {
  if (categories === null && concepts === null) return true;
  const [top] = lookup.categoryPath(concept);
  return top === undefined
    ? (concepts?.includes(concept.id) ?? false)
    : (categories?.includes(top.id) ?? false);
}

/** A concept that is not in the release, or not on the root, opens no subjects. */
function visibleSubjects(groups: Standing['groups'], lookup: Lookup): VisibleSubjects {
  if (groups === null || groups.some(({ allSubjects }) => allSubjects)) return { kind: 'all' };
  const ids = new Set(groups.flatMap(({ subjectConcepts }) => subjectConcepts));
  const concepts = [...ids].flatMap((id) => lookup.concept(id) ?? []);
  return {
    kind: 'anyTruthy',
    concepts: concepts.filter(({ collectionId }) => collectionId === lookup.root.id),
  };
}

/**
 * The subjects whose codes allow the purpose of the member (rule 1.25). Without a purpose nobody is seen, and without
 * codes no purpose reaches a subject. Members who see aggregates only all have one purpose, that of the package.
 */
function agreedSubjects(standing: Standing, { dictionary, concept }: Lookup): AgreedSubjects {
  const { dataUse } = dictionary;
  if (dataUse === undefined) return { kind: 'all' };
  const { conceptId, forAggregates } = dataUse;
  const { seesSubjects } = rightsOf(standing);
  const purpose = seesSubjects ? standing.purpose : (forAggregates ?? widestPurpose);
  const codes = purpose ? agreedCodes(dataUse, purpose).map((one) => one.codes) : [];
  if (codes.length === 0) return { kind: 'none' };
  if (conceptId === null) return { kind: 'all' };
  const holder = concept(conceptId);
  return holder === undefined ? { kind: 'none' } : { kind: 'withCodes', concept: holder, codes };
}

/**
 * What a permission group opens of a dataset (rules 1.12 and 1.13); names are of the package, so that they outlive a
 * release.
 */
export interface PermissionGroup {
  /** Every subject, whatever the concepts say. */
  readonly allSubjects: boolean;
  /** Ids of concepts of the root: a subject is visible where at least one of them is truthy. */
  readonly subjectConcepts: readonly string[];
  /** Ids of top-level categories whose concepts are visible; null with null `concepts` is every concept. */
  readonly categories: readonly string[] | null;
  /** Ids of visible concepts that stand under no category. */
  readonly concepts: readonly string[] | null;
  /** Ids of collections on which criteria sets may be created; null is every one. */
  readonly collections: readonly string[] | null;
}

/** What decides the visibility of a member: the level, the groups where the dataset has any, and the purpose. */
export interface Standing {
  readonly level: AccessLevel;
  /** Null where the dataset has no groups. With an empty list the member sees nothing. */
  readonly groups: readonly PermissionGroup[] | null;
  /** What the member wants to do with the data; absent or null where nothing was stated. */
  readonly purpose?: Purpose | null;
}
