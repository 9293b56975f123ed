import { toDay } from '@atrium/contract/calendar/days';
import {
  type CirceConceptSet,
  type CirceCriterion,
  type CirceRange,
  circeConcepts,
  circeRange,
} from '@atrium/contract/documents/circe';
import type { CriteriaSet, FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { Reader } from './circeReader.ts';
import {
  isAnyPeriod,
  type OmopEvents,
  observationPeriods,
  omopEvents,
  type PersonTrait,
  personTraits,
} from './omopShape.ts';

interface EventsContext {
  readonly reader: Reader;
  /** Whether a restriction of the person may stand beside the set: not where the set is one of several. */
  readonly mayAskPerson: boolean;
}

/** The criteria set of one criterion; null where a part of it has no counterpart, which is named. */
export function readEvents(
  criterion: CirceCriterion,
  where: string,
  { reader, mayAskPerson }: EventsContext,
): CriteriaSet | null {
  const [[kind, restrictions] = ['', {}], ...others] = Object.entries(criterion);
  const events = omopEvents(kind, reader.lookup);
  const before = reader.unsaid.length;
  const periods = isAnyPeriod(criterion) ? observationPeriods(reader.lookup) : null;
  if (periods !== null)
    return { kind: 'criteria_set', entryId: reader.newId(), collectionId: periods.id, entries: [] };
  if (others.length > 0 || events === null) {
    reader.unsaid.push(`${where}: events of the kind ${kind || 'none'}`);
    return null;
  }
  const entries: FilterEntry[] = [];
  for (const [field, value] of Object.entries(restrictions)) {
    if (value === null || value === false || (Array.isArray(value) && value.length === 0)) continue;
    const read = readRestriction(field, value, { events, reader });
    if (read !== null) entries.push(...read);
    else if (mayAskPerson && isTrait(field)) readTrait({ trait: field, value, where }, reader);
    else reader.unsaid.push(`${where}: ${kind}.${field}`);
  }
  if (reader.unsaid.length > before) return null;
  return { kind: 'criteria_set', entryId: reader.newId(), collectionId: events.collection.id, entries };
}

export const isTrait = (field: string): field is PersonTrait => field in personTraits;

const head = (conceptId: string, reader: Reader) => ({
  entryId: reader.newId(),
  conceptId,
  prefilterValue: null,
});

interface Restricted {
  readonly events: OmopEvents;
  readonly reader: Reader;
}

/** The filters of one field of a criterion; null where it has no counterpart. */
function readRestriction(
  field: string,
  value: unknown,
  { events, reader }: Restricted,
): readonly FilterEntry[] | null {
  if (field === 'CodesetId') {
    const set = reader.conceptSets.get(Number(value));
    return set === undefined ? null : readConceptSet(set, { events, reader });
  }
  const range = circeRange.safeParse(value);
  if (!range.success) return null;
  if (field === events.startField && events.start?.type === 'date') {
    const bounds = inclusive(range.data, toDayOrNull);
    if (bounds === null) return null;
    const { start } = events;
    const days = { min: bounds.min, max: bounds.max, includeNullAndMissing: false };
    return [
      {
        kind: 'dateRange',
        ...head(start.id, reader),
        excludeSelected: false,
        queryType: 'date_range',
        ...days,
      },
    ];
  }
  if (field === 'ValueAsNumber' && events.value !== null) {
    const bounds = inclusive(range.data, toNumberOrNull);
    if (bounds === null) return null;
    const numbers = { ...bounds, includeNullAndMissing: false };
    return [{ kind: 'range', ...head(events.value.id, reader), excludeSelected: false, ...numbers }];
  }
  return null;
}

const toDayOrNull = (given: string | number) => (typeof given === 'string' ? (toDay(given) ?? null) : null);

/** Circe compares numbers by their first four decimals. */
const toNumberOrNull = (given: string | number) =>
  typeof given === 'number' && Number(given.toFixed(4)) === given ? given : null;

/** Bounds that include their ends; null for an operator without such bounds. */
function inclusive<Bound>(
  { Op, Value, Extent }: CirceRange,
  parse: (given: string | number) => Bound | null,
): { readonly min: Bound | null; readonly max: Bound | null } | null {
  const value = parse(Value);
  const extent = Extent === null || Extent === undefined ? null : parse(Extent);
  if (value === null) return null;
  if (Op === 'gte') return { min: value, max: null };
  if (Op === 'lte') return { min: null, max: value };
  if (Op === 'eq') return { min: value, max: value };
  return Op === 'bt' && extent !== null ? { min: value, max: extent } : null;
}

/** A concept set as a filter on the terms that are in it, and one that excludes those that are out. */
function readConceptSet(
  { name, expression: { items } }: CirceConceptSet,
  { events, reader }: Restricted,
): readonly FilterEntry[] | null {
  const label = name ?? 'a concept set';
  const filterOf = (isExcluded: boolean): readonly FilterEntry[] => {
    const own = items.filter((item) => (item.isExcluded ?? false) === isExcluded);
    if (own.length === 0) return [];
    const terms = own.map(({ concept }) => ({
      code: String(concept.CONCEPT_ID),
      label: concept.CONCEPT_NAME ?? String(concept.CONCEPT_ID),
    }));
    const rest = { terms, includeNullAndMissing: false, includeOntologyUnknown: false };
    return [{ kind: 'ontology', ...head(events.code.id, reader), excludeSelected: isExcluded, ...rest }];
  };
  if (!items.some(({ isExcluded }) => !isExcluded)) {
    reader.unsaid.push(`${label}: a concept set without concepts`);
    return [];
  }
  for (const { concept, includeDescendants, includeMapped } of items) {
    const term = `${label}: ${concept.CONCEPT_NAME ?? ''} (${concept.CONCEPT_ID})`;
    if (includeMapped) reader.unsaid.push(`${term} with the concepts that are mapped to it`);
    if (!includeDescendants)
      reader.exactTerms.set(String(concept.CONCEPT_ID), `${term} without the concepts below it`);
  }
  return [...filterOf(false), ...filterOf(true)];
}

interface Trait {
  readonly trait: PersonTrait;
  readonly value: unknown;
  readonly where: string;
}

/** The filter that asks for one of some genders, races or ethnicities, by their names; null where it has no counterpart. */
export function traitFilter({ trait, value, where }: Trait, reader: Reader): FilterEntry | null {
  const column = reader.lookup.concept(personTraits[trait]);
  const concepts = circeConcepts.safeParse(value);
  const names = concepts.success ? concepts.data.map(({ CONCEPT_NAME: name }) => name ?? '') : [];
  if (column?.type !== 'category' || names.length === 0 || names.includes('')) {
    reader.unsaid.push(`${where}: ${trait}`);
    return null;
  }
  return { kind: 'choice', ...head(column.id, reader), excludeSelected: false, categories: names };
}

function readTrait(trait: Trait, reader: Reader): void {
  const filter = traitFilter(trait, reader);
  if (filter !== null) reader.addToPerson(filter);
}
