import {
  areWithinTopCodedAge,
  type FilterEntry,
  type FilterKind,
  isWholeYears,
  isWindow,
  isYearsOfDays,
  unreachable,
} from '@atrium/contract';
import type { Member, MemberContext } from '../../definition/memberContext.ts';
import type { Collection, Concept } from '../../dictionary/dictionary.ts';
import { missingConcept } from '../../dictionary/lookup.ts';
import { boundsAboveTopCode, mayUseConcept, precisionOf, showsYearsOnly } from '../../visibility/rights.ts';
import { isPattern, patternOf } from '../regex.ts';
import type { CohortError, SoundFilter } from './checkedCohort.ts';

/** Why a filter cannot be queried; an editor says it in its own words by the code. */
export interface FilterFault {
  readonly code:
    | 'concept'
    | 'type'
    | 'nothing_chosen'
    | 'no_bounds'
    | 'pattern'
    | 'window'
    | 'whole_years'
    | 'top_coded_age'
    | 'prefilter_missing'
    | 'prefilter_gone'
    | 'prefilter_closed';
  readonly message: string;
  readonly mayEdit: boolean;
}

const kinds = {
  category: ['choice'],
  boolean: ['choice'],
  text: ['text'],
  ontology: ['ontology'],
  number: ['range'],
  age: ['range'],
  date: ['dateRange', 'relativeDate'],
} as const satisfies Record<Concept['type'], readonly FilterKind[]>;

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
    yearsOnly: showsYearsOnly(concept, context.member),
  };
}

/** Everything that keeps this member from querying the filter, the first being the one to tell. */
export function filterFaults(
  filter: FilterEntry,
  collection: Collection | undefined,
  { lookup, member }: MemberContext,
): readonly FilterFault[] {
  const only = (code: FilterFault['code'], message: string, mayEdit: boolean): readonly FilterFault[] => [
    { code, message, mayEdit },
  ];
  const concept = lookup.concept(filter.conceptId);
  if (concept === undefined) return only('concept', missingConcept(filter.conceptId, lookup), false);
  if (!mayUseConcept(concept, member)) return only('concept', `You may not use ${concept.title}.`, false);
  if (collection !== undefined && concept.collectionId !== collection.id)
    return only('concept', `${concept.title} does not belong to ${collection.title}.`, false);
  const kindsOfType: readonly FilterKind[] = kinds[concept.type];
  if (!kindsOfType.includes(filter.kind))
    return only('type', `The type of ${concept.title} has changed.`, true);
  return [
    valueFault(filter, concept),
    yearFault(filter, concept, member),
    ageFault(filter, concept, member),
    prefilterFault(filter, concept, { lookup, member }),
  ].filter((fault) => fault !== null);
}

const fault = (code: FilterFault['code'], message: string): FilterFault => ({ code, message, mayEdit: true });

/** The terms of a text filter that no engine can run as regular expressions. */
export const unusablePatterns = (terms: readonly string[]): readonly string[] =>
  terms.filter((term) => !isPattern(patternOf(term) ?? 'text'));

/** An empty question is refused, not answered with everyone or no one (rule 3.1). */
function valueFault(filter: FilterEntry, concept: Concept): FilterFault | null {
  const nothingChosen = fault('nothing_chosen', `Nothing is chosen of ${concept.title}.`);
  switch (filter.kind) {
    case 'choice': {
      const fits = (value: string | boolean | null): boolean =>
        value === null || typeof value === (concept.type === 'boolean' ? 'boolean' : 'string');
      if (filter.categories.length === 0) return nothingChosen;
      return filter.categories.every(fits)
        ? null
        : fault('type', `The type of ${concept.title} has changed.`);
    }
    case 'text': {
      if (filter.terms.length === 0 && !filter.includeNullAndMissing) return nothingChosen;
      const [bad] = unusablePatterns(filter.terms);
      return bad === undefined
        ? null
        : fault('pattern', `${bad} is not a regular expression that can be used.`);
    }
    case 'ontology': {
      const isEmpty =
        filter.terms.length === 0 && !filter.includeNullAndMissing && !filter.includeOntologyUnknown;
      return isEmpty ? nothingChosen : null;
    }
    case 'range':
    case 'dateRange': {
      const isEmpty = filter.min === null && filter.max === null && !filter.includeNullAndMissing;
      return isEmpty ? fault('no_bounds', `${concept.title} has no bounds.`) : null;
    }
    case 'relativeDate':
      return isWindow(filter.daysAgo)
        ? null
        : fault('window', `The days back of ${concept.title} are out of range.`);
    default:
      return unreachable(filter);
  }
}

function yearFault(filter: FilterEntry, concept: Concept, member: Member): FilterFault | null {
  if (!showsYearsOnly(concept, member)) return null;
  const isFine =
    (filter.kind === 'dateRange' && isWholeYears(filter.min, filter.max)) ||
    (filter.kind === 'relativeDate' && isYearsOfDays(filter.daysAgo));
  return isFine ? null : fault('whole_years', `You may ask for whole years of ${concept.title} only.`);
}

/** A bound above the top-coded age would promise to tell ages apart that are one age. */
function ageFault(filter: FilterEntry, concept: Concept, member: Member): FilterFault | null {
  if (!precisionOf(concept, member).topCodesAges || filter.kind !== 'range') return null;
  return areWithinTopCodedAge(filter.min, filter.max)
    ? null
    : fault('top_coded_age', `${concept.title}: ${boundsAboveTopCode}`);
}

function prefilterFault(
  { prefilterValue }: FilterEntry,
  concept: Concept,
  { lookup, member }: MemberContext,
): FilterFault | null {
  const { prefilter } = concept;
  if (prefilterValue === null)
    return prefilter?.mode === 'required'
      ? fault('prefilter_missing', `${concept.title} needs a prefilter value.`)
      : null;
  const by = prefilter === null ? undefined : lookup.concept(prefilter.conceptId);
  if (by === undefined) return fault('prefilter_gone', `${concept.title} has no prefilter any more.`);
  return mayUseConcept(by, member) ? null : fault('prefilter_closed', `You may not use ${by.title}.`);
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
