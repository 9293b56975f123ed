import type {
  CohortEntry,
  CriteriaSet,
  EventRule,
  FilterEntry,
} from '@atrium/contract/wire/cohortDefinition';
import type { Lookup } from '../../dictionary/lookup.ts';
import { unsaidOf } from '../aboutWords.ts';
import type { SoundCohort } from '../check/checkedCohort.ts';
import { setNames } from '../describe/setNames.ts';
import { alternativesTo } from '../setOrder.ts';
import type { WrittenCohort } from './circe/writeCirce.ts';
import { type Alternatives, filterParts, type Leaf, type Sayable } from './sqonFilter.ts';

/** A filter of Overture's Arranger 3: groups, and comparisons of one field. */
export type Sqon =
  | { readonly op: 'and' | 'or' | 'not'; readonly content: readonly Sqon[]; readonly pivot?: string }
  | Leaf;

/** The codes that a filter on an ontology stands for, with all below the chosen; null where there are too many. */
export type CodesOf = (filter: FilterEntry) => readonly string[] | null;

interface Writing {
  readonly lookup: Lookup;
  readonly codesOf: CodesOf;
}

/**
 * A sound definition as SQON (rule 3.34). A root concept is a field with its own id, a concept of another collection a
 * field of the nested documents of that collection: `diagnosis.severity`. `pivot` keeps conditions on one record together.
 */
export function writeSqon({ definition }: SoundCohort, writing: Writing): WrittenCohort {
  const names = setNames(definition, writing.lookup);
  const unsaid: string[] = [];
  const said = new Map<CriteriaSet, Sqon>();
  for (const set of definition) {
    const written = setOf(set, writing);
    const name = names.get(set.entryId) ?? set.entryId;
    if (Array.isArray(written)) unsaid.push(...written.map((fault) => `${name}: ${fault}`));
    else said.set(set, written);
  }
  if (unsaid.length > 0) return { document: null, unsaid, leftOut: [] };
  const content = definition.flatMap((set, index) => {
    const all = [set, ...alternativesTo(set, definition)];
    if (all.some((other) => definition.indexOf(other) < index)) return [];
    const parts = all.flatMap((one) => said.get(one) ?? []);
    return parts.length > 1 ? { op: 'or' as const, content: parts } : parts;
  });
  const named = definition.some(({ alias }) => alias !== undefined);
  const leftOut = named ? ['names of criteria sets'] : [];
  return { document: { op: 'and', content }, unsaid, leftOut };
}

/** A set as SQON, or what of it cannot be said. */
function setOf(set: CriteriaSet, writing: Writing): Sqon | string[] {
  const unsaid = unsaidOf(set);
  if (unsaid !== null) return [unsaid];
  const isRoot = set.collectionId === writing.lookup.root.id;
  const read = [ruleParts(set, writing), ...set.entries.map((entry) => entryParts(entry, writing))];
  const faults = read.flatMap((part) => (part.kind === 'unsaid' ? part.faults : []));
  if (faults.length > 0) return faults;
  const parts = read.flatMap((part) => (part.kind === 'said' ? [part.any] : []));
  if (isRoot) return { op: 'and', content: parts.map(anyOf) };
  return recordsOf(set, parts);
}

const allOf = (leaves: readonly Leaf[]): Sqon => {
  const [only] = leaves;
  return only !== undefined && leaves.length === 1 ? only : { op: 'and', content: leaves };
};

function anyOf(alternatives: Alternatives): Sqon {
  const [only] = alternatives;
  return only !== undefined && alternatives.length === 1
    ? allOf(only)
    : { op: 'or', content: alternatives.map(allOf) };
}

/** Beyond so many, alternatives on one record are refused: each is a query of its own. */
const maxAlternatives = 200;

/** Some record meets all parts: each way to meet them is a group of its own, since a pivot holds for plain conditions only. */
function recordsOf(
  { collectionId, countRule }: CriteriaSet,
  parts: readonly Alternatives[],
): Sqon | string[] {
  const { operator, value } = countRule ?? { operator: 'at least', value: 1 };
  if (operator === 'at least' && value === 0) return { op: 'and', content: [] };
  const isNone = operator !== 'at least' && value === 0;
  if (!isNone && !(operator === 'at least' && value === 1)) return [`${operator} ${value} records`];
  if (parts.length === 0) return ['records without any filter'];
  const size = parts.reduce((product, part) => product * part.length, 1);
  if (size > maxAlternatives) return ['so many alternatives on one record'];
  const ways = parts.reduce<Alternatives>(
    (before, part) => before.flatMap((way) => part.map((one) => [...way, ...one])),
    [[]],
  );
  const groups = ways.map((content): Sqon => ({ op: 'and', pivot: collectionId, content }));
  const [only] = groups;
  const some: Sqon = only !== undefined && groups.length === 1 ? only : { op: 'or', content: groups };
  return isNone ? { op: 'not', content: [some] } : some;
}

function entryParts(entry: CohortEntry, writing: Writing): Sayable {
  if (entry.kind !== 'or_group') return filterParts(entry, writing);
  const parts = entry.entries.map((filter) => filterParts(filter, writing));
  const faults = parts.flatMap((part) => (part.kind === 'unsaid' ? part.faults : []));
  if (faults.length > 0) return { kind: 'unsaid', faults };
  return { kind: 'said', any: parts.flatMap((part) => (part.kind === 'said' ? part.any : [])) };
}

type Bound = string | number | undefined;

function ruleParts({ collectionId, eventRule: rule }: CriteriaSet, { lookup }: Writing): Sayable {
  const event = lookup.collection(collectionId)?.event;
  const edge = (conceptId: string | null | undefined, min: Bound, max: Bound): readonly Leaf[] => {
    const fieldName = `${collectionId}.${conceptId ?? ''}`;
    return [
      ...(min === undefined ? [] : [{ op: 'gte' as const, content: { fieldName, value: min } }]),
      ...(max === undefined ? [] : [{ op: 'lte' as const, content: { fieldName, value: max } }]),
    ];
  };
  const all = (...leaves: readonly Leaf[]): Sayable =>
    leaves.length === 0 ? { kind: 'nothing' } : { kind: 'said', any: [leaves] };
  const [start, end] = [event?.startConceptId, event?.endConceptId];
  if (rule === undefined) return { kind: 'nothing' };
  switch (rule.kind) {
    case 'no_restriction':
      return { kind: 'nothing' };
    case 'date_range':
      return all(...edge(start, rule.dateMin, rule.dateMax));
    case 'age_in_days_range':
      return all(...edge(start, rule.ageMin, rule.ageMax));
    case 'interval_date_range':
      return all(
        ...edge(start, rule.dateStartMin, rule.dateStartMax),
        ...edge(end, rule.dateEndMin, rule.dateEndMax),
      );
    case 'interval_age_in_days_range':
      return all(
        ...edge(start, rule.ageStartMin, rule.ageStartMax),
        ...edge(end, rule.ageEndMin, rule.ageEndMax),
      );
    default:
      return { kind: 'unsaid', faults: [ruleWords[rule.kind]] };
  }
}

const ruleWords: Readonly<Record<Extract<EventRule['kind'], `${string}relative${string}`>, string>> = {
  relative_to_today: 'days back from today',
  interval_relative_to_today: 'days back from today',
  relative_to_other_event: 'a time from another event',
};
