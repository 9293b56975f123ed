import { type FilterEntry, unreachable } from '@atrium/contract';
import {
  type EditError,
  editError,
  fieldError,
  type RefusedEdit,
  refused,
} from '../../../definition/outcome.ts';
import { boundsAboveTopCode } from '../../../dictionary/conceptAccess.ts';
import { type FilterFault, filterFaults, unusablePatterns } from '../../check/checkFilter.ts';
import type { FilterDraft, FilterForm, FilterValues } from './filterDraft.ts';
import { readChoice } from './readChoice.ts';
import { readDate } from './readDate.ts';
import { readAge, readNumber } from './readRange.ts';
import { longestTerm, readOntology, readText } from './readTerms.ts';

/**
 * The filter that a form describes, or every error of it (rules 2.13 and 3.10). The check judges what the form
 * builds.
 */
export function readFilter(given: FilterForm, entryId: string): FilterEntry | RefusedEdit {
  const { form, concept, context } = given;
  const draft = readValues(given);
  const filter = withHead(draft.values, {
    entryId,
    conceptId: concept.id,
    prefilterValue: form.prefilterValue ?? null,
    excludeSelected: concept.type !== 'boolean' && (form.excludeSelected ?? false),
  });
  const faults = filterFaults(filter, context.lookup.collection(concept.collectionId), context);
  const closed = faults.find(({ code }) => code === 'concept');
  if (closed !== undefined) return refused(editError('not_allowed', closed.message));
  const errors = [
    ...faults.flatMap((fault) => prefilterError(fault, given) ?? []),
    ...draft.errors,
    ...faults.flatMap((fault) => valueErrors(fault, filter, { given, draft })),
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

function prefilterError({ code, message }: FilterFault, { concept, context }: FilterForm): EditError | null {
  switch (code) {
    case 'prefilter_missing':
      return fieldError('Prefilter', 'missing', `${concept.title} needs one.`);
    case 'prefilter_gone':
      return fieldError('Prefilter', 'not_fitting', `${concept.title} has none.`);
    case 'prefilter_closed': {
      const by = context.lookup.concept(concept.prefilter?.conceptId ?? '');
      return fieldError('Prefilter', 'not_allowed', `you may not use ${by?.title ?? message}.`);
    }
    default:
      return null;
  }
}

interface Judged {
  readonly given: FilterForm;
  readonly draft: FilterDraft;
}

const bounds = ['Minimum', 'Maximum'];

/** A fault of the values in the words of the form; what follows from a field that could not be parsed is not said. */
function valueErrors(
  { code, message }: FilterFault,
  filter: FilterEntry,
  { given: { form, concept }, draft }: Judged,
): readonly EditError[] {
  const isUnreadable = draft.errors.length > 0;
  const { title } = concept;
  switch (code) {
    case 'nothing_chosen': {
      const isWarned = draft.missing.length > 0 && !form.ignoreWarnings;
      return isUnreadable || isWarned ? [] : [nothingChosen(filter, title)];
    }
    case 'no_bounds': {
      const wanted = filter.kind === 'dateRange' ? 'date' : 'bound';
      return isUnreadable ? [] : [fieldError(bounds, 'missing', `give at least one ${wanted} of ${title}.`)];
    }
    case 'pattern': {
      const terms = filter.kind === 'text' ? unusablePatterns(filter.terms) : [];
      return terms
        .filter((term) => term.length <= longestTerm)
        .map((term) =>
          fieldError('Terms', 'malformed', `${term} is not a regular expression that can be used.`),
        );
    }
    case 'window':
      return isUnreadable ? [] : [fieldError('Days ago', 'out_of_range', 'give a number from 1 to 100000.')];
    case 'whole_years': {
      if (filter.kind !== 'relativeDate')
        return [fieldError(bounds, 'not_allowed', `you may ask for whole years of ${title} only.`)];
      const text = `you may ask for whole years (365, 730, …) of ${title} only.`;
      return isUnreadable ? [] : [fieldError('Days ago', 'not_allowed', text)];
    }
    case 'top_coded_age':
      return [fieldError(bounds, 'not_allowed', boundsAboveTopCode)];
    case 'type':
      return [editError('not_fitting', message)];
    case 'concept':
    case 'prefilter_missing':
    case 'prefilter_gone':
    case 'prefilter_closed':
      return [];
    default:
      return unreachable(code);
  }
}

function nothingChosen({ kind }: FilterEntry, title: string): EditError {
  if (kind === 'choice')
    return fieldError('Selected values', 'missing', `choose at least one value of ${title}.`);
  if (kind === 'text') return fieldError('Terms', 'missing', `enter at least one value of ${title}.`);
  return fieldError('Terms', 'missing', `choose at least one term of ${title}.`);
}
