import {
  type AccessLevel,
  areWithinTopCodedAge,
  type FilterEntry,
  type FilterKind,
  isWholeYears,
  isWindow,
  isYearsOfDays,
  unreachable,
} from '@atrium/contract';
import {
  boundsAboveTopCode,
  mayUseConcept,
  showsYearsOnly,
  topCodesAges,
} from '../../dictionary/conceptAccess.ts';
import type { Collection, Concept } from '../../dictionary/dictionary.ts';
import { type Lookup, missingConcept } from '../../dictionary/lookup.ts';
import { isPattern, patternOf } from '../regex.ts';
import type { CohortError, SoundFilter } from './checkedCohort.ts';

export interface CheckContext {
  readonly lookup: Lookup;
  readonly member: { readonly level: AccessLevel };
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
  { lookup, member }: CheckContext,
): SoundFilter | CohortError {
  const error = (message: string, mayEdit: boolean): CohortError => ({
    entryId: filter.entryId,
    part: 'filter',
    message,
    mayEdit,
  });
  const concept = lookup.concept(filter.conceptId);
  if (concept === undefined) return error(missingConcept(filter.conceptId, lookup), false);
  if (!mayUseConcept(concept, member.level)) return error(`You may not use ${concept.title}.`, false);
  if (collection !== undefined && concept.collectionId !== collection.id)
    return error(`${concept.title} does not belong to ${collection.title}.`, false);
  const kindsOfType: readonly FilterKind[] = kinds[concept.type];
  if (!kindsOfType.includes(filter.kind)) return error(`The type of ${concept.title} has changed.`, true);
  const fault =
    valueFault(filter, concept) ??
    yearFault(filter, concept, member.level) ??
    ageFault(filter, concept, member.level);
  if (fault !== null) return error(fault, true);
  const prefilter = checkPrefilter(filter, concept, { lookup, member });
  return typeof prefilter === 'string'
    ? error(prefilter, true)
    : { kind: 'filter', filter, concept, prefilter, yearsOnly: showsYearsOnly(concept, member.level) };
}

/** An empty question is refused, not answered with everyone or no one. */
function valueFault(filter: FilterEntry, concept: Concept): string | null {
  switch (filter.kind) {
    case 'choice': {
      const fits = (value: string | boolean | null): boolean =>
        value === null || typeof value === (concept.type === 'boolean' ? 'boolean' : 'string');
      if (filter.categories.length === 0) return `Nothing is chosen of ${concept.title}.`;
      return filter.categories.every(fits) ? null : `The type of ${concept.title} has changed.`;
    }
    case 'text': {
      if (filter.terms.length === 0 && !filter.includeNullAndMissing)
        return `Nothing is chosen of ${concept.title}.`;
      const bad = filter.terms.find((term) => !isPattern(patternOf(term) ?? 'text'));
      return bad === undefined ? null : `${bad} is not a regular expression that can be used.`;
    }
    case 'ontology': {
      const isEmpty =
        filter.terms.length === 0 && !filter.includeNullAndMissing && !filter.includeOntologyUnknown;
      return isEmpty ? `Nothing is chosen of ${concept.title}.` : null;
    }
    case 'range':
    case 'dateRange': {
      const isEmpty = filter.min === null && filter.max === null && !filter.includeNullAndMissing;
      return isEmpty ? `${concept.title} has no bounds.` : null;
    }
    case 'relativeDate':
      return isWindow(filter.daysAgo) ? null : `The days back of ${concept.title} are out of range.`;
    default:
      return unreachable(filter);
  }
}

function yearFault(filter: FilterEntry, concept: Concept, level: AccessLevel): string | null {
  if (!showsYearsOnly(concept, level)) return null;
  const isFine =
    (filter.kind === 'dateRange' && isWholeYears(filter.min, filter.max)) ||
    (filter.kind === 'relativeDate' && isYearsOfDays(filter.daysAgo));
  return isFine ? null : `You may ask for whole years of ${concept.title} only.`;
}

/** Bounds among the ages that are one age would promise to tell them apart. */
function ageFault(filter: FilterEntry, concept: Concept, level: AccessLevel): string | null {
  if (!topCodesAges(concept, level) || filter.kind !== 'range') return null;
  return areWithinTopCodedAge(filter.min, filter.max) ? null : `${concept.title}: ${boundsAboveTopCode}`;
}

function checkPrefilter(
  { prefilterValue }: FilterEntry,
  concept: Concept,
  { lookup, member }: CheckContext,
): SoundFilter['prefilter'] | string {
  if (prefilterValue === null)
    return concept.prefilter?.mode === 'required' ? `${concept.title} needs a prefilter value.` : null;
  const by = concept.prefilter === null ? undefined : lookup.concept(concept.prefilter.conceptId);
  if (by === undefined) return `${concept.title} has no prefilter any more.`;
  if (!mayUseConcept(by, member.level)) return `You may not use ${by.title}.`;
  return { concept: by, value: prefilterValue };
}
