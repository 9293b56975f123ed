import { dayNumber } from '@atrium/contract';
import type {
  Collection,
  Concept,
  EventPoint,
  RelativeCondition,
  ReleaseSql,
  RowCondition,
} from '@atrium/engine';
import {
  type BitSpan,
  bytesOfBits,
  type Kernel,
  type Points,
  type Span,
  unknownPoint,
} from '../kernel/kernel.ts';
import type { CollectionIndex, ConceptIndex, EdgeIndex, ReleaseIndex } from '../layout/releaseIndex.ts';
import type { Scratch } from '../layout/scratch.ts';
import { edgeAsSeen, yearOfDay } from './asSeen.ts';
import { between, type CodeRange, codesThatMeet, countOf, type Matcher } from './codeSets.ts';
import { NotInIndex } from './refusal.ts';

/** Where a question is worked out: the index, what works on it, and for whom. */
export interface Workplace {
  readonly index: ReleaseIndex;
  readonly kernel: Kernel;
  /** For what one question needs from its beginning to its end. */
  readonly kept: Scratch;
  /** For what a step needs. */
  readonly scratch: Scratch;
  readonly release: ReleaseSql;
  readonly matcher: Matcher;
}

/** What meets a condition: rows of some subjects, or the subjects. */
export interface Step {
  /** Adds it to an empty set. */
  readonly add: (subjects: Span, out: BitSpan) => void;
  /** Leaves only it in a set; default: by `add` and an `and`. To narrow a small set may cost less. */
  readonly narrow?: (subjects: Span, set: BitSpan) => void;
}

/** Beyond so many ranges a table of all codes is faster. */
const maxRanges = 4;

/** The rows of a collection that meet a condition. Throws NotInIndex where the index cannot say. */
export function rowStep(condition: RowCondition, collection: Collection, at: Workplace): Step {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return combine(
        condition.kind,
        condition.conditions.map((part) => rowStep(part, collection, at)),
        at,
      );
    case 'not': {
      const step = rowStep(condition.condition, collection, at);
      return {
        add: (subjects, out) => {
          step.add(subjects, out);
          at.kernel.not(out);
        },
      };
    }
    case 'isNull':
      return isNullStep(condition.concept, at);
    case 'happened':
      return happenedStep(condition, collection, at);
    case 'relative':
      return relativeStep(condition, collection, at);
    default:
      return valueStep(
        condition.concept,
        codesThatMeet(condition, { ...at, index: conceptIn(condition.concept, at), memory: at.index.memory }),
        at,
      );
  }
}

/** All steps of an `and`, or of an `or`, on the same set. */
export function combine(
  kind: 'and' | 'or',
  given: readonly Step[],
  at: Pick<Workplace, 'kernel' | 'scratch'>,
): Step {
  const { kernel, scratch } = at;
  // What can narrow a set comes after what makes it small.
  const [first, ...others] = [...given].sort(
    (a, b) => Number(a.narrow !== undefined) - Number(b.narrow !== undefined),
  );
  if (first === undefined) return { add: kind === 'and' ? (_, out) => kernel.all(out) : () => {} };
  const apart = (step: Step, subjects: Span, set: BitSpan): void =>
    scratch.within(() => {
      const found = emptySet(set, at);
      step.add(subjects, found);
      kernel[kind](set.bits, found.bits, set.count);
    });
  return {
    add: (subjects, out) => {
      first.add(subjects, out);
      for (const step of others)
        if (kind === 'and' && step.narrow !== undefined) step.narrow(subjects, out);
        else apart(step, subjects, out);
    },
  };
}

/** A new set of the same span. */
export function emptySet(
  { from, count }: Span,
  { kernel, scratch }: Pick<Workplace, 'kernel' | 'scratch'>,
): BitSpan {
  const set = { from, count, bits: scratch.take(bytesOfBits(count)) };
  kernel.none(set);
  return set;
}

export function conceptIn({ number }: Concept, { index }: Workplace): ConceptIndex {
  const found = index.concepts.get(number);
  if (found === undefined) throw new NotInIndex('notIndexed');
  return found;
}

export function collectionIn({ id }: Collection, { index }: Workplace): CollectionIndex {
  const found = index.collections.get(id);
  if (found === undefined) throw new NotInIndex('notIndexed');
  return found;
}

/** The rows with a value whose code lies in one of the ranges; different values may meet two steps (rule 2.7). */
export function valueStep(concept: Concept, ranges: readonly CodeRange[], at: Workplace): Step {
  const { codes, lists, values } = conceptIn(concept, at);
  if (ranges.length === 0) return { add: () => {} };
  const table = lists !== null || ranges.length > maxRanges ? tableOf(ranges, countOf(values), at) : 0;
  if (lists !== null) return { add: (_, out) => at.kernel.addAnyListed(lists, table, out) };
  if (codes === null) throw new NotInIndex('notIndexed');
  if (table !== 0) return { add: (_, out) => at.kernel.addListed(codes, table, out) };
  return {
    add: (_, out) => {
      for (const range of ranges) at.kernel.addRange(codes, range, out);
    },
  };
}

/** A byte for each code: 1 where it lies in a range. */
function tableOf(ranges: readonly CodeRange[], count: number, { index, kept }: Workplace): number {
  const at = kept.take(count + 1);
  const bytes = new Uint8Array(index.memory, at, count + 1).fill(0);
  for (const { low, high } of ranges) bytes.fill(1, low, high + 1);
  return at;
}

function isNullStep(concept: Concept, at: Workplace): Step {
  const { codes, lists } = conceptIn(concept, at);
  if (lists !== null)
    return {
      add: (_, out) => {
        at.kernel.addAny(lists.offsets, out);
        at.kernel.not(out);
      },
    };
  if (codes === null) throw new NotInIndex('notIndexed');
  return { add: (_, out) => at.kernel.addRange(codes, { low: 0, high: 0 }, out) };
}

const pointOf = (point: EventPoint | null): number | null =>
  typeof point === 'string' ? dayNumber(point) : point;

function edgeIn(collection: Collection, edge: 'start' | 'end', at: Workplace): EdgeIndex {
  const found = collectionIn(collection, at)[edge];
  if (found === null) throw new NotInIndex('notIndexed');
  return found;
}

function happenedStep(
  { edge, min, max }: Extract<RowCondition, { kind: 'happened' }>,
  collection: Collection,
  at: Workplace,
): Step {
  const { codes, points } = edgeIn(collection, edge, at);
  const ranges = between(
    new Int32Array(at.index.memory, points.at, points.count),
    edgeAsSeen(collection, edge, at.release),
    { min: pointOf(min), max: pointOf(max) },
  );
  return {
    add: (_, out) => {
      for (const range of ranges) at.kernel.addRange(codes, range, out);
    },
  };
}

/** The edges of a collection's rows as the member sees them, in days or in calendar years. */
function pointsAsSeen(
  collection: Collection,
  { edge, unit }: { readonly edge: 'start' | 'end'; readonly unit: 'days' | 'years' },
  at: Workplace,
): Points {
  const { codes, points } = edgeIn(collection, edge, at);
  const seen = edgeAsSeen(collection, edge, at.release);
  const address = at.kept.take(4 * (points.count + 1));
  const table = new Int32Array(at.index.memory, address, points.count + 1);
  table[0] = unknownPoint;
  new Int32Array(at.index.memory, points.at, points.count).forEach((point, index) => {
    table[index + 1] = unit === 'years' ? yearOfDay(seen(point)) : seen(point);
  });
  return { ...codes, points: address };
}

/** The rows for which another row of the same subject lies at the right distance (rules 1.16 and 2.11). */
function relativeStep(
  { reference, unit, target, from, to }: RelativeCondition,
  collection: Collection,
  at: Workplace,
): Step {
  const { kernel, scratch } = at;
  const own = collectionIn(collection, at);
  const other = collectionIn(target.collection, at);
  const step = rowStep(target.condition, target.collection, at);
  const edge = pointsAsSeen(collection, { edge: reference, unit }, at);
  const fromEdge = pointsAsSeen(target.collection, { edge: from.edge, unit }, at);
  const toEdge = pointsAsSeen(target.collection, { edge: to.edge, unit }, at);
  const pair = (subjects: Span, owned: BitSpan, out: BitSpan): void =>
    scratch.within(() => {
      const rows = emptySet(rowsOf(other, subjects, at.index), at);
      step.add(subjects, rows);
      const pairing = {
        own: { offsets: own.offsets, rows: owned, edge },
        target: { offsets: other.offsets, rows, from: fromEdge, to: toEdge },
        isSame: collection.id === target.collection.id,
        fromDistance: from.distance,
        toDistance: to.distance,
      };
      kernel.addPaired(pairing, subjects, out);
    });
  return {
    add: (subjects, out) =>
      scratch.within(() => {
        const all = emptySet(out, at);
        kernel.all(all);
        pair(subjects, all, out);
      }),
    narrow: (subjects, set) =>
      scratch.within(() => {
        const found = emptySet(set, at);
        pair(subjects, set, found);
        kernel.copy(set.bits, found.bits, set.count);
      }),
  };
}

/** The positions of all rows of some subjects. */
export function rowsOf({ offsets }: CollectionIndex, { from, count }: Span, { memory }: ReleaseIndex): Span {
  const table = new Uint32Array(memory, offsets);
  const [first, end] = [table[from] ?? 0, table[from + count] ?? 0];
  return { from: first, count: end - first };
}
