import type { FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { ValueFault } from '../../concepts/conceptKind.ts';
import { kindOf, meaningOf } from '../../concepts/kinds.ts';
import type { MemberContext } from '../../definition/memberContext.ts';
import { type EditError, editError, fieldError } from '../../definition/outcome.ts';
import type { Collection, Concept } from '../../dictionary/dictionary.ts';
import { missingConcept } from '../../dictionary/lookup.ts';
import { mayUseConcept, precisionOf } from '../../visibility/rights.ts';
import type { CohortError, SoundFilter } from './checkedCohort.ts';

/** Why a filter cannot be queried. */
export interface FilterFault extends Omit<ValueFault, 'code'> {
  readonly code: ValueFault['code'] | 'concept' | 'prefilter';
  readonly mayEdit: boolean;
}

/** The filter with its concepts, or why it cannot be queried by this member. */
export function checkFilter(
  filter: FilterEntry,
  collection: Collection | undefined,
  context: MemberContext,
): SoundFilter | CohortError {
  const [fault] = filterFaults(filter, collection, context);
  const concept = context.lookup.concept(filter.conceptId);
  if (fault !== undefined)
    return { entryId: filter.entryId, part: 'filter', message: fault.message, mayEdit: fault.mayEdit };
  if (concept === undefined) throw new Error('A filter without faults has its concept.');
  const prefilter = prefilterOf(filter, concept, context);
  return {
    kind: 'filter',
    filter,
    concept,
    prefilter,
    ...precisionOf(concept, context.member),
  };
}

/** All reasons why this member cannot query the filter. The first one is the one to show. */
export function filterFaults(
  filter: FilterEntry,
  collection: Collection | undefined,
  { lookup, member }: MemberContext,
): readonly FilterFault[] {
  const only = (code: 'concept' | 'type', message: string, mayEdit: boolean): readonly FilterFault[] => {
    const error = editError(code === 'type' ? 'not_fitting' : 'not_allowed', message);
    return [{ code, message, mayEdit, formErrors: [error], mayFollow: false }];
  };
  const concept = lookup.concept(filter.conceptId);
  if (concept === undefined) return only('concept', missingConcept(filter.conceptId, lookup), false);
  if (!mayUseConcept(concept, member)) return only('concept', `You may not use ${concept.title}.`, false);
  if (collection !== undefined && concept.collectionId !== collection.id)
    return only('concept', `${concept.title} does not belong to ${collection.title}.`, false);
  if (!kindOf(concept).filterKinds.includes(filter.kind))
    return only('type', `The type of ${concept.title} has changed.`, true);
  const meaning = meaningOf(filter);
  const ofValues = [
    meaning.fault(filter, concept),
    ...meaning.precisionFaults(filter, concept, precisionOf(concept, member)),
    prefilterFault(filter, concept, { lookup, member }),
  ];
  return ofValues.flatMap((fault) => (fault === null ? [] : { ...fault, mayEdit: true }));
}

function prefilterFault(
  { prefilterValue }: FilterEntry,
  concept: Concept,
  { lookup, member }: MemberContext,
): Omit<FilterFault, 'mayEdit'> | null {
  const fault = (message: string, formError: EditError): Omit<FilterFault, 'mayEdit'> => ({
    code: 'prefilter',
    message,
    formErrors: [formError],
    mayFollow: false,
  });
  const { prefilter, title } = concept;
  if (prefilterValue === null)
    return prefilter?.mode === 'required'
      ? fault(`${title} needs a prefilter value.`, fieldError('Prefilter', 'missing', `${title} needs one.`))
      : null;
  const by = prefilter === null ? undefined : lookup.concept(prefilter.conceptId);
  if (by === undefined)
    return fault(
      `${title} has no prefilter any more.`,
      fieldError('Prefilter', 'not_fitting', `${title} has none.`),
    );
  return mayUseConcept(by, member)
    ? null
    : fault(
        `You may not use ${by.title}.`,
        fieldError('Prefilter', 'not_allowed', `you may not use ${by.title}.`),
      );
}

function prefilterOf(
  { prefilterValue }: FilterEntry,
  concept: Concept,
  { lookup }: MemberContext,
): SoundFilter['prefilter'] {
  if (prefilterValue === null) return null;
  const by = concept.prefilter === null ? undefined : lookup.concept(concept.prefilter.conceptId);
  return by === undefined ? null : { concept: by, value: prefilterValue };
}
