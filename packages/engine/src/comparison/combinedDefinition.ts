import type {
  CohortDefinition,
  CohortEntry,
  CountRule,
  CriteriaSet,
  FilterEntry,
} from '@atrium/contract/wire/cohortDefinition';
import { isRootSet } from '../cohort/setOrder.ts';
import { kindOf } from '../concepts/kinds.ts';
import type { Lookup } from '../dictionary/lookup.ts';
import { clausesOf, type Literal, namesInOrder } from './cohortClauses.ts';
import { type Combination, logicOf } from './combination.ts';

/** A combination as one definition, or why none says it (rule 17.25). */
export type SaidCombination =
  | { readonly kind: 'said'; readonly definition: CohortDefinition }
  | { readonly kind: 'unsaid'; readonly why: string };

interface Saying {
  readonly lookup: Lookup;
  readonly newEntryId: () => string;
}

const maxSets = 60;

const unsaid = (why: string): SaidCombination => ({ kind: 'unsaid', why });

/** The definition that finds the subjects of a combination of definitions. */
export function sayCombination(combination: Combination<CohortDefinition>, saying: Saying): SaidCombination {
  const reading = { lookup: saying.lookup, nameOf: namesInOrder() };
  const ofRoot: CohortEntry[] = [];
  const groups = new Map<string, { readonly sets: readonly SaidSet[]; readonly entries: CohortEntry[] }>();
  for (const clause of clausesOf(logicOf(combination), reading)) {
    const said = clause.map((literal) => sayLiteral(literal, saying));
    const why = said.flatMap((one) => (typeof one === 'string' ? [one] : []));
    if (why[0] !== undefined) return unsaid(why[0]);
    const parts = said.flatMap((one) => (typeof one === 'string' ? [] : one));
    const filters = parts.flatMap((part) => (part.kind === 'filter' ? [part.filter] : []));
    const sets = parts.flatMap((part) => (part.kind === 'set' ? [part] : []));
    if (filters.length + sets.length === 0) return unsaid('nobody can be in it');
    const name = JSON.stringify(sets.map(({ name }) => name).toSorted());
    const group = groups.get(name) ?? { sets, entries: [] };
    if (sets.length > 0) groups.set(name, group);
    if (filters.length > 0) (sets.length > 0 ? group.entries : ofRoot).push(entryOf(filters, saying));
  }
  const definition = [
    ...(ofRoot.length === 0 ? [] : [rootSet(ofRoot, saying)]),
    ...[...groups.values()].flatMap((group) => setsOf(group, saying)),
  ];
  if (definition.length > maxSets) return unsaid(`it would need ${definition.length} criteria sets`);
  return withTargets(definition, saying);
}

interface SaidSet {
  readonly kind: 'set';
  readonly name: string;
  readonly set: CriteriaSet;
  readonly key: string;
  readonly targetKey: string | null;
}
type SaidPart = { readonly kind: 'filter'; readonly filter: FilterEntry } | SaidSet;

/** A set with the keys by which relative rules find it. */
type KeyedSet = CriteriaSet & Partial<Pick<SaidSet, 'key' | 'targetKey'>>;

/** The parts of which one must hold; none for what nobody meets; or why there are none. */
function sayLiteral(literal: Literal, { lookup }: Saying): readonly SaidPart[] | string {
  if (literal.kind === 'unsaid') return literal.why;
  if (literal.kind === 'filter') {
    const filter = literal.isNegated ? oppositeOf(literal.filter, lookup) : literal.filter;
    return typeof filter === 'string' ? filter : filter === null ? [] : [{ kind: 'filter', filter }];
  }
  const { set, key, targetKey } = literal;
  if (!literal.isNegated) return [{ kind: 'set', name: `+${key}`, set, key, targetKey }];
  const title = lookup.collection(set.collectionId)?.titlePlural ?? set.collectionId;
  if (set.about !== undefined) return 'criteria about relatives have no opposite that one cohort can say';
  if (targetKey !== null)
    return `criteria on ${title} relative to another event have no opposite that one cohort can say`;
  if (set.pathway !== undefined) return 'a pathway has no opposite that one cohort can say';
  if (isRootSet(set, lookup)) return `times of ${title} have no opposite that one cohort can say`;
  return oppositeCounts(set.countRule).map((countRule, index) => ({
    ...{ kind: 'set', name: `-${index} ${key}`, set: { ...set, countRule }, key: `-${index} ${key}` },
    targetKey: null,
  }));
}

/** Of "exactly n" the opposite is fewer or more. */
function oppositeCounts({ operator, value }: CountRule = { operator: 'at least', value: 1 }): CountRule[] {
  const fewer: CountRule[] =
    value === 0
      ? []
      : [value === 1 ? { operator: 'exactly', value: 0 } : { operator: 'at most', value: value - 1 }];
  const more: CountRule[] = [{ operator: 'at least', value: value + 1 }];
  return operator === 'at least' ? fewer : operator === 'at most' ? more : [...fewer, ...more];
}

/** Null where every subject meets the filter. */
function oppositeOf(filter: FilterEntry, lookup: Lookup): FilterEntry | string | null {
  const concept = lookup.concept(filter.conceptId);
  const title = concept?.title ?? filter.conceptId;
  if (filter.prefilterValue !== null) return `${title} of one kind has no opposite that one cohort can say`;
  if (concept !== undefined && kindOf(concept).mayExclude) return { ...filter, excludeSelected: true };
  if (filter.kind !== 'choice') return `${title} has no opposite that one cohort can say`;
  const chosen: readonly unknown[] = filter.categories;
  const categories = [true, false, null].filter((value) => !chosen.includes(value));
  return categories.length === 0 ? null : { ...filter, categories };
}

function entryOf(filters: readonly FilterEntry[], { newEntryId }: Saying): CohortEntry {
  const entries = filters.map((filter) => ({ ...filter, entryId: newEntryId() }));
  const [only] = entries;
  return only !== undefined && entries.length === 1
    ? only
    : { kind: 'or_group', entryId: newEntryId(), entries };
}

const rootSet = (entries: CohortEntry[], { lookup, newEntryId }: Saying): CriteriaSet => ({
  ...{ kind: 'criteria_set', entryId: newEntryId(), collectionId: lookup.root.id, entries },
});

/** The sets of a clause, and beside them the filters of the root: several clauses with the same sets are one group. */
function setsOf(
  { sets, entries }: { readonly sets: readonly SaidSet[]; readonly entries: CohortEntry[] },
  saying: Saying,
): readonly KeyedSet[] {
  const { newEntryId } = saying;
  const orGroupId = newEntryId();
  const copies = sets.map(({ set: { orGroupId: _, ...set }, key, targetKey }): KeyedSet => {
    const inSet = set.entries.map((entry): CohortEntry => {
      const fresh = { ...entry, entryId: newEntryId() };
      return fresh.kind === 'or_group'
        ? { ...fresh, entries: fresh.entries.map((filter) => ({ ...filter, entryId: newEntryId() })) }
        : fresh;
    });
    return { ...set, entryId: newEntryId(), entries: inSet, key, targetKey };
  });
  const all = entries.length === 0 ? copies : [rootSet(entries, saying), ...copies];
  return all.length === 1 ? all : all.map((set) => ({ ...set, orGroupId }));
}

/** Relative rules name the copies of their targets. */
function withTargets(sets: readonly KeyedSet[], { lookup }: Saying): SaidCombination {
  const ids = new Map(sets.map(({ key, entryId }) => [key, entryId]));
  const definition: CriteriaSet[] = [];
  for (const { key: _, targetKey = null, ...set } of sets) {
    if (targetKey === null || set.eventRule?.kind !== 'relative_to_other_event') definition.push(set);
    else {
      const targetEntryId = ids.get(targetKey);
      const title = lookup.collection(set.collectionId)?.titlePlural ?? set.collectionId;
      if (targetEntryId === undefined) return unsaid(`criteria on ${title} would name events that are gone`);
      definition.push({ ...set, eventRule: { ...set.eventRule, targetEntryId } });
    }
  }
  return { kind: 'said', definition };
}
