import type { FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { AddFilter } from '@atrium/contract/wire/cohortTransformation';
import type { FilterDraft, FilterValues } from '../../concepts/conceptKind.ts';
import { kindOf } from '../../concepts/kinds.ts';
import { type EditError, editError, type RefusedEdit, refused } from '../../definition/outcome.ts';
import type { Concept } from '../../dictionary/dictionary.ts';
import { precisionOf } from '../../visibility/rights.ts';
import { type FilterFault, filterFaults } from '../check/checkFilter.ts';
import type { CohortEditContext } from './outcome.ts';

interface WantedFilter {
  readonly form: AddFilter;
  readonly concept: Concept;
  readonly context: CohortEditContext;
}

/**
 * The filter that a form describes, or every error of it (rules 2.13 and 3.10). The check judges what the form
 * builds.
 */
export function parseFilter(
  { form, concept, context }: WantedFilter,
  entryId: string,
): FilterEntry | RefusedEdit {
  const { lookup, member, known } = context;
  const kind = kindOf(concept);
  const draft = kind.parse({ form, concept, precision: precisionOf(concept, member), known });
  const filter = withHead(draft.values, {
    entryId,
    conceptId: concept.id,
    prefilterValue: form.prefilterValue ?? null,
    excludeSelected: kind.mayExclude && (form.excludeSelected ?? false),
  });
  const faults = filterFaults(filter, lookup.collection(concept.collectionId), context);
  const closed = faults.find(({ code }) => code === 'concept');
  if (closed !== undefined) return refused(editError('not_allowed', closed.message));
  const ofPrefilter = faults.filter(({ code }) => code === 'prefilter');
  const ofValues = faults.filter(({ code }) => code !== 'prefilter');
  const errors = [
    ...ofPrefilter.flatMap(({ formErrors }) => formErrors),
    ...draft.errors,
    ...ofValues.flatMap((fault) => valueErrors(fault, draft, form)),
  ];
  const isBlocked = draft.missing.length > 0 && !(form.ignoreWarnings && !form.validateOnly);
  if (errors.length === 0 && !isBlocked) return filter;
  return {
    kind: 'refused',
    errors,
    warnings: draft.missing.map(({ warning }) => warning),
    warningEntries: draft.missing.map(({ value }) => value),
  };
}

const withHead = (
  values: FilterValues,
  head: Pick<FilterEntry, 'entryId' | 'conceptId' | 'prefilterValue' | 'excludeSelected'>,
): FilterEntry => ({ ...values, ...head });

/** No errors for what follows from a field that could not be parsed, or from values that were not found. */
function valueErrors(
  { code, formErrors, mayFollow }: FilterFault,
  draft: FilterDraft,
  { ignoreWarnings }: AddFilter,
): readonly EditError[] {
  const isWarned = code === 'nothing_chosen' && draft.missing.length > 0 && !ignoreWarnings;
  return isWarned || (mayFollow && draft.errors.length > 0) ? [] : formErrors;
}
