import { type AddFilter, type CohortDefinition, type FilterEntry, PortalError } from '@atrium/contract';
import { closedCollection } from './criteriaSets.ts';
import { changeFilters, filtersOf, withSet } from './entries.ts';
import { readFilter } from './filter/readFilter.ts';
import { type CohortOutcome, refused, type TransformContext } from './outcome.ts';

/** Adds a filter to the first set of its collection, or replaces one in place under its old id (contract 9.4). */
export function addFilter(
  definition: CohortDefinition,
  form: AddFilter,
  context: TransformContext,
): CohortOutcome {
  const concept = context.lookup.concept(form.conceptId);
  if (concept === undefined)
    throw new PortalError('not_found', `There is no concept ${form.conceptId} in this dataset.`);
  const { collectionId } = concept;
  const { lookup } = context;
  const startsSet =
    form.entryId === undefined && !definition.some((set) => set.collectionId === collectionId);
  if (startsSet && !lookup.mayStartSet(collectionId))
    return refused(closedCollection(lookup.collection(collectionId)?.title ?? collectionId));
  const filter = readFilter({ form, concept, context }, form.entryId ?? context.newId());
  if (filter.kind === 'refused') return filter;
  const edited =
    form.entryId === undefined
      ? append(definition, { filter, collectionId }, context)
      : replace(definition, { filter, collectionId });
  if (edited === null) return refused('This filter no longer exists.');
  if (form.validateOnly) return { kind: 'valid' };
  return { kind: 'changed', definition: edited, entryId: filter.entryId };
}

interface Placed {
  readonly filter: FilterEntry;
  readonly collectionId: string;
}

function append(
  definition: CohortDefinition,
  { filter, collectionId }: Placed,
  { lookup, newId }: TransformContext,
): CohortDefinition {
  const place = definition.findIndex((set) => set.collectionId === collectionId);
  if (place >= 0)
    return definition.map((set, index) =>
      index === place ? { ...set, entries: [...set.entries, filter] } : set,
    );
  const set = { kind: 'criteria_set', entryId: newId(), collectionId, entries: [filter] } as const;
  return withSet(definition, { ...set, entries: [filter] }, collectionId === lookup.root.id);
}

/** Null when no set of the concept's collection holds the filter that was to be replaced. */
function replace(definition: CohortDefinition, { filter, collectionId }: Placed): CohortDefinition | null {
  const isPlace = (given: FilterEntry): boolean => given.entryId === filter.entryId;
  const holder = definition.find((set) => set.collectionId === collectionId && filtersOf(set).some(isPlace));
  if (holder === undefined) return null;
  return definition.map((set) =>
    set === holder ? changeFilters(set, (given) => (isPlace(given) ? [filter] : [given])) : set,
  );
}
