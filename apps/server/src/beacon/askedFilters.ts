import { daysOfYears, durationInDays } from '@atrium/contract/calendar/ages';
import { addDays, type Day, parseDay } from '@atrium/contract/calendar/days';
import { toNumber, toWholeNumber } from '@atrium/contract/calendar/numerals';
import { fieldRefusal, type PortalError } from '@atrium/contract/errors/errorCode';
import type { BeaconFilter, BeaconOperator } from '@atrium/contract/wire/beacon';
import type { CohortDefinition, FilterEntry, OntologyTermRef } from '@atrium/contract/wire/cohortDefinition';
import { type Concept, kindOf } from '@atrium/engine';
import type { LiveRelease } from '../catalogue/index.ts';

/** What a filter of Beacon asks: terms of concepts that share an ontology, or one concept. */
export type Asked =
  | { readonly kind: 'term'; readonly code: string }
  | {
      readonly kind: 'concept';
      readonly concept: Concept;
      readonly operator: BeaconOperator;
      readonly value: string;
    };

export const filterRefusal = (text: string): PortalError => fieldRefusal('bad_request', 'filters', text);

/**
 * Reads one filter (Beacon 2.2, filteringTerms): a concept with operator and value, a value as `concept:value`, a boolean
 * concept alone, or else a term. What the portal cannot do exactly is refused by name.
 */
export function readFilter(filter: BeaconFilter, { lookup }: LiveRelease): Asked {
  const { id, operator = '=', value, includeDescendantTerms, similarity, scope } = filter;
  if (scope !== undefined && !/^individuals?$/.test(scope))
    throw filterRefusal(`${id} asks for ${scope}; this beacon knows individuals`);
  if (similarity !== undefined && similarity !== 'exact')
    throw filterRefusal(`${id} asks for similar terms, which this beacon does not know`);
  const whole = lookup.concept(id);
  if (value !== undefined) {
    if (whole === undefined) throw unknown(id);
    return { kind: 'concept', concept: whole, operator, value: String(value) };
  }
  if (filter.operator !== undefined) throw filterRefusal(`${id} has an operator and no value`);
  if (whole !== undefined) {
    if (kindOf(whole).columnType !== 'BOOLEAN') throw filterRefusal(`${id} needs an operator and a value`);
    return { kind: 'concept', concept: whole, operator: '=', value: 'true' };
  }
  const [, before = '', after = ''] = /^([^:]+):(.*)$/s.exec(id) ?? [];
  const concept = lookup.concept(before);
  if (concept !== undefined) return { kind: 'concept', concept, operator: '=', value: after };
  if (includeDescendantTerms === false)
    throw filterRefusal(`${id} asks for the exact term; this beacon counts the terms below it, too`);
  return { kind: 'term', code: id };
}

const unknown = (id: string): PortalError => filterRefusal(`there is no concept ${id}`);

const head = (concept: Concept, number: number) => ({
  entryId: `filter_${number}`,
  conceptId: concept.id,
  prefilterValue: null,
  excludeSelected: false,
});

/** A concept with an operator and a value as a filter of a cohort. */
export function filterOfConcept(asked: Extract<Asked, { kind: 'concept' }>, number: number): FilterEntry {
  const { concept, operator, value } = asked;
  const { filterKinds, columnType, scale } = kindOf(concept);
  const base = { ...head(concept, number), excludeSelected: operator === '!' };
  if (filterKinds.includes('choice')) {
    if (operator !== '=' && operator !== '!') throw noSuchOperator(asked);
    return { ...base, kind: 'choice', categories: [columnType === 'BOOLEAN' ? truthOf(asked) : value] };
  }
  if (filterKinds.includes('dateRange')) {
    const day = parseDay(value);
    if (day === undefined) throw noSuchValue(asked, 'a day such as 2020-01-31');
    return {
      ...base,
      kind: 'dateRange',
      queryType: 'date_range',
      includeNullAndMissing: false,
      ...boundsOf<Day>(operator, { at: day, before: addDays(day, -1), after: addDays(day, 1) }),
    };
  }
  if (!filterKinds.includes('range') && !filterKinds.includes('rangeOrWords'))
    throw filterRefusal(`${concept.id} cannot be asked for by a beacon`);
  const at = scale === 'age' ? ageOf(value) : toNumber(value);
  if (at === null)
    throw noSuchValue(asked, scale === 'age' ? 'whole days, or a duration such as P2Y' : 'a number');
  // Ages are whole days.
  const next = (direction: 1 | -1): number => (scale === 'age' ? at + direction : neighbour(at, direction));
  const bounds = boundsOf<number>(operator, { at, before: next(-1), after: next(1) });
  const range = { ...base, includeNullAndMissing: false, ...bounds };
  return filterKinds.includes('range')
    ? { ...range, kind: 'range' }
    : { ...range, kind: 'rangeOrWords', categories: [] };
}

const noSuchOperator = ({ concept, operator }: Extract<Asked, { kind: 'concept' }>): PortalError =>
  filterRefusal(`${concept.id} has values without an order, so ${operator} cannot be asked`);
const noSuchValue = ({ concept, value }: Extract<Asked, { kind: 'concept' }>, wanted: string): PortalError =>
  filterRefusal(`${concept.id} needs ${wanted}, not “${value}”`);

function truthOf(asked: Extract<Asked, { kind: 'concept' }>): boolean {
  const truth = { true: true, false: false }[asked.value.toLowerCase()];
  if (truth === undefined) throw noSuchValue(asked, 'true or false');
  return truth;
}

/** An age in whole days: a number of days, or a duration of ISO 8601 as Beacon writes ages. */
function ageOf(value: string): number | null {
  const years = /^P(\d+(?:\.\d+)?)Y$/.exec(value)?.[1];
  return years === undefined ? (durationInDays(value) ?? toWholeNumber(value)) : daysOfYears(Number(years));
}

interface Around<Value> {
  readonly at: Value;
  /** The greatest value below, and the least above. */
  readonly before: Value;
  readonly after: Value;
}

/** Inclusive bounds; `!` is made of those of `=`. */
function boundsOf<Value>(operator: BeaconOperator, { at, before, after }: Around<Value>) {
  switch (operator) {
    case '<':
      return { min: null, max: before };
    case '<=':
      return { min: null, max: at };
    case '>':
      return { min: after, max: null };
    case '>=':
      return { min: at, max: null };
    default:
      return { min: at, max: at };
  }
}

/** The next double above or below: numbers are stored as doubles, so an open bound is exact as a closed one. */
export function neighbour(value: number, direction: 1 | -1): number {
  if (value === 0) return direction * Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const away = value > 0 === direction > 0;
  view.setBigInt64(0, view.getBigInt64(0) + (away ? 1n : -1n));
  return view.getFloat64(0);
}

/** A criteria set for each filter; a term that several ontologies of the dataset know is met by any of them. */
export function setOf(entry: FilterEntry, concept: Concept, orGroupId?: string): CohortDefinition[number] {
  return {
    kind: 'criteria_set',
    entryId: `set_of_${entry.entryId}`,
    collectionId: concept.collectionId,
    ...(orGroupId === undefined ? {} : { orGroupId }),
    entries: [entry],
  };
}

/** A term, with all terms below it. */
export const filterOfTerm = (concept: Concept, term: OntologyTermRef, number: number): FilterEntry => ({
  ...head(concept, number),
  kind: 'ontology',
  includeNullAndMissing: false,
  includeOntologyUnknown: false,
  terms: [term],
});
