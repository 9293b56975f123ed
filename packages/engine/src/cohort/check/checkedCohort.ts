import type { AccessLevel } from '@atrium/contract/wire/access';
import type { CohortDefinition, CriteriaSet, FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { PathwayBand } from '@atrium/contract/wire/pathway';
import type { Precision } from '../../concepts/conceptKind.ts';
import type { Collection, Concept } from '../../dictionary/dictionary.ts';
import type { KinPlan } from '../kinship.ts';

/** Why an entry cannot be queried; `mayEdit` when its owner can repair it in the editor (rule 3.8). */
export interface CohortError {
  readonly entryId: string;
  readonly part: 'set' | 'eventRule' | 'filter';
  readonly message: string;
  readonly mayEdit: boolean;
}

/** A filter with the concepts it names. */
export interface SoundFilter extends Precision {
  readonly kind: 'filter';
  readonly filter: FilterEntry;
  readonly concept: Concept;
  readonly prefilter: { readonly concept: Concept; readonly value: string } | null;
}

export type SoundEntry =
  | SoundFilter
  | { readonly kind: 'or_group'; readonly filters: readonly SoundFilter[] };

/** A time that the member may use, with what it names. */
export type SoundTime =
  | { readonly kind: 'birth' }
  | { readonly kind: 'value'; readonly concept: Concept }
  | { readonly kind: 'record'; readonly collection: Collection; readonly filter: SoundFilter | null };

/** A stage or a way to leave, and the stages of which one record could be both events (rule 17.30). */
export interface SoundStep {
  readonly time: SoundTime;
  readonly dayAfter: readonly number[];
}

export interface SoundPathway {
  readonly kind: 'pathway';
  readonly stages: readonly SoundStep[];
  readonly exits: readonly SoundStep[];
  readonly last: SoundTime | null;
  readonly band: PathwayBand;
}

export interface SoundSet {
  readonly set: CriteriaSet;
  readonly collection: Collection;
  /** Null where the set is about the subject. */
  readonly kin: KinPlan | null;
  /** Whether the member may ask about the events in whole years only. */
  readonly eventsInYears: boolean;
  /** Null for other sets than one of a pathway. */
  readonly pathway: SoundPathway | null;
  readonly entries: readonly SoundEntry[];
}

/** A definition that this member may run; only `checkCohort` makes one. */
export interface SoundCohort {
  readonly kind: 'sound';
  /** The access level that it was checked for. */
  readonly level: AccessLevel;
  readonly definition: CohortDefinition;
  readonly sets: readonly SoundSet[];
}

/** A definition with an error: it can be shown and edited, and yields no number (rules 3.5 and 3.6). */
export interface BrokenCohort {
  readonly kind: 'broken';
  readonly level: AccessLevel;
  readonly definition: CohortDefinition;
  readonly errors: readonly CohortError[];
}

export type CheckedCohort = SoundCohort | BrokenCohort;
