import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';

/** A cohort that came as a file, in the words of this dataset as far as it has them. */
export interface TravellingDefinition {
  readonly kind: 'definition';
  readonly definition: CohortDefinition;
  /** What the file calls concepts and collections, by their ids. */
  readonly titles: ReadonlyMap<string, string>;
  /** Parts of the file that no definition can say, by name. */
  readonly unsaid: readonly string[];
  /** Parts of the file that do not change who is in the cohort where dates are in order, and are not kept. */
  readonly leftOut: readonly string[];
  /** Codes that are meant without the terms below them, with the words that name them. */
  readonly exactTerms: ReadonlyMap<string, string>;
}

export type ReadTravelling =
  | TravellingDefinition
  | { readonly kind: 'malformed'; readonly faults: readonly string[] };
