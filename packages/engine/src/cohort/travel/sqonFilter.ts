import type { FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import { kindOf } from '../../concepts/kinds.ts';
import { patternOf } from '../../concepts/regex.ts';
import type { Concept } from '../../dictionary/dictionary.ts';
import type { Lookup } from '../../dictionary/lookup.ts';

type Comparable = string | number;

/** A comparison of one field (Arranger 3, "SQONs in detail"). */
export type Leaf =
  | {
      readonly op: 'in' | 'not-in';
      readonly content: { readonly fieldName: string; readonly value: readonly Comparable[] };
    }
  | {
      readonly op: 'between';
      readonly content: { readonly fieldName: string; readonly value: readonly [Comparable, Comparable] };
    }
  | {
      readonly op: 'gt' | 'gte' | 'lt' | 'lte';
      readonly content: { readonly fieldName: string; readonly value: Comparable };
    };

/** Ways to meet a condition: of one of them, all comparisons hold. */
export type Alternatives = readonly (readonly Leaf[])[];

export type Sayable =
  | { readonly kind: 'said'; readonly any: Alternatives }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unsaid'; readonly faults: string[] };

/** What stands for no value. */
const missing = '__missing__';

const unsaid = (fault: string): Sayable => ({ kind: 'unsaid', faults: [fault] });

interface Writing {
  readonly lookup: Lookup;
  readonly codesOf: (filter: FilterEntry) => readonly string[] | null;
}

const fieldOf = ({ id, collectionId }: Concept, { root }: Lookup): string =>
  collectionId === root.id ? id : `${collectionId}.${id}`;

/** What a filter asks of the values of its concept. */
interface Asked {
  readonly values: readonly string[];
  readonly bounds: { readonly min: Comparable | null; readonly max: Comparable | null } | null;
  readonly isMissingMeant: boolean;
}

/** A filter as ways to meet it on one record; nulls survive an exclusion that does not name them (rule 2.5). */
export function filterParts(filter: FilterEntry, writing: Writing): Sayable {
  const { lookup } = writing;
  const concept = lookup.concept(filter.conceptId);
  if (concept === undefined) return unsaid(filter.conceptId);
  const fault = (why: string): Sayable => unsaid(`${concept.title}: ${why}`);
  const asked = askedBy(filter, concept, writing);
  if (typeof asked === 'string') return fault(asked);
  const isExcluded = filter.excludeSelected && kindOf(concept).mayExclude;
  if (isExcluded && asked.bounds !== null && concept.isMultiple)
    return fault('all but a range of several values');
  if (asked.values.some(isPattern)) return fault('a value that SQON takes for a pattern');
  const fieldName = fieldOf(concept, lookup);
  const own = isExcluded ? noneOf(fieldName, asked) : someOf(fieldName, asked);
  const prefilter = prefilterOf(filter, concept, lookup);
  if (prefilter === undefined) return fault('its prefilter value');
  return { kind: 'said', any: own.map((leaves) => [...prefilter, ...leaves]) };
}

/** Arranger reads a value with one of these as a pattern, as a stored set, or as no value. */
const isPattern = (value: string): boolean =>
  value.includes('*') || value.includes('set_id:') || value.includes(missing);

/** What the filter asks for, or why it cannot be said. */
function askedBy(filter: FilterEntry, concept: Concept, { codesOf }: Writing): Asked | string {
  const isMissingMeant = 'includeNullAndMissing' in filter && filter.includeNullAndMissing;
  const nothing = { values: [], bounds: null, isMissingMeant };
  switch (filter.kind) {
    case 'choice':
      return {
        ...nothing,
        values: filter.categories.filter((value) => value !== null).map(String),
        isMissingMeant: filter.categories.includes(null),
      };
    case 'text':
      if (filter.terms.some((term) => patternOf(term) !== null)) return 'regular expressions';
      return { ...nothing, values: filter.terms };
    case 'ontology': {
      if (filter.includeOntologyUnknown) return 'codes outside the ontology';
      const codes = filter.terms.length === 0 ? [] : codesOf(filter);
      return codes === null ? 'so many terms' : { ...nothing, values: codes };
    }
    case 'range':
      return concept.words.length > 0 ? 'words beside numbers' : { ...nothing, bounds: boundsOf(filter) };
    case 'rangeOrWords':
      return filter.categories.length + concept.words.length > 0
        ? 'words beside numbers'
        : { ...nothing, bounds: boundsOf(filter) };
    case 'dateRange':
      return { ...nothing, bounds: boundsOf(filter) };
    case 'relativeDate':
      return 'days back from today';
  }
}

const boundsOf = <Bound>({ min, max }: { readonly min: Bound | null; readonly max: Bound | null }) =>
  min === null && max === null ? null : { min, max };

const isMissing = (fieldName: string): Leaf => ({ op: 'in', content: { fieldName, value: [missing] } });

function someOf(fieldName: string, { values, bounds, isMissingMeant }: Asked): Alternatives {
  return [
    ...(values.length > 0 ? [[{ op: 'in' as const, content: { fieldName, value: values } }]] : []),
    ...(bounds === null ? [] : [[within(fieldName, bounds)]]),
    ...(isMissingMeant ? [[isMissing(fieldName)]] : []),
  ];
}

function within(fieldName: string, { min, max }: NonNullable<Asked['bounds']>): Leaf {
  if (min !== null && max !== null) return { op: 'between', content: { fieldName, value: [min, max] } };
  return min !== null
    ? { op: 'gte', content: { fieldName, value: min } }
    : { op: 'lte', content: { fieldName, value: max ?? '' } };
}

function noneOf(fieldName: string, { values, bounds, isMissingMeant }: Asked): Alternatives {
  const always: readonly Leaf[] = [
    ...(values.length > 0 ? [{ op: 'not-in' as const, content: { fieldName, value: values } }] : []),
    ...(isMissingMeant ? [{ op: 'not-in' as const, content: { fieldName, value: [missing] } }] : []),
  ];
  if (bounds === null) return [always];
  const { min, max } = bounds;
  const outside: readonly (readonly Leaf[])[] = [
    ...(min === null ? [] : [[{ op: 'lt' as const, content: { fieldName, value: min } }]]),
    ...(max === null ? [] : [[{ op: 'gt' as const, content: { fieldName, value: max } }]]),
    ...(isMissingMeant ? [] : [[isMissing(fieldName)]]),
  ];
  return outside.map((leaves) => [...always, ...leaves]);
}

/** The comparison of the prefilter concept; none where there is none, undefined where it cannot be said. */
function prefilterOf(
  { prefilterValue: value }: FilterEntry,
  { prefilter }: Concept,
  lookup: Lookup,
): readonly Leaf[] | undefined {
  if (value === null) return [];
  const by = lookup.concept(prefilter?.conceptId ?? '');
  if (by === undefined || !kindOf(by).isText || isPattern(value)) return undefined;
  return [{ op: 'in', content: { fieldName: fieldOf(by, lookup), value: [value] } }];
}
