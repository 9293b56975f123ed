import type { TimeUnit } from '@atrium/contract/calendar/moments';
import type { AccessLevel } from '@atrium/contract/wire/access';
import type { Precision } from '../concepts/conceptKind.ts';
import { kindOf } from '../concepts/kinds.ts';
import type { Member } from '../definition/memberContext.ts';
import type { Concept } from '../dictionary/dictionary.ts';

/**
 * What an access level allows (rules 1.10, 1.15, 1.17 and 8.2). Which subjects and concepts the member's groups open is
 * in `Visibility` and in the lookup that `permit` makes.
 */
export interface Rights {
  /** Concepts that are marked as protected, with their exact values. */
  readonly seesProtected: boolean;
  /** Concepts that are not marked for aggregates, too. */
  readonly usesAnyConcept: boolean;
  /** Ages of 90 years and more as they are, not as one age. */
  readonly seesHighAges: boolean;
  /** Subjects one by one, and exact figures; else figures only, small ones hidden. */
  readonly seesSubjects: boolean;
}

/** Every right of every level: a new right is one more field, and fails to compile until each level has it or not. */
const rightsByLevel: Readonly<Record<AccessLevel, Rights>> = {
  phi: { seesProtected: true, usesAnyConcept: true, seesHighAges: true, seesSubjects: true },
  deid: { seesProtected: false, usesAnyConcept: true, seesHighAges: false, seesSubjects: true },
  agg: { seesProtected: false, usesAnyConcept: false, seesHighAges: false, seesSubjects: false },
};

export const rightsOf = ({ level }: Member): Rights => rightsByLevel[level];

/** Whether the values name subjects or records: free texts, and identifiers with an address. */
const namesIndividuals = (concept: Concept): boolean => kindOf(concept).isFreeText || concept.link !== null;

/** Whether the values name subjects or records, the id of subjects included. */
export const namesSubjects = (concept: Concept, subjectIdConceptId: string | null): boolean =>
  concept.id === subjectIdConceptId || namesIndividuals(concept);

/** Whether the member may use the concept at all, perhaps in its de-identified variant (rule 1.10). */
export function mayUseConcept(concept: Concept, member: Member): boolean {
  const { seesProtected, usesAnyConcept, seesSubjects } = rightsOf(member);
  return (
    (seesProtected || !concept.hasPhi || kindOf(concept).hasYears) &&
    (usesAnyConcept || concept.isAggregatable) &&
    (seesSubjects || !namesIndividuals(concept))
  );
}

/** The lowest level that sees the exact values of a concept of a release; null where only level phi does. */
export function openTo(concept: Concept, subjectIdConceptId: string | null): 'deid' | 'agg' | null {
  if (concept.hasPhi) return null;
  return concept.id !== subjectIdConceptId && mayUseConcept(concept, { level: 'agg' }) ? 'agg' : 'deid';
}

export const precisionOf = (concept: Concept, member: Member): Precision => ({
  yearsOnly: !rightsOf(member).seesProtected && concept.hasPhi && kindOf(concept).hasYears,
  topCodesAges: !rightsOf(member).seesHighAges && kindOf(concept).isTopCoded,
});

/** Whether the member sees and asks of the concept whole years only (rule 1.15). */
export const showsYearsOnly = (concept: Concept, member: Member): boolean =>
  precisionOf(concept, member).yearsOnly;

/** How exactly the member sees the time beside the concept's days; null where there is none to see (rule 5.21). */
export const timeOf = (concept: Concept, member: Member): TimeUnit | null =>
  concept.hasPhi && !rightsOf(member).seesProtected ? null : concept.time;
