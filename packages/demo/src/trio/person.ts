import type { DayNumber } from '@atrium/contract/calendar/dayNumbers';
import type { LesionGroup, roles, sexes, sites } from './dictionary/choices.ts';
import type { LesionProfile, Procedure } from './lesions/lesions.ts';

export interface Ancestry {
  readonly race: readonly string[];
  readonly hispanic: boolean;
}

/** What every table needs to know of a participant; no event lies outside birth .. end. */
export interface Person {
  readonly serial: string;
  readonly role: (typeof roles)[number];
  readonly sex: (typeof sexes)[number];
  readonly birth: DayNumber;
  readonly enrolment: DayNumber;
  /** The last day on which the person's condition is known; the day of death when `died`. */
  readonly end: DayNumber;
  readonly died: boolean;
  readonly ancestry: Ancestry;
  /** The main heart lesion, named as in the ontology; null for a parent with a healthy heart. */
  readonly lesion: { readonly name: string; readonly group: LesionGroup } | null;
}

export interface Operation {
  readonly procedure: Procedure;
  readonly day: DayNumber;
}

export interface Proband extends Person {
  readonly profile: LesionProfile;
  readonly lesion: { readonly name: string; readonly group: LesionGroup };
  readonly prenatal: boolean;
  readonly syndrome: string | null;
  /** In the order in which they were done. */
  readonly operations: readonly Operation[];
}

export interface Family {
  readonly id: string;
  readonly site: (typeof sites)[number];
  readonly proband: Proband;
  /** The parents who enrolled. */
  readonly parents: readonly Person[];
}

export function participantId(person: Person): string {
  return `CHD-${person.serial}`;
}

/** The id of a record of the person, unique among records with that mark. */
export function recordId(mark: string, person: Person, index: number): string {
  return `${mark}-${person.serial}-${String(index + 1).padStart(2, '0')}`;
}
