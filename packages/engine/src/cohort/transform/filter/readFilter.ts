import { type FilterEntry, unreachable } from '@atrium/contract';
import { mayUseConcept } from '../../../dictionary/conceptAccess.ts';
import { type RefusedEdit, refused } from '../outcome.ts';
import type { FilterDraft, FilterForm, FilterValues } from './filterDraft.ts';
import { readChoice } from './readChoice.ts';
import { readDate } from './readDate.ts';
import { readAge, readNumber } from './readRange.ts';
import { readOntology, readText } from './readTerms.ts';

/** The filter that a form asks for, or everything that speaks against it (contract 9.5). */
export function readFilter(given: FilterForm, entryId: string): FilterEntry | RefusedEdit {
  const { form, concept, context } = given;
  if (!mayUseConcept(concept, context.member.level)) return refused(`You may not use ${concept.title}.`);
  const draft = readValues(given);
  const errors = [...prefilterErrors(given), ...draft.errors];
  const isBlocked = draft.missing.length > 0 && !(form.ignoreWarnings && !form.validateOnly);
  if (errors.length > 0 || isBlocked)
    return {
      kind: 'refused',
      errors,
      warnings: draft.missing.map(({ warning }) => warning),
      warningEntries: draft.missing.map(({ value }) => value),
    };
  return withHead(draft.values, {
    entryId,
    conceptId: concept.id,
    prefilterValue: form.prefilterValue ?? null,
    excludeSelected: concept.type !== 'boolean' && (form.excludeSelected ?? false),
  });
}

const withHead = (
  values: FilterValues,
  head: Pick<FilterEntry, 'entryId' | 'conceptId' | 'prefilterValue' | 'excludeSelected'>,
): FilterEntry => ({ ...values, ...head });

function readValues(given: FilterForm): FilterDraft {
  switch (given.concept.type) {
    case 'category':
    case 'boolean':
      return readChoice(given);
    case 'text':
      return readText(given);
    case 'ontology':
      return readOntology(given);
    case 'number':
      return readNumber(given);
    case 'age':
      return readAge(given);
    case 'date':
      return readDate(given);
    default:
      return unreachable(given.concept.type);
  }
}

function prefilterErrors({ form, concept, context }: FilterForm): readonly string[] {
  if (form.prefilterValue === undefined)
    return concept.prefilter?.mode === 'required' ? [`Prefilter: ${concept.title} needs one.`] : [];
  if (concept.prefilter === null) return [`Prefilter: ${concept.title} has none.`];
  const by = context.lookup.concept(concept.prefilter.conceptId);
  const mayUse = by !== undefined && mayUseConcept(by, context.member.level);
  return mayUse ? [] : [`Prefilter: you may not use ${by?.title ?? concept.prefilter.conceptId}.`];
}
