import { topCodedAgeDays } from '@atrium/contract/calendar/ages';
import { dayNumber } from '@atrium/contract/calendar/dayNumbers';
import {
  type Collection,
  type Concept,
  type EventPoint,
  type Pathway,
  type PathwayCondition,
  type PathwayStep,
  type RelativeCondition,
  type ReleaseSql,
  type RowCondition,
  type TimePoint,
  wayNumbers,
} from '@atrium/engine';
import { unknownPoint } from '../kernel/kernel.ts';
import type { CollectionIndex, ConceptIndex, EdgeIndex, ReleaseIndex } from '../layout/releaseIndex.ts';
import { rowsOfCodes } from '../layout/rowsOfCodes.ts';
import { seenValue } from '../layout/seenValue.ts';
import type { CodeRange, Course, Seen, SeenEdge, Step, TimeSource, TimeStep } from '../layout/steps.ts';
import { asSeen, edgeAsSeen } from './asSeen.ts';
import { between, codesThatMeet, countOf, type Matcher, numbersOf } from './codeSets.ts';
import { NotInIndex } from './refusal.ts';

/** What a question is compiled for: the index of a release, and a member. */
export interface Compiling {
  readonly index: ReleaseIndex;
  readonly release: ReleaseSql;
  readonly matcher: Matcher;
}

const none: Step = { find: 'none' };

/** The rows of a collection that meet a condition. Throws NotInIndex where the index cannot say. */
export function compileRows(condition: RowCondition, collection: Collection, at: Compiling): Step {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return {
        find: condition.kind,
        steps: condition.conditions.map((part) => compileRows(part, collection, at)),
      };
    case 'not':
      return { find: 'not', step: compileRows(condition.condition, collection, at) };
    case 'isNull':
      return compileIsNull(condition.concept, at);
    case 'happened':
      return compileHappened(condition, collection, at);
    case 'relative':
      return compileRelative(condition, collection, at);
    case 'pathway':
      return compileInBand(condition, at);
    default: {
      const index = conceptIn(condition.concept, at);
      const looked = { index, memory: at.index.memory, release: at.release, matcher: at.matcher };
      const step = compileValues(index, codesThatMeet(condition, looked), at);
      return condition.kind === 'withinTerms' ? withSubjects(step, index.subjects, condition.codes) : step;
    }
  }
}

export function conceptIn({ number }: Concept, { index }: Compiling): ConceptIndex {
  const found = index.concepts.get(number);
  if (found === undefined) throw new NotInIndex('notIndexed');
  return found;
}

export function collectionIn({ id }: Collection, { index }: Compiling): CollectionIndex {
  const found = index.collections.get(id);
  if (found === undefined) throw new NotInIndex('notIndexed');
  return found;
}

/** The rows with a value whose code lies in one of the ranges; different values may meet two steps (rule 2.7). */
export function compileValues(
  { codes, lists, values, postings }: ConceptIndex,
  ranges: readonly CodeRange[],
  { index: { memory } }: Pick<Compiling, 'index'>,
): Step {
  if (ranges.length === 0) return none;
  const count = countOf(values);
  const rare =
    postings !== null && rowsOfCodes(ranges, postings.before, memory) <= postings.most ? { postings } : {};
  if (lists !== null) return { find: 'anyOfCodes', lists, ranges, count, ...rare };
  if (codes === null) throw new NotInIndex('notIndexed');
  return { find: 'codes', codes, ranges, count, ...rare };
}

/** A step that finds rows at or below some terms, with the sets of their subjects where all of them have one. */
function withSubjects(step: Step, sets: ConceptIndex['subjects'], codes: readonly string[]): Step {
  if (step.find !== 'codes' || sets === null || step.postings !== undefined) return step;
  const subjects = codes.flatMap((code) => {
    const nth = sets.terms.indexOf(code);
    return nth < 0 ? [] : [sets.at + nth * sets.each];
  });
  return subjects.length === codes.length ? { ...step, subjects } : step;
}

function compileIsNull(concept: Concept, at: Compiling): Step {
  const { codes, lists, values } = conceptIn(concept, at);
  if (lists !== null) return { find: 'not', step: { find: 'anyCode', lists } };
  if (codes === null) throw new NotInIndex('notIndexed');
  return { find: 'codes', codes, ranges: [{ low: 0, high: 0 }], count: countOf(values) };
}

const pointOf = (point: EventPoint | null): number | null =>
  typeof point === 'string' ? dayNumber(point) : point;

function edgeIn(collection: Collection, edge: 'start' | 'end', at: Compiling): EdgeIndex {
  const found = collectionIn(collection, at)[edge];
  if (found === null) throw new NotInIndex('notIndexed');
  return found;
}

function compileHappened(
  { edge, min, max }: Extract<RowCondition, { kind: 'happened' }>,
  collection: Collection,
  at: Compiling,
): Step {
  const { codes, points } = edgeIn(collection, edge, at);
  const numbers = new Int32Array(at.index.memory, points.at, points.count);
  const bounds = { min: pointOf(min), max: pointOf(max) };
  const ranges = between(numbers, edgeAsSeen(collection, edge, at.release), bounds);
  return ranges.length === 0 ? none : { find: 'codes', codes, ranges, count: points.count };
}

/** The rows for which another row of the same subject lies at the right distance (rules 1.16 and 2.11). */
function compileRelative(
  { reference, unit, target, from, to }: RelativeCondition,
  collection: Collection,
  at: Compiling,
): Step {
  const seen = (of: Collection, edge: 'start' | 'end'): SeenEdge => ({
    ...edgeIn(of, edge, at),
    seen: edgeAsSeen(of, edge, at.release),
    inYears: unit === 'years',
  });
  return {
    find: 'paired',
    own: { offsets: collectionIn(collection, at).offsets, edge: seen(collection, reference) },
    target: {
      offsets: collectionIn(target.collection, at).offsets,
      step: compileRows(target.condition, target.collection, at),
      from: seen(target.collection, from.edge),
      to: seen(target.collection, to.edge),
    },
    isSame: collection.id === target.collection.id,
    isOrdered: from.edge === 'start',
    fromDistance: from.distance,
    toDistance: to.distance,
  };
}

/** A time as the member sees it. Throws NotInIndex where the index cannot say. */
export function compileTimes(point: TimePoint, at: Compiling): TimeSource {
  if (point.kind === 'birth') return { of: 'birth' };
  if (point.kind === 'record') return timesOfRecords(point, at);
  const { codes, values } = conceptIn(point.concept, at);
  if (codes === null || (values.kind !== 'numbers' && values.kind !== 'days'))
    throw new NotInIndex('notIndexed');
  const numbers = numbersOf(values, at.index.memory);
  return { of: 'subject', codes, moments: momentsOf(numbers, asSeen(point.concept, at.release)) };
}

function timesOfRecords(
  { collection, condition }: Extract<TimePoint, { kind: 'record' }>,
  at: Compiling,
): TimeSource {
  const { offsets, start } = collectionIn(collection, at);
  if (start === null) throw new NotInIndex('notIndexed');
  const points = new Int32Array(at.index.memory, start.points.at, start.points.count);
  return {
    of: 'rows',
    step: compileRows(condition, collection, at),
    moments: momentsOf(points, edgeAsSeen(collection, 'start', at.release)),
    ...{ offsets, codes: start.codes },
  };
}

/** By code, as the member sees them; code 0 is no time. */
function momentsOf(numbers: ArrayLike<number>, seen: Seen): Int32Array {
  const moments = new Int32Array(numbers.length + 1).fill(unknownPoint);
  for (let index = 0; index < numbers.length; index += 1)
    moments[index + 1] = seenValue(numbers[index] ?? 0, seen);
  return moments;
}

/** A pathway as the member sees it. */
export function compileCourse({ stages, exits, last }: Pathway, at: Compiling): Course {
  const stepOf = ({ point, dayAfter }: PathwayStep): TimeStep => ({
    source: compileTimes(point, at),
    dayAfter,
  });
  return {
    stages: stages.map(stepOf),
    exits: exits.map(stepOf),
    last: last && compileTimes(last, at),
    exactBelow: exactBelow(at.release),
  };
}

/** A time from here on stands for all above it, and says no first time. */
export const exactBelow = ({ visibility, lookup }: ReleaseSql): number =>
  visibility.topCodesAges && lookup.dictionary.eventTime === 'age'
    ? topCodedAgeDays
    : Number.POSITIVE_INFINITY;

/** The subjects in a band or a gap of a pathway. */
function compileInBand({ pathway, band: { reached, way } }: PathwayCondition, at: Compiling): Step {
  const ways = { reached: null, stayed: null, ...wayNumbers };
  return {
    find: 'course',
    course: compileCourse(pathway, at),
    min: reached,
    max: way === 'reached' ? pathway.stages.length : reached,
    way: typeof way === 'number' ? way : ways[way],
  };
}
