import { type CohortDefinition, type CriteriaSet, oneOfFamily } from '@atrium/contract/wire/cohortDefinition';
import type { Lookup } from '../../dictionary/lookup.ts';
import { changeFilters } from '../edit/entries.ts';
import { isRootSet } from '../setOrder.ts';
import { withMissing } from '../withMissing.ts';
import { boundSets, isAlone } from './attritionSteps.ts';

/** One part of a cohort: a filter, or a whole criteria set of a sub-collection. */
export interface FilterPart {
  /** Of the filter, or-group or criteria set. */
  readonly entryId: string;
  /** The part as a definition of its own. */
  readonly alone: CohortDefinition;
  /** The cohort without the part. */
  readonly without: CohortDefinition;
  /** The cohort where a missing value meets the filter, too (rule 4.21); null for other parts, and where it does already. */
  readonly orMissing: CohortDefinition | null;
  /**
   * Whether the part stands for itself: who meets all such parts alone is in the cohort, and nobody else (rule 3.30). Sets
   * that come and go together are one part, the first of them; filters of other sets are none.
   */
  readonly isDeciding: boolean;
}

/**
 * The parts of a cohort in its order (rule 4.16): the filters of the root; and each other set, followed by its filters.
 * A filter of another set stands alone in a set with the same count rule and without an event rule, and what is left
 * without the last one is a set of any record. Sets that are
 * alternatives or connected by a relative rule come and go together.
 */
export function filterParts(
  definition: CohortDefinition,
  { root }: Pick<Lookup, 'root'>,
): readonly FilterPart[] {
  return definition.flatMap((set): readonly FilterPart[] => {
    const isOfRoot = isRootSet(set, { root }) && isAlone(set, definition);
    return isOfRoot
      ? set.entries.map((entry) => rootPart(set, entry.entryId, definition))
      : [setPart(set, definition), ...set.entries.map((entry) => innerPart(set, entry.entryId, definition))];
  });
}

const only = (set: CriteriaSet, entryId: string): CriteriaSet => ({
  ...set,
  entries: set.entries.filter((entry) => entry.entryId === entryId),
});

const without = (set: CriteriaSet, entryId: string): CriteriaSet => ({
  ...set,
  entries: set.entries.filter((entry) => entry.entryId !== entryId),
});

function orMissing(entryId: string, definition: CohortDefinition): CohortDefinition | null {
  const entry = definition.flatMap(({ entries }) => entries).find((one) => one.entryId === entryId);
  const filter = entry === undefined || entry.kind === 'or_group' ? null : withMissing(entry);
  if (filter === null) return null;
  return definition.map((set) =>
    changeFilters(set, (given) => (given.entryId === entryId ? [filter] : [given])),
  );
}

const rootPart = (set: CriteriaSet, entryId: string, definition: CohortDefinition): FilterPart => ({
  entryId,
  isDeciding: true,
  orMissing: orMissing(entryId, definition),
  alone: [only(set, entryId)],
  without: definition.flatMap((other) => {
    const rest = other === set ? without(set, entryId) : other;
    return rest.entries.length === 0 && other === set ? [] : [rest];
  }),
});

function setPart(set: CriteriaSet, definition: CohortDefinition): FilterPart {
  const group = boundSets(definition).find((sets) => sets.includes(set)) ?? [set];
  return {
    entryId: set.entryId,
    // Who is one of each family depends on all other parts.
    alone: set.about === oneOfFamily ? definition : group,
    without: definition.filter((other) => !group.includes(other)),
    orMissing: null,
    isDeciding: definition.find((other) => group.includes(other)) === set,
  };
}

function innerPart(set: CriteriaSet, entryId: string, definition: CohortDefinition): FilterPart {
  const { eventRule: _, orGroupId: _alone, pathway: _course, ...undated } = only(set, entryId);
  return {
    entryId,
    alone: [undated],
    without: definition.map((other) => (other === set ? without(set, entryId) : other)),
    orMissing: orMissing(entryId, definition),
    isDeciding: false,
  };
}
