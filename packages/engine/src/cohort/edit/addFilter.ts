import {
  type AddFilter,
  type CohortDefinition,
  type CriteriaSet,
  type FilterEntry,
  newCriteriaSet,
  PortalError,
} from '@atrium/contract';
import { editError, type RefusedEdit, refused } from '../../definition/outcome.ts';
import { missingSet, type StartedSet, startSet } from './criteriaSets.ts';
import { changeFilters, changeSet, filtersOf } from './entries.ts';
import type { CohortEditContext, CohortOutcome } from './outcome.ts';
import { parseFilter } from './parseFilter.ts';

/**
 * Adds a filter to the set of its collection that the form names, else to the first, or replaces one under its
 * old id (rules 3.12 and 3.13).
 */
export function addFilter(
  definition: CohortDefinition,
  form: AddFilter,
  context: CohortEditContext,
): CohortOutcome {
  const concept = context.lookup.concept(form.conceptId);
  if (concept === undefined)
    throw new PortalError('not_found', `There is no concept ${form.conceptId} in this dataset.`);
  const choose = form.entryId === undefined ? joinSet : findSet;
  const joined = choose(definition, { form, collectionId: concept.collectionId }, context);
  if (joined.kind === 'refused') return joined;
  const filter = parseFilter({ form, concept, context }, form.entryId ?? context.newEntryId());
  if (filter.kind === 'refused') return filter;
  if (form.validateOnly) return { kind: 'valid' };
  const put = form.entryId === undefined ? append : replace;
  const edited = changeSet(joined.definition, joined.set.entryId, (set) => put(set, filter));
  return { kind: 'changed', definition: edited, entryId: filter.entryId };
}

interface Wanted {
  readonly form: AddFilter;
  readonly collectionId: string;
}

/** The set that a new filter joins, in a definition that holds it. */
function joinSet(
  definition: CohortDefinition,
  { form: { criteriaSet: wanted }, collectionId }: Wanted,
  context: CohortEditContext,
): StartedSet | RefusedEdit {
  const own = definition.filter((set) => set.collectionId === collectionId);
  const isNamed = wanted !== undefined && wanted !== newCriteriaSet;
  const startsAnother = wanted === newCriteriaSet && collectionId !== context.lookup.root.id;
  const set = isNamed ? own.find(({ entryId }) => entryId === wanted) : own[0];
  if (set !== undefined && !startsAnother) return { kind: 'set', definition, set };
  return isNamed ? missingSet : startSet(definition, collectionId, context);
}

/** The set of the concept's collection that holds the filter which is replaced. */
function findSet(definition: CohortDefinition, { form, collectionId }: Wanted): StartedSet | RefusedEdit {
  const set = definition.find(
    (set) =>
      set.collectionId === collectionId && filtersOf(set).some(({ entryId }) => entryId === form.entryId),
  );
  return set === undefined
    ? refused(editError('not_found', 'This filter no longer exists.'))
    : { kind: 'set', definition, set };
}

const append = (set: CriteriaSet, filter: FilterEntry): CriteriaSet => ({
  ...set,
  entries: [...set.entries, filter],
});

const replace = (set: CriteriaSet, filter: FilterEntry): CriteriaSet =>
  changeFilters(set, (given) => (given.entryId === filter.entryId ? [filter] : [given]));
