import type { CohortDefinition, CriteriaSet } from '@atrium/contract/wire/cohortDefinition';
import { editError, refused } from '../../definition/outcome.ts';
import { alternativesTo, setsInOrder } from '../setOrder.ts';
import type { CohortEditContext, CohortOutcome } from './outcome.ts';

interface EditedSet {
  readonly definition: CohortDefinition;
  readonly set: CriteriaSet;
}

/** Makes a set and the one below it alternatives; groups on either side merge (rule 3.27). */
export function joinSetWithNext(
  { definition, set }: EditedSet,
  { lookup, newEntryId }: CohortEditContext,
): CohortOutcome {
  const sets = setsInOrder(definition, lookup);
  const next = sets[sets.indexOf(set) + 1];
  if (next === undefined)
    return refused(editError('not_found', 'There is no criteria set after this one to join with.'));
  const orGroupId = set.orGroupId ?? next.orGroupId ?? newEntryId();
  const joined = new Set([set, next].flatMap((one) => [one, ...alternativesTo(one, definition)]));
  return changed(definition.map((one) => (joined.has(one) ? { ...one, orGroupId } : one)));
}

/** Splits a group of alternatives after a set; a set that is left alone has none (rule 3.27). */
export function splitSetAfter(
  { definition, set }: EditedSet,
  { lookup, newEntryId }: CohortEditContext,
): CohortOutcome {
  const others = alternativesTo(set, definition);
  const ordered = setsInOrder(definition, lookup).filter((one) => one === set || others.includes(one));
  const tail = ordered.slice(ordered.indexOf(set) + 1);
  if (tail.length === 0) return { kind: 'unchanged' };
  const orGroupId = newEntryId();
  return changed(definition.map((one) => (tail.includes(one) ? { ...one, orGroupId } : one)));
}

const changed = (definition: CohortDefinition): CohortOutcome => ({
  kind: 'changed',
  definition: withoutLoneGroups(definition),
});

/** A set without alternatives is in no group. */
export const withoutLoneGroups = (definition: CohortDefinition): CohortDefinition =>
  definition.map((set) => {
    if (set.orGroupId === undefined || alternativesTo(set, definition).length > 0) return set;
    const { orGroupId: _, ...alone } = set;
    return alone;
  });
