import type {
  CohortDefinition,
  CohortEntry,
  CriteriaSet,
  Day,
  EventRule,
  FilterEntry,
} from '@atrium/contract';
import { unreachable } from '@atrium/contract';
import type { PlainCollection, PlainRelease, PlainRow } from './plainRelease.ts';

/** A second, slow and plain statement of what a definition finds: it walks subjects and rows, and shares no code. */
export function slowSubjects(plain: PlainRelease, definition: CohortDefinition, today: Day): string {
  const world: World = { plain, definition, today };
  const [root] = plain.collections;
  const idOf = (row: PlainRow): string => String(row.values[root?.concepts[0]?.id ?? '']);
  return (root?.rows ?? [])
    .filter((row) => definition.every((set) => setHolds(set, { row, id: idOf(row) }, world)))
    .map(idOf)
    .sort()
    .join(' ');
}

interface World {
  readonly plain: PlainRelease;
  readonly definition: CohortDefinition;
  readonly today: Day;
}

interface Subject {
  readonly row: PlainRow;
  readonly id: string;
}

function setHolds(set: CriteriaSet, subject: Subject, world: World): boolean {
  const collection = collectionOf(set, world);
  if (collection === world.plain.collections[0])
    return entriesHold(set.entries, subject.row, collection, world);
  const matching = collection.rows.filter(
    (row) => row.subjects.includes(subject.id) && rowHolds(row, set, { subject, collection, world }),
  ).length;
  const { operator, value } = set.countRule ?? { operator: 'at least', value: 1 };
  if (operator === 'at least') return matching >= value;
  return operator === 'at most' ? matching <= value : matching === value;
}

function collectionOf(set: CriteriaSet, { plain }: World): PlainCollection {
  const collection = plain.collections.find(({ id }) => id === set.collectionId);
  if (collection === undefined) throw new Error(set.collectionId);
  return collection;
}

interface Place {
  readonly subject: Subject;
  readonly collection: PlainCollection;
  readonly world: World;
}

function rowHolds(row: PlainRow, set: CriteriaSet, { subject, collection, world }: Place): boolean {
  if (!entriesHold(set.entries, row, collection, world)) return false;
  const rule = set.eventRule;
  if (rule === undefined) return true;
  const dayOf = (of: PlainCollection, given: PlainRow, edge: 'start' | 'end'): number | null => {
    const concept = edge === 'end' ? (of.event?.end ?? of.event?.start) : of.event?.start;
    const value = given.values[concept ?? ''];
    return typeof value === 'string' ? Date.parse(value) / 86_400_000 : null;
  };
  if (rule.kind !== 'relative_to_other_event')
    return ruleHolds(rule, (edge) => dayOf(collection, row, edge), Date.parse(world.today) / 86_400_000);
  const target = world.definition.find(({ entryId }) => entryId === rule.targetEntryId);
  if (target === undefined) throw new Error(rule.targetEntryId);
  const others = collectionOf(target, world);
  const { eventRule, ...unruled } = target;
  const own = eventRule?.kind === 'relative_to_other_event' ? unruled : target;
  const reference = dayOf(collection, row, rule.referenceDate);
  return others.rows.some((other) => {
    if (other === row || !other.subjects.includes(subject.id)) return false;
    const from = dayOf(others, other, rule.rangeStartTarget);
    const to = dayOf(others, other, rule.rangeEndTarget);
    if (reference === null || from === null || to === null) return false;
    const near =
      reference - from >= rule.rangeStartDaysFromTarget && reference - to <= rule.rangeEndDaysFromTarget;
    return near && rowHolds(other, own, { subject, collection: others, world });
  });
}

type PlainRule = Exclude<EventRule, { kind: 'relative_to_other_event' }>;

function ruleHolds(rule: PlainRule, at: (edge: 'start' | 'end') => number | null, today: number): boolean {
  const number = (day: string | number | undefined): number | undefined =>
    typeof day === 'string' ? Date.parse(day) / 86_400_000 : day;
  const within = (
    edge: 'start' | 'end',
    min: string | number | undefined,
    max: string | number | undefined,
  ) => {
    const point = at(edge);
    if (min === undefined && max === undefined) return true;
    return point !== null && point >= (number(min) ?? -1e9) && point <= (number(max) ?? 1e9);
  };
  const recent = (edge: 'start' | 'end', days: number | undefined) =>
    days === undefined || within(edge, today - days + 1, today);
  switch (rule.kind) {
    case 'no_restriction':
      return true;
    case 'date_range':
      return within('start', rule.dateMin, rule.dateMax);
    case 'relative_to_today':
      return recent('start', rule.daysAgo);
    case 'interval_date_range':
      return (
        within('start', rule.dateStartMin, rule.dateStartMax) &&
        within('end', rule.dateEndMin, rule.dateEndMax)
      );
    case 'interval_relative_to_today':
      return recent('start', rule.startDateDaysAgo) && recent('end', rule.endDateDaysAgo);
    case 'age_in_days_range':
      return within('start', rule.ageMin, rule.ageMax);
    case 'interval_age_in_days_range':
      return (
        within('start', rule.ageStartMin, rule.ageStartMax) && within('end', rule.ageEndMin, rule.ageEndMax)
      );
    default:
      return unreachable(rule);
  }
}

const entriesHold = (
  ...[entries, row, collection, world]: [readonly CohortEntry[], PlainRow, PlainCollection, World]
): boolean =>
  entries.every((entry) =>
    entry.kind === 'or_group'
      ? entry.entries.some((filter) => filterHolds(filter, row, collection, world))
      : filterHolds(entry, row, collection, world),
  );

type Value = string | number | boolean;

function valuesOf(row: PlainRow, conceptId: string): readonly Value[] {
  const value = row.values[conceptId] ?? null;
  if (value === null) return [];
  return typeof value === 'object' ? value : [value];
}

function filterHolds(
  ...[filter, row, collection, world]: [FilterEntry, PlainRow, PlainCollection, World]
): boolean {
  const concept = collection.concepts.find(({ id }) => id === filter.conceptId);
  const values = valuesOf(row, filter.conceptId);
  const wantsNull =
    filter.kind === 'choice' ? filter.categories.includes(null) : filter.includeNullAndMissing;
  const chosen =
    values.some((value) => valueHolds(value, filter, world)) || (wantsNull && values.length === 0);
  const holds = filter.excludeSelected && concept?.type !== 'boolean' ? !chosen : chosen;
  const prefilter = concept?.prefilter?.conceptId;
  if (filter.prefilterValue === null || prefilter === undefined) return holds;
  return holds && valuesOf(row, prefilter).includes(filter.prefilterValue);
}

function valueHolds(value: Value, filter: FilterEntry, { plain, today }: World): boolean {
  switch (filter.kind) {
    case 'choice':
      return filter.categories.some((category) => category === value);
    case 'text':
      return filter.terms.some((term) =>
        /^\/.+\/$/.test(term) ? new RegExp(term.slice(1, -1)).test(String(value)) : term === value,
      );
    case 'ontology': {
      const above = ancestorsOf(String(value), plain);
      if (above === null) return filter.includeOntologyUnknown;
      return filter.terms.some(({ code }) => above.includes(code));
    }
    case 'range':
      if (filter.min === null && filter.max === null) return false;
      return Number(value) >= (filter.min ?? -1e9) && Number(value) <= (filter.max ?? 1e9);
    case 'dateRange':
      if (filter.min === null && filter.max === null) return false;
      return String(value) >= (filter.min ?? '0000') && String(value) <= (filter.max ?? '9999');
    case 'relativeDate': {
      const ago = (Date.parse(today) - Date.parse(String(value))) / 86_400_000;
      return ago >= 0 && ago < filter.daysAgo;
    }
    default:
      return unreachable(filter);
  }
}

/** The term and all above it, or null for a code that is in no ontology. */
function ancestorsOf(code: string, plain: PlainRelease): readonly string[] | null {
  const terms = (plain.ontologies ?? []).flatMap((ontology) => ontology.terms);
  const term = terms.find((candidate) => candidate.code === code);
  if (term === undefined) return null;
  return [code, ...(term.parents ?? []).flatMap((parent) => ancestorsOf(parent, plain) ?? [])];
}
