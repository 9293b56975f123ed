import { unreachable } from '@atrium/contract/errors/unreachable';
import {
  type CohortDefinition,
  type CriteriaSet,
  type FilterEntry,
  oneOfFamily,
} from '@atrium/contract/wire/cohortDefinition';
import { relativeRuleOf } from '../cohort/eventRules.ts';
import { alternativesTo, isRootSet } from '../cohort/setOrder.ts';
import { kindOf } from '../concepts/kinds.ts';
import type { Lookup } from '../dictionary/lookup.ts';
import type { Logic } from './combination.ts';

/** One thing that a definition asks, with its opposite as `isNegated`. Equal keys mean the same. */
export type Literal = {
  readonly key: string;
  readonly isNegated: boolean;
} & (
  | { readonly kind: 'filter'; readonly filter: FilterEntry }
  | { readonly kind: 'set'; readonly set: CriteriaSet; readonly targetKey: string | null }
  | { readonly kind: 'unsaid'; readonly why: string }
);

/** All of them must hold, and each holds if one of its literals does. */
export type Clauses = readonly (readonly Literal[])[];

export interface Reading {
  readonly lookup: Lookup;
  /** A short name of a text: filters may have thousands of values, and are compared often. */
  readonly nameOf: (text: string) => string;
}

/** Names texts by the order in which they come. */
export function namesInOrder(): Reading['nameOf'] {
  const known = new Map<string, string>();
  return (text) => {
    const name = known.get(text) ?? String(known.size);
    known.set(text, name);
    return name;
  };
}

/** More clauses are not looked at: people could not read them. */
const maxClauses = 60;

const tooMany: Literal = {
  kind: 'unsaid',
  key: 'too many',
  isNegated: false,
  why: 'it would need too many criteria',
};

/** Beside criteria of another group it would choose among other people. */
const oneOfEach: Literal = {
  kind: 'unsaid',
  key: oneOfFamily,
  isNegated: false,
  why: 'one of each family is chosen within one cohort',
};

/** What a combination asks, without what follows from the rest of it. */
export function clausesOf(logic: Logic<CohortDefinition>, reading: Reading, isNegated = false): Clauses {
  switch (logic.kind) {
    case 'part':
      return isNegated
        ? opposite(clausesOfDefinition(logic.part, reading))
        : clausesOfDefinition(logic.part, reading);
    case 'not':
      return clausesOf(logic.of, reading, !isNegated);
    case 'and':
    case 'or': {
      const parts = logic.of.map((one) => clausesOf(one, reading, isNegated));
      return (logic.kind === 'and') === isNegated ? anyOf(parts) : simplified(parts.flat());
    }
    default:
      return unreachable(logic);
  }
}

/** One of several: a clause of each, in every combination. */
function anyOf(parts: readonly Clauses[]): Clauses {
  let clauses: Clauses = [[]];
  for (const part of parts) {
    if (clauses.length * part.length > maxClauses * 4) return [[tooMany]];
    clauses = simplified(clauses.flatMap((clause) => part.map((other) => [...clause, ...other])));
    if (clauses.length > maxClauses) return [[tooMany]];
  }
  return clauses;
}

const opposite = (clauses: Clauses): Clauses =>
  anyOf(clauses.map((clause) => clause.map((literal) => [negated(literal)])));

const negated = (literal: Literal): Literal => ({ ...literal, isNegated: !literal.isNegated });

const signOf = ({ key, isNegated }: Literal): string => `${isNegated ? '-' : '+'}${key}`;

/** Without repeats, without clauses that always hold, and without those that follow from a shorter one. */
function simplified(clauses: Clauses): Clauses {
  const bySign = clauses.map((clause) => new Map(clause.map((literal) => [signOf(literal), literal])));
  // Two parts that cannot be said are not the same, though they have one key.
  const alwaysHolds = (clause: Map<string, Literal>): boolean =>
    [...clause.values()].some((one) => one.kind !== 'unsaid' && clause.has(signOf(negated(one))));
  const open = bySign.filter((clause) => !alwaysHolds(clause));
  const kept: Map<string, Literal>[] = [];
  for (const clause of open.toSorted((a, b) => a.size - b.size)) {
    if (!kept.some((shorter) => [...shorter.keys()].every((sign) => clause.has(sign)))) kept.push(clause);
  }
  return kept.map((clause) => [...clause.values()]);
}

/** The criteria sets of one group are a clause, and so is each other set; of the root, each entry is one. */
function clausesOfDefinition(definition: CohortDefinition, reading: Reading): Clauses {
  const heads = definition.filter((set) => {
    const [first = set] = definition.filter(
      (one) => one === set || alternativesTo(set, definition).includes(one),
    );
    return first === set;
  });
  const groups = heads.map((set) => [set, ...alternativesTo(set, definition)]);
  return simplified(
    groups.flatMap((sets) => anyOf(sets.map((set) => clausesOfSet(set, definition, reading)))),
  );
}

function clausesOfSet(set: CriteriaSet, definition: CohortDefinition, reading: Reading): Clauses {
  const isPlain = set.eventRule === undefined || set.eventRule.kind === 'no_restriction';
  if (set.about === oneOfFamily) return [[oneOfEach]];
  if (!isRootSet(set, reading.lookup) || !isPlain) return [[literalOfSet(set, definition, reading)]];
  return set.entries.map((entry) =>
    (entry.kind === 'or_group' ? entry.entries : [entry]).map((filter) => literalOfFilter(filter, reading)),
  );
}

/** An excluded filter is the opposite of the filter (rule 2.5), but for its prefilter (rule 2.12). */
function literalOfFilter(filter: FilterEntry, reading: Reading): Literal {
  const concept = reading.lookup.concept(filter.conceptId);
  const isExcluded =
    filter.excludeSelected &&
    filter.prefilterValue === null &&
    concept !== undefined &&
    kindOf(concept).mayExclude;
  const plain = isExcluded ? { ...filter, excludeSelected: false } : filter;
  return {
    kind: 'filter',
    key: reading.nameOf(JSON.stringify({ ...plain, entryId: '' })),
    isNegated: isExcluded,
    filter: plain,
  };
}

/** "At most n" is the opposite of "at least n + 1" (rule 2.8). */
function literalOfSet(set: CriteriaSet, definition: CohortDefinition, { nameOf }: Reading): Literal {
  const { countRule } = set;
  const isMost =
    countRule?.operator === 'at most' || (countRule?.operator === 'exactly' && countRule.value === 0);
  const isNegated = isMost && set.about === undefined;
  const counted: CriteriaSet = isNegated
    ? { ...set, countRule: { operator: 'at least', value: (countRule?.value ?? 0) + 1 } }
    : set;
  const target = definition.find(({ entryId }) => entryId === relativeRuleOf(set)?.targetEntryId);
  return {
    ...{ kind: 'set', key: nameOf(keyOfSet(counted, definition)), isNegated, set: counted },
    targetKey: target === undefined ? null : nameOf(keyOfSet(target, definition)),
  };
}

function keyOfSet(set: CriteriaSet, definition: CohortDefinition, above: readonly string[] = []): string {
  const { collectionId, about, familyCount, pathway, eventRule, countRule, entries } = set;
  const rule = relativeRuleOf(set);
  const target = definition.find(({ entryId }) => entryId === rule?.targetEntryId);
  const isLoop = above.includes(set.entryId);
  const plain = entries.map((entry) =>
    entry.kind === 'or_group'
      ? { ...entry, entryId: '', entries: entry.entries.map((filter) => ({ ...filter, entryId: '' })) }
      : { ...entry, entryId: '' },
  );
  const least = countRule?.operator === 'at least' && countRule.value === 1 ? undefined : countRule;
  return JSON.stringify([
    ...[collectionId, about, familyCount, pathway, least, plain, { ...eventRule, targetEntryId: '' }],
    target === undefined || isLoop
      ? set.entryId.repeat(Number(isLoop))
      : keyOfSet(target, definition, [...above, set.entryId]),
  ]);
}
