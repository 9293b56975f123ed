import type { BitSpan, Kernel, Postings, Span } from '../kernel/kernel.ts';
import type { Scratch } from '../layout/scratch.ts';
import type { CodeRange } from '../layout/steps.ts';
import { emptySet } from './sets.ts';

type Add = (subjects: Span, set: BitSpan) => void;

/** A finder that narrows, too. */
interface Narrowing {
  readonly cost: number;
  readonly add: Add;
  readonly narrow: Add;
}

interface Room {
  readonly kernel: Kernel;
  readonly scratch: Scratch;
}

/** To begin at a row in the middle of a list takes as long as to look at so many rows one by one. */
const fewRows = 4096;
const cost = 1 / 4;

/** Leaves in a set what is found by itself. */
const narrowed =
  (add: Add, at: Room): Add =>
  (subjects, set) =>
    at.scratch.within(() => {
      const found = emptySet(set, at);
      add(subjects, found);
      at.kernel.and(set.bits, found.bits, set.count);
    });

/** The rows that lists have for some codes. `oneByOne` finds the same without them. */
export function preparePosted(
  { postings, ranges }: { readonly postings: Postings; readonly ranges: readonly CodeRange[] },
  oneByOne: { readonly add: Add },
  at: Room,
): Narrowing {
  const add = (subjects: Span, out: BitSpan): void => {
    if (out.count < Math.min(fewRows, postings.rows)) oneByOne.add(subjects, out);
    else for (const range of ranges) at.kernel.addPosted(postings, range, out);
  };
  return { cost, add, narrow: narrowed(add, at) };
}

/** The subjects of sets of all subjects, in blocks: each begins where 16 bytes of a set begin, and ends so or at the end. */
export function prepareSets(sets: readonly number[], at: Room): Narrowing {
  const { kernel } = at;
  const add = ({ from, count }: Span, out: BitSpan): void => {
    for (const set of sets) kernel.or(out.bits, set + from / 8, count);
  };
  return { cost, add, narrow: narrowed(add, at) };
}
