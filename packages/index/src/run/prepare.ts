import { unreachable } from '@atrium/contract/errors/unreachable';
import {
  type BitSpan,
  bytesOfBits,
  type Kernel,
  type Points,
  type Span,
  unknownPoint,
} from '../kernel/kernel.ts';
import type { Scratch } from '../layout/scratch.ts';
import { seenValue, yearOfDay } from '../layout/seenValue.ts';
import type { CodeRange, SeenEdge, Step } from '../layout/steps.ts';

/** Where a question runs. */
export interface Runtime {
  readonly memory: ArrayBufferLike;
  readonly kernel: Kernel;
  /** For what the question needs from its beginning to its end. */
  readonly kept: Scratch;
  /** For what a step needs. */
  readonly scratch: Scratch;
}

/** Finds rows of some subjects, or subjects. */
export interface Finder {
  /** Adds what is found to an empty set. */
  readonly add: (subjects: Span, out: BitSpan) => void;
  /** Leaves only what is found in a set: may cost less where the set is small. Default: by `add` and an `and`. */
  readonly narrow?: (subjects: Span, set: BitSpan) => void;
}

/** Beyond so many ranges a table of all codes is faster. */
const maxRanges = 4;

/** Makes a step ready to run: tables are laid into memory once. */
export function prepare(step: Step, at: Runtime): Finder {
  const { kernel } = at;
  switch (step.find) {
    case 'all':
      return { add: (_, out) => kernel.all(out) };
    case 'none':
      return { add: () => {} };
    case 'and':
    case 'or':
      return combine(step, at);
    case 'not': {
      const finder = prepare(step.step, at);
      return {
        add: (subjects, out) => {
          finder.add(subjects, out);
          kernel.not(out);
        },
      };
    }
    case 'codes':
      return prepareCodes(step, at);
    case 'anyOfCodes': {
      const table = tableOf(step, at);
      return { add: (_, out) => kernel.addAnyListed(step.lists, table, out) };
    }
    case 'anyCode':
      return { add: (_, out) => kernel.addAny(step.lists.offsets, out) };
    case 'paired':
      return preparePaired(step, at);
    case 'withRows':
      return prepareWithRows(step, at);
    case 'notThese':
      return prepareNotThese(step, at);
    default:
      return unreachable(step);
  }
}

/** A new set of the same span. */
export function emptySet({ from, count }: Span, { kernel, scratch }: Runtime): BitSpan {
  const set = { from, count, bits: scratch.take(bytesOfBits(count)) };
  kernel.none(set);
  return set;
}

function combine({ find, steps }: Extract<Step, { find: 'and' | 'or' }>, at: Runtime): Finder {
  const { kernel, scratch } = at;
  const finders = steps.map((step) => prepare(step, at));
  // What can narrow a set comes after what makes it small.
  finders.sort((a, b) => Number(a.narrow !== undefined) - Number(b.narrow !== undefined));
  const [first, ...others] = finders;
  if (first === undefined) return { add: find === 'and' ? (_, out) => kernel.all(out) : () => {} };
  const apart = (finder: Finder, subjects: Span, set: BitSpan): void =>
    scratch.within(() => {
      const found = emptySet(set, at);
      finder.add(subjects, found);
      kernel[find](set.bits, found.bits, set.count);
    });
  return {
    add: (subjects, out) => {
      first.add(subjects, out);
      for (const finder of others)
        if (find === 'and' && finder.narrow !== undefined) finder.narrow(subjects, out);
        else apart(finder, subjects, out);
    },
  };
}

function prepareCodes(step: Extract<Step, { find: 'codes' }>, at: Runtime): Finder {
  const { codes, ranges } = step;
  if (ranges.length > maxRanges) {
    const table = tableOf(step, at);
    return { add: (_, out) => at.kernel.addListed(codes, table, out) };
  }
  return {
    add: (_, out) => {
      for (const range of ranges) at.kernel.addRange(codes, range, out);
    },
  };
}

/** A byte for each code: 1 where it lies in a range. */
function tableOf(
  { ranges, count }: { readonly ranges: readonly CodeRange[]; readonly count: number },
  { memory, kept }: Runtime,
): number {
  const at = kept.take(count + 1);
  const bytes = new Uint8Array(memory, at, count + 1).fill(0);
  for (const { low, high } of ranges) bytes.fill(1, low, high + 1);
  return at;
}

/** The points that codes stand for, as the member sees them, in days or in calendar years. */
function pointsOf({ codes, points, seen, inYears }: SeenEdge, { memory, kept }: Runtime): Points {
  const at = kept.take(4 * (points.count + 1));
  const table = new Int32Array(memory, at, points.count + 1);
  table[0] = unknownPoint;
  new Int32Array(memory, points.at, points.count).forEach((point, index) => {
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
  const { own, target, isSame, fromDistance, toDistance } = step;
  const finder = prepare(target.step, at);
  const [edge, from, to] = [own.edge, target.from, target.to].map((seen) => pointsOf(seen, at));
  if (edge === undefined || from === undefined || to === undefined) throw new Error('There are three edges.');
  const pair = (subjects: Span, owned: BitSpan, out: BitSpan): void =>
    scratch.within(() => {
      const rows = emptySet(rowsOf(target.offsets, subjects, at), at);
      finder.add(subjects, rows);
      const pairing = {
        own: { offsets: own.offsets, rows: owned, edge },
        target: { offsets: target.offsets, rows, from, to },
        ...{ isSame, fromDistance, toDistance },
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

function prepareWithRows(
  { offsets, step, min, max }: Extract<Step, { find: 'withRows' }>,
  at: Runtime,
): Finder {
  const finder = prepare(step, at);
  return {
    add: (subjects, out) =>
      at.scratch.within(() => {
        const rows = emptySet(rowsOf(offsets, subjects, at), at);
        finder.add(subjects, rows);
        at.kernel.addWithRows({ offsets, rows }, { min, max }, out);
      }),
  };
}

const prepareNotThese = (step: Extract<Step, { find: 'notThese' }>, { memory, kernel }: Runtime): Finder => ({
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
