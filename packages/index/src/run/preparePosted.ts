import { atLeastOne, type BitSpan, type Postings, type Span } from '../kernel/kernel.ts';
import type { CodeRange, Step } from '../layout/steps.ts';
import type { Finder, Runtime } from './prepare.ts';
import { emptySet, hasBit } from './sets.ts';

/** To begin at a row in the middle of a list takes as long as to look at so many rows one by one. */
const fewRows = 4096;
const cost = 1 / 4;

/** Leaves in a set what is found by itself. */
const narrowed =
  (add: Finder['add'], at: Runtime): Finder['add'] =>
  (subjects, set) =>
    at.scratch.within(() => {
      const found = emptySet(set, at);
      add(subjects, found);
      at.kernel.and(set.bits, found.bits, set.count);
    });

/** The rows that lists have for some codes. `oneByOne` finds the same without them. */
export function preparePosted(
  { postings, ranges }: { readonly postings: Postings; readonly ranges: readonly CodeRange[] },
  oneByOne: Finder,
  at: Runtime,
): Finder {
  const add = (subjects: Span, out: BitSpan): void => {
    if (out.count < Math.min(fewRows, postings.rows)) oneByOne.add(subjects, out);
    else for (const range of ranges) at.kernel.addPosted(postings, range, out);
  };
  return { cost, add, narrow: narrowed(add, at) };
}

/** The sets that hold the subjects of a step; null where it must look for them. */
export function setsOf({ step, min, max }: Extract<Step, { find: 'withRows' }>): readonly number[] | null {
  if (min !== atLeastOne.min || max !== atLeastOne.max) return null;
  let only = step;
  while (only.find === 'and' || only.find === 'or') {
    const [first, ...others] = only.steps;
    if (first === undefined || others.length > 0) return null;
    only = first;
  }
  return only.find === 'codes' && only.postings === undefined ? (only.subjects ?? null) : null;
}

/** A block begins at a multiple of so many subjects, and only the last one does not end at one. */
const unit = 128;

/** The subjects of sets of all subjects. */
export function prepareSets(sets: readonly number[], at: Runtime): Finder {
  const { kernel, memory } = at;
  const add = ({ from, count }: Span, out: BitSpan): void => {
    if (from % unit === 0) {
      for (const set of sets) kernel.or(out.bits, set + from / 8, count);
      if (count % unit === 0) return;
      // What is not of the span goes.
      kernel.not(out);
      kernel.not(out);
      return;
    }
    const words = new Uint32Array(memory);
    for (let index = 0; index < count; index += 1) {
      const isFound = sets.some((bits) => hasBit(words, { from: 0, count: 0, bits }, from + index));
      const word = (out.bits >>> 2) + (index >>> 5);
      if (isFound) words[word] = (words[word] ?? 0) | (1 << (index & 31));
    }
  };
  return { cost, add, narrow: narrowed(add, at) };
}
