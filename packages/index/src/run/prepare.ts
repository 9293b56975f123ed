import { unreachable } from '@atrium/contract/errors/unreachable';
import {
  atLeastOne,
  type BitSpan,
  type Kernel,
  minTable,
  type Points,
  pairsRoom,
  type RowsOfSubjects,
  rowsRoom,
  type Span,
  unknownPoint,
} from '../kernel/kernel.ts';
import type { Scratch } from '../layout/scratch.ts';
import { seenValue, yearOfDay } from '../layout/seenValue.ts';
import type { CodeRange, SeenEdge, Step } from '../layout/steps.ts';
import { prepareCourse } from './courses.ts';
import type { KnownSet, KnownSets } from './knownSets.ts';
import { prepareKin } from './prepareKin.ts';
import { preparePosted, prepareSets } from './preparePosted.ts';
import { emptySet } from './sets.ts';

/** Where a question runs. */
export interface Runtime {
  readonly memory: ArrayBufferLike;
  readonly kernel: Kernel;
  /** For what the question needs from its beginning to its end. */
  readonly kept: Scratch;
  /** For what a step needs. */
  readonly scratch: Scratch;
  /** What earlier questions found; null: each question starts anew. */
  readonly known: KnownSets | null;
}

/** Finds rows of some subjects, or subjects. */
export interface Finder {
  /** Adds what is found to an empty set. */
  readonly add: (subjects: Span, out: BitSpan) => void;
  /** Leaves only what is found in a set: may cost less where the set is small. Default: by `add` and an `and`. */
  readonly narrow?: (subjects: Span, set: BitSpan) => void;
  /** About how long it takes for a row or a subject, compared with others. */
  readonly cost: number;
}

/** Beyond so many ranges a table of all codes is faster. */
export const maxRanges = 4;

/** A table is looked up code by code, ranges are compared 16 bytes at a time. */
const listedCost = 10;
/** To find the subjects of rows, compared with one comparison of codes. */
const subjectCost = 10;
/** About so many rows of a collection has a subject. */
const rowsEach = 10;

/** What is looked for among all subjects only if they are few: see `prepareWithRows`. */
const fewSubjects = 1 / 4;

/** Makes a step ready to run: tables are laid into memory once. */
export function prepare(step: Step, at: Runtime): Finder {
  const { kernel } = at;
  switch (step.find) {
    case 'all':
      return { cost: 0, add: (_, out) => kernel.all(out), narrow: () => {} };
    case 'none':
      return { cost: 0, add: () => {}, narrow: (_, set) => kernel.none(set) };
    case 'and':
    case 'or':
      return combine(step, at);
    case 'not': {
      const finder = prepare(step.step, at);
      return {
        cost: finder.cost,
        add: (subjects, out) => {
          finder.add(subjects, out);
          kernel.not(out);
        },
      };
    }
    case 'codes':
      return withPostings(step, prepareCodes(step, at), at);
    case 'anyOfCodes': {
      const table = tableOf(step, at);
      const add: Finder['add'] = (_, out) => kernel.addAnyListed(step.lists, table, out);
      return withPostings(step, { cost: 2 * listedCost, add }, at);
    }
    case 'anyCode':
      return { cost: listedCost, add: (_, out) => kernel.addAny(step.lists.offsets, out) };
    case 'paired':
      return preparePaired(step, at);
    case 'withRows':
      return prepareWithRows(step, at);
    case 'inSets':
      return prepareSets(step.sets, at);
    case 'rowsOf':
      return prepareRowsOf(step, at);
    case 'kin':
      return prepareKin(step, prepare(step.step, { ...at, known: null }), at);
    case 'course':
      return prepareCourse(step, { ...at, openRows: openRows(at) });
    case 'notThese':
      return prepareNotThese(step, at);
    default:
      return unreachable(step);
  }
}

type Combination = Extract<Step, { find: 'and' | 'or' }>;

/** The parts of a combination, also those of parts that combine in the same way. */
const partsOf = ({ find, steps }: Combination): readonly Step[] =>
  steps.flatMap((step) => (step.find === find ? partsOf({ find, steps: step.steps }) : [step]));

function combine(step: Combination, at: Runtime): Finder {
  const { kernel, scratch } = at;
  const finders = partsOf(step).map((part) => prepare(part, at));
  // What costs little makes the set small before the others look at it.
  finders.sort((a, b) => a.cost - b.cost);
  const cost = finders.reduce((sum, finder) => sum + finder.cost, 0);
  const apart = (finder: Finder, subjects: Span, set: BitSpan): void =>
    scratch.within(() => {
      const found = emptySet(set, at);
      finder.add(subjects, found);
      kernel[step.find](set.bits, found.bits, set.count);
    });
  const [first, ...others] = finders;
  if (step.find === 'or')
    return {
      cost,
      add: (subjects, out) => {
        first?.add(subjects, out);
        for (const finder of others) apart(finder, subjects, out);
      },
    };
  const narrow = (given: readonly Finder[], subjects: Span, set: BitSpan): void => {
    for (const finder of given)
      if (finder.narrow === undefined) apart(finder, subjects, set);
      else finder.narrow(subjects, set);
  };
  return {
    cost,
    add: (subjects, out) => {
      if (first === undefined) kernel.all(out);
      else first.add(subjects, out);
      narrow(others, subjects, out);
    },
    narrow: (subjects, set) => narrow(finders, subjects, set),
  };
}

function withPostings(
  { postings, ranges }: Extract<Step, { find: 'codes' | 'anyOfCodes' }>,
  oneByOne: Finder,
  at: Runtime,
): Finder {
  return postings === undefined ? oneByOne : preparePosted({ postings, ranges }, oneByOne, at);
}

function prepareCodes(step: Extract<Step, { find: 'codes' }>, at: Runtime): Finder {
  const { kernel } = at;
  const { codes, ranges } = step;
  const [range, ...others] = ranges;
  if (ranges.length > maxRanges || range === undefined) {
    const table = tableOf(step, at);
    return {
      cost: codes.width > 0 && codes.width <= 8 ? 2 : listedCost,
      add: (_, out) => kernel.addListed(codes, table, out),
      narrow: (_, set) => kernel.keepListed(codes, table, set),
    };
  }
  const add = (_: Span, out: BitSpan): void => {
    for (const one of ranges) kernel.addRange(codes, one, out);
  };
  const cost = ((codes.width || 32) / 8) * ranges.length;
  if (others.length > 0) return { cost, add };
  return { cost, add, narrow: (_, set) => kernel.keepRange(codes, range, set) };
}

/** A byte for each code: 1 where it lies in a range. */
function tableOf(
  { ranges, count }: { readonly ranges: readonly CodeRange[]; readonly count: number },
  { memory, kept }: Runtime,
): number {
  const size = Math.max(minTable, count + 1);
  const at = kept.take(size);
  const bytes = new Uint8Array(memory, at, size).fill(0);
  for (const { low, high } of ranges) bytes.fill(1, low, high + 1);
  return at;
}

/** The points that codes stand for, as the member sees them, in days or in calendar years. */
function pointsOf({ codes, points, seen, inYears }: SeenEdge, { memory, kept }: Runtime): Points {
  const at = kept.take(4 * (points.count + 1));
  const table = new Int32Array(memory, at, points.count + 1);
  table[0] = unknownPoint;
  const found = new Int32Array(memory, points.at, points.count);
  if (seen.as === 'itself' && !inYears) table.set(found, 1);
  else
    found.forEach((point, index) => {
      const shown = seenValue(point, seen);
      table[index + 1] = inYears ? yearOfDay(shown) : shown;
    });
  return { ...codes, points: at };
}

/** The positions of all rows of some subjects. */
export function rowsOf(offsets: number, { from, count }: Span, { memory }: Runtime): Span {
  const table = new Uint32Array(memory, offsets, from + count + 1);
  const [first, end] = [table[from] ?? 0, table[from + count] ?? 0];
  return { from: first, count: end - first };
}

function preparePaired(step: Extract<Step, { find: 'paired' }>, at: Runtime): Finder {
  const { kernel, scratch } = at;
  const { own, target, isSame, isOrdered, fromDistance, toDistance } = step;
  const finder = prepare(target.step, at);
  // Equal edges have one table: the kernel takes a shorter way then.
  const tables = new Map<string, Points>();
  const [edge, from, to] = [own.edge, target.from, target.to].map((seen) => {
    const key = JSON.stringify(seen);
    const found = tables.get(key) ?? pointsOf(seen, at);
    tables.set(key, found);
    return found;
  });
  if (edge === undefined || from === undefined || to === undefined) throw new Error('There are three edges.');
  const pair = (subjects: Span, owned: BitSpan, out: BitSpan): void => {
    const rows = { offsets: own.offsets, rows: owned };
    const targets = { offsets: target.offsets, rows: emptySet(rowsOf(target.offsets, subjects, at), at) };
    const many = kernel.count(owned.bits, owned.count);
    if (many === 0) return;
    if (many < fewSubjects * subjects.count)
      addRows(finder, { rows: targets, subjects: subjectsOf(rows, subjects, at) }, at);
    else finder.add(subjects, targets.rows);
    const pairing = {
      own: { ...rows, edge },
      target: { ...targets, from, to },
      ...{ isSame, isOrdered, fromDistance, toDistance },
    };
    kernel.addPaired(pairing, subjects, { out: out.bits, room: scratch.take(pairsRoom(owned.count)) });
  };
  return {
    cost: 5 * subjectCost + finder.cost,
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

/** The subjects who have some of the rows. */
export function subjectsOf(rows: RowsOfSubjects, subjects: Span, at: Runtime): BitSpan {
  const found = emptySet(subjects, at);
  at.kernel.addWithRows(rows, { ...atLeastOne, room: at.scratch.take(rowsRoom(rows.rows.count)) }, found);
  return found;
}

/** Adds what is found to empty rows; where few subjects are wanted, the others need not be looked at. */
export function addRows(
  finder: Finder,
  { rows, subjects }: { readonly rows: RowsOfSubjects; readonly subjects: BitSpan },
  { kernel }: Runtime,
): void {
  const isFew = kernel.count(subjects.bits, subjects.count) < fewSubjects * subjects.count;
  if (!isFew || finder.narrow === undefined) {
    finder.add(subjects, rows.rows);
  } else {
    kernel.addRowsOf(subjects, rows);
    finder.narrow(subjects, rows.rows);
  }
}

/** Finds the rows of subjects that meet a step. */
export const openRows =
  (at: Runtime) =>
  (step: Step, offsets: number): ((subjects: BitSpan) => BitSpan) => {
    const finder = prepare(step, at);
    return (subjects) => {
      const rows = emptySet(rowsOf(offsets, subjects, at), at);
      addRows(finder, { rows: { offsets, rows }, subjects }, at);
      return rows;
    };
  };

function prepareWithRows(step: Extract<Step, { find: 'withRows' }>, at: Runtime): Finder {
  const { kernel, scratch } = at;
  const { offsets, min, max } = step;
  const finder = prepare(step.step, at);
  const count = (rows: BitSpan, out: BitSpan): void =>
    kernel.addWithRows({ offsets, rows }, { min, max, room: scratch.take(rowsRoom(rows.count)) }, out);
  const withRows: Finder = {
    cost: rowsEach * finder.cost + subjectCost,
    add: (subjects, out) =>
      scratch.within(() => {
        const rows = emptySet(rowsOf(offsets, subjects, at), at);
        finder.add(subjects, rows);
        count(rows, out);
      }),
    narrow: (subjects, set) =>
      scratch.within(() => {
        if (kernel.count(set.bits, set.count) === 0) return;
        const rows = emptySet(rowsOf(offsets, subjects, at), at);
        addRows(finder, { rows: { offsets, rows }, subjects: set }, at);
        const found = emptySet(set, at);
        count(rows, found);
        kernel.and(set.bits, found.bits, set.count);
      }),
  };
  const known = at.known?.of(step) ?? null;
  return known === null ? withRows : remembered(withRows, known, at);
}

/** Looks for all subjects of a block only where it must, or where the question comes again. */
function remembered(finder: Finder, known: KnownSet, at: Runtime): Finder {
  const { kernel, scratch } = at;
  const add = (subjects: Span, out: BitSpan): void => {
    const before = known.find(subjects);
    if (before !== null) {
      kernel.copy(out.bits, before, out.count);
      return;
    }
    finder.add(subjects, out);
    const kept = known.keep(subjects);
    if (kept !== null) kernel.copy(kept, out.bits, out.count);
  };
  return {
    add,
    narrow: (subjects, set) => {
      const before = known.find(subjects);
      if (before !== null) kernel.and(set.bits, before, set.count);
      else if (known.isRepeated)
        scratch.within(() => {
          const found = emptySet(set, at);
          add(subjects, found);
          kernel.and(set.bits, found.bits, set.count);
        });
      else finder.narrow?.(subjects, set);
    },
    cost: known.isRepeated ? 1 : finder.cost,
  };
}

function prepareRowsOf({ offsets, step }: Extract<Step, { find: 'rowsOf' }>, at: Runtime): Finder {
  const finder = prepare(step, at);
  return {
    cost: finder.cost / rowsEach,
    add: (subjects, out) =>
      at.scratch.within(() => {
        const found = emptySet(subjects, at);
        finder.add(subjects, found);
        at.kernel.addRowsOf(found, { offsets, rows: out });
      }),
  };
}

const prepareNotThese = (step: Extract<Step, { find: 'notThese' }>, { memory, kernel }: Runtime): Finder => ({
  cost: 1,
  add: ({ from, count }, out) => {
    kernel.all(out);
    const words = new Uint32Array(memory);
    for (const subject of step.subjects) {
      const bit = subject - from;
      if (bit < 0 || bit >= count) continue;
      const word = (out.bits >>> 2) + (bit >>> 5);
      words[word] = (words[word] ?? 0) & ~(1 << (bit & 31));
    }
  },
});
