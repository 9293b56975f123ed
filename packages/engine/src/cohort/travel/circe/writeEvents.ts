import type { CohortEntry, CriteriaSet, FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { Lookup } from '../../../dictionary/lookup.ts';
import type { OmopEvents } from './omopShape.ts';

/** The concept sets of an expression, and what cannot be said. */
export interface Writer {
  readonly lookup: Lookup;
  readonly unsaid: string[];
  readonly conceptSet: (name: string, items: readonly object[]) => number;
}

interface WrittenEvents {
  readonly where: string;
  readonly events: OmopEvents;
  readonly writer: Writer;
}

type OntologyFilter = Extract<FilterEntry, { kind: 'ontology' }>;

/** The restrictions of a criterion that mean the same as the filters of a set, or the names of those that none means. */
export function writeEvents(set: CriteriaSet, { where, events, writer }: WrittenEvents): object {
  const { lookup } = writer;
  const { included, excluded, rest } = sorted(set.entries, events);
  const nameOf = (entry: CohortEntry): string =>
    (entry.kind === 'or_group' ? entry.entries : [entry])
      .map(({ conceptId }) => lookup.concept(conceptId)?.title ?? conceptId)
      .join(' or ');
  const fields = rest.map((entry) => valueField(entry, events) ?? startField(entry, events) ?? nameOf(entry));
  const rule = ruleField(set, events);
  const objects = [...fields.filter((field) => typeof field === 'object'), rule ?? {}];
  const keys = objects.flatMap((one) => Object.keys(one));
  const faults = [
    ...fields.filter((field) => typeof field === 'string').map((field) => `a filter on ${field}`),
    ...(included.length > 1 ? [`several filters on ${events.code.title} at once`] : []),
    ...(included.length === 0 && excluded.length > 0 ? [`all but some of ${events.code.title}`] : []),
    ...(rule === null ? ['its date rule'] : []),
    ...(new Set(keys).size < keys.length ? ['several filters on one column'] : []),
  ];
  writer.unsaid.push(...faults.map((fault) => `${where}: ${fault}`));
  const items = [...(included[0] ?? []).map(itemsOf(false)), ...excluded.map(itemsOf(true))].flat();
  const codes = items.length === 0 ? {} : { CodesetId: writer.conceptSet(where, items) };
  return Object.assign({}, codes, ...objects);
}

/** The filters on terms: those of which one must hold, those that exclude, and what else there is. */
function sorted(entries: readonly CohortEntry[], events: OmopEvents) {
  const included: (readonly OntologyFilter[])[] = [];
  const excluded: OntologyFilter[] = [];
  const rest: CohortEntry[] = [];
  for (const entry of entries) {
    const filters = entry.kind === 'or_group' ? entry.entries : [entry];
    const terms = filters.filter((filter) => isOfTerms(filter, events));
    const excluding = terms.filter(({ excludeSelected }) => excludeSelected);
    if (terms.length < filters.length || (excluding.length > 0 && terms.length > 1)) rest.push(entry);
    else if (excluding.length === 0) included.push(terms);
    else excluded.push(...excluding);
  }
  return { included, excluded, rest };
}

const isOfTerms = (filter: FilterEntry, { code }: OmopEvents): filter is OntologyFilter =>
  filter.kind === 'ontology' &&
  filter.conceptId === code.id &&
  filter.prefilterValue === null &&
  !filter.includeNullAndMissing &&
  !filter.includeOntologyUnknown &&
  filter.terms.every((term) => /^\d+$/.test(term.code));

const itemsOf =
  (isExcluded: boolean) =>
  ({ terms }: OntologyFilter): readonly object[] =>
    terms.map(({ code, label }) => ({
      concept: { CONCEPT_ID: Number(code), CONCEPT_NAME: label },
      isExcluded,
      includeDescendants: true,
      includeMapped: false,
    }));

function rangeOf<Bound extends string | number>(min: Bound | null, max: Bound | null): object | null {
  if (min !== null && max !== null) return { Value: min, Op: 'bt', Extent: max };
  if (min !== null) return { Value: min, Op: 'gte' };
  return max === null ? null : { Value: max, Op: 'lte' };
}

/** Circe compares numbers by their first four decimals. */
const isShort = (value: number | null): boolean => value === null || Number(value.toFixed(4)) === value;

function valueField(entry: CohortEntry, { value }: OmopEvents): object | null {
  if (entry.kind !== 'range' || entry.conceptId !== value?.id || !isPlain(entry)) return null;
  const range = isShort(entry.min) && isShort(entry.max) ? rangeOf(entry.min, entry.max) : null;
  return range && { ValueAsNumber: range };
}

function startField(entry: CohortEntry, { start, startField: name }: OmopEvents): object | null {
  if (entry.kind !== 'dateRange' || entry.conceptId !== start?.id || !isPlain(entry)) return null;
  const range = rangeOf<string>(entry.min, entry.max);
  return range && { [name]: range };
}

const isPlain = (filter: Extract<FilterEntry, { kind: 'range' | 'dateRange' }>): boolean =>
  !filter.excludeSelected && !filter.includeNullAndMissing && filter.prefilterValue === null;

/** The start that a rule asks for; null where Circe has no such rule. An end that is missing is another one to Circe. */
function ruleField({ eventRule: rule }: CriteriaSet, { startField: name }: OmopEvents): object | null {
  if (rule === undefined || rule.kind === 'no_restriction') return {};
  const range =
    rule.kind === 'date_range'
      ? rangeOf<string>(rule.dateMin ?? null, rule.dateMax ?? null)
      : rule.kind === 'interval_date_range' && rule.dateEndMin === undefined && rule.dateEndMax === undefined
        ? rangeOf<string>(rule.dateStartMin ?? null, rule.dateStartMax ?? null)
        : null;
  return range && { [name]: range };
}
