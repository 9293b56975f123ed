import type { AccessLevel } from '@atrium/contract';
import type { Concept } from './dictionary.ts';

/** Dates have a de-identified variant, whole years; no other protected concept has one (rule 1.10). */
const hasVariant = (concept: Concept): boolean => concept.type === 'date';

/** Whether a member of this level may use the concept at all, perhaps in its de-identified variant (rule 1.10). */
export function mayUseConcept(concept: Concept, level: AccessLevel): boolean {
  if (level === 'phi') return true;
  const isOpen = !concept.hasPhi || hasVariant(concept);
  return level === 'deid' ? isOpen : isOpen && concept.isAggregatable;
}

/** Whether a member of this level sees ages of 90 years and more as one age (rule 1.17). */
export const topCodesAges = (concept: Concept, level: AccessLevel): boolean =>
  level !== 'phi' && concept.type === 'age';

/** Why a bound on ages is refused to those members. */
export const boundsAboveTopCode =
  'ages of 90 years and more are one group, so no bound can lie above 90 years.';

/** Whether a member of this level sees and asks of the concept whole years only (rule 1.15). */
export const showsYearsOnly = (concept: Concept, level: AccessLevel): boolean =>
  level !== 'phi' && concept.hasPhi && hasVariant(concept);
