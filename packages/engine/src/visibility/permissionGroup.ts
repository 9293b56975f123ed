import type { AccessLevel } from '@atrium/contract';

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

/** What a membership says of its holder's visibility: the level, and the groups where the dataset has any. */
export interface Standing {
  readonly level: AccessLevel;
  /** Null where the dataset has no groups; none of them is a member who sees nothing. */
  readonly groups: readonly PermissionGroup[] | null;
}
