import { unreachable } from '@atrium/contract/errors/unreachable';
import type {
  PathwayCondition,
  RelativeCondition,
  RowCondition,
  TimePoint,
} from '../../concepts/rowCondition.ts';
import { alternativesOf, type CohortPlan, type SetPlan } from './cohortPlan.ts';

/**
 * The version of the rules of meaning (docs/rules, chapters 1 to 7), part of every count receipt. Raise it with
 * every change, of a rule or of the code that follows it, that gives a definition other figures on the same release.
 */
export const ruleSet = 1;

/** A call with its parts. Texts among them are JSON, so that no text can pass for another part. */
export const canonicalCall = (name: string, ...parts: readonly string[]): string =>
  `${name}(${parts.join(',')})`;

const sorted = (texts: readonly string[]): readonly string[] => [...new Set(texts)].sort();

const list = (values: readonly string[]): string =>
  `[${sorted(values.map((value) => JSON.stringify(value))).join(',')}]`;

/**
 * What a cohort means, as one text (rule 3.26). Two plans with the same text have the same subjects and show the same
 * records on one release for one visibility. Entry ids, names and order are not part of it, and days back from today
 * are the days that they stand for.
 */
export const canonicalCohort = ({ subject, sets, within = [], without = [] }: CohortPlan): string =>
  canonicalCall(
    'cohort',
    canonicalCondition(subject),
    ...sorted(alternativesOf(sets).map((some) => canonicalAny(some.map(canonicalSet)))),
    ...sorted(within.map((plan) => canonicalCall('within', canonicalCohort(plan)))),
    ...sorted(without.map((plan) => canonicalCall('without', canonicalCohort(plan)))),
  );

/** One alternative stands for itself. */
function canonicalAny(texts: readonly string[]): string {
  const parts = sorted(texts);
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : canonicalCall('anyOf', ...parts);
}

/** One of each family needs no words for the rest of its cohort: they are the other parts of the text. */
function canonicalSet(set: SetPlan): string {
  if (set.kin === undefined) return canonicalOwn(set);
  const { relative, count } = set.kin;
  const isUsual = count.operator === 'at least' && count.value === 1;
  const many = isUsual ? [] : [`${JSON.stringify(count.operator)},${count.value}`];
  return canonicalCall('about', relative, ...many, canonicalOwn(set));
}

const canonicalOwn = ({ collection, condition, count }: SetPlan): string =>
  canonicalCall(
    'set',
    JSON.stringify(collection.id),
    `${JSON.stringify(count.operator)},${count.value}`,
    canonicalCondition(condition),
  );

/** What a condition on a row asks for, as one text. */
export function canonicalCondition(condition: RowCondition): string {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return canonicalConnective(condition.kind, condition.conditions);
    case 'not':
      return canonicalCall('not', canonicalCondition(condition.condition));
    case 'happened':
      return canonicalCall('happened', condition.edge, ...bounds(condition));
    case 'relative':
      return canonicalRelative(condition);
    case 'pathway':
      return canonicalPathway(condition);
    default:
      return canonicalCall(condition.kind, JSON.stringify(condition.concept.id), ...values(condition));
  }
}

/** An `and` within an `and` is one `and`; one condition stands for itself. */
function canonicalConnective(kind: 'and' | 'or', conditions: readonly RowCondition[]): string {
  const flat = (inner: RowCondition): readonly RowCondition[] =>
    inner.kind === kind ? inner.conditions.flatMap(flat) : [inner];
  const parts = sorted(conditions.flatMap(flat).map(canonicalCondition));
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : canonicalCall(kind, ...parts);
}

type ValueCondition = Exclude<
  RowCondition,
  { kind: 'and' | 'or' | 'not' | 'happened' } | RelativeCondition | PathwayCondition
>;

function values(condition: ValueCondition): readonly string[] {
  switch (condition.kind) {
    case 'isNull':
    case 'unknownTerm':
      return [];
    case 'oneOf':
      return [list(condition.values)];
    case 'hasDigits':
      return [list(condition.digits)];
    case 'oneOfWords':
      return [list(condition.words)];
    case 'withinTerms':
      return [list(condition.codes)];
    case 'isBoolean':
      return [String(condition.value)];
    case 'matches':
      return [JSON.stringify(condition.pattern)];
    case 'between':
    case 'betweenDays':
      return bounds(condition);
    default:
      return unreachable(condition);
  }
}

const bounds = ({ min, max }: { readonly min: unknown; readonly max: unknown }): readonly string[] => [
  JSON.stringify(min),
  JSON.stringify(max),
];

const canonicalRelative = ({ reference, unit, target, from, to }: RelativeCondition): string =>
  canonicalCall(
    'relative',
    reference,
    unit,
    `${from.edge},${from.distance}`,
    `${to.edge},${to.distance}`,
    JSON.stringify(target.collection.id),
    canonicalCondition(target.condition),
  );

/** Stages and ways to leave keep their order. */
const canonicalPathway = ({ pathway: { stages, exits, last }, band }: PathwayCondition): string =>
  canonicalCall(
    'pathway',
    ...[...stages, ...exits].map(({ point, dayAfter }) =>
      canonicalCall('step', canonicalTime(point), JSON.stringify(dayAfter)),
    ),
    last === null ? 'null' : canonicalTime(last),
    JSON.stringify([stages.length, band.reached, band.way]),
  );

function canonicalTime(point: TimePoint): string {
  if (point.kind === 'birth') return point.kind;
  return point.kind === 'value'
    ? canonicalCall(point.kind, JSON.stringify(point.concept.id))
    : canonicalCall(point.kind, JSON.stringify(point.collection.id), canonicalCondition(point.condition));
}
