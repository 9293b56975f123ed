import { PortalError } from '@atrium/contract/errors/errorCode';
import type { CohortDefinition, CriteriaSet, FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import { type AddFilter, newCriteriaSet } from '@atrium/contract/wire/cohortTransformation';
import { editError, fieldError, type RefusedEdit, refused } from '../../definition/outcome.ts';
import { type CollectionPolarity, polarityFilter, polarityOf } from '../polarity.ts';
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
  const polarity = polarityOf(context.lookup.collection(concept.collectionId), context);
  const fault = polarityFault(form, joined.set, polarity);
  if (fault !== null) return fault;
  const entryId = form.entryId ?? context.newEntryId();
  const choice =
    form.polarity === undefined || polarity === null ? null : { polarity, wanted: form.polarity };
  const filter =
    choice?.polarity.concept.id === concept.id
      ? polarityFilter(choice.polarity, choice.wanted, entryId)
      : parseFilter({ form, concept, context }, entryId);
  if (filter.kind === 'refused') return filter;
  if (form.validateOnly) return { kind: 'valid' };
  const put = form.entryId === undefined ? append : replace;
  const further =
    choice === null || choice.polarity.concept.id === concept.id
      ? []
      : [polarityFilter(choice.polarity, choice.wanted, context.newEntryId())];
  const edited = changeSet(joined.definition, joined.set.entryId, (set) =>
    further.reduce(append, put(set, filter)),
  );
  return { kind: 'changed', definition: edited, entryId };
}

/** Why this edit cannot set the polarity that the form asks for; null where it can (rule 3.25). */
function polarityFault(
  { polarity: wanted, entryId }: AddFilter,
  set: CriteriaSet,
  polarity: CollectionPolarity | null,
): RefusedEdit | null {
  if (wanted === undefined) return null;
  const fault = (code: 'not_fitting' | 'conflict', text: string) =>
    refused(fieldError('Polarity', code, text));
  if (entryId !== undefined) return fault('not_fitting', 'only a new filter takes it.');
  if (polarity === null) return fault('not_fitting', 'this collection does not say what is present.');
  const { id, title } = polarity.concept;
  return filtersOf(set).some(({ conceptId }) => conceptId === id)
    ? fault('conflict', `the criteria set has a filter on ${title} already.`)
    : null;
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
  const all = definition.filter((set) => set.collectionId === collectionId);
  const isNamed = wanted !== undefined && wanted !== newCriteriaSet;
  const startsAnother = wanted === newCriteriaSet && collectionId !== context.lookup.root.id;
  const set = all.find(({ entryId, about, pathway }) =>
    isNamed ? entryId === wanted : about === undefined && pathway === undefined,
  );
  if (set !== undefined && !startsAnother) return { kind: 'set', definition, set };
  return isNamed ? missingSet : startSet(definition, { collectionId }, context);
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
