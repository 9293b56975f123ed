import { type BitSpan, bytesOfBits, type Codes, type Span } from '../kernel/kernel.ts';
import type { SharedRows } from '../layout/releaseIndex.ts';
import type { Lists, Step } from '../layout/steps.ts';
import type { PartOfSubjects } from './partOfSubjects.ts';
import { prepare, type Runtime, rowsOf } from './prepare.ts';
import { emptySet, forBits } from './sets.ts';

/** Which rows of a collection are described. */
export interface Described {
  readonly rows: Step;
  /** Of the collection. */
  readonly offsets: number;
  readonly shared: SharedRows | null;
}

/** The codes of rows: one each at most, or several; none is above `count`. */
export type RowValues = ({ readonly codes: Codes } | { readonly lists: Lists }) & { readonly count: number };

interface DescribedBlock {
  readonly subjects: Span;
  readonly rows: BitSpan;
  /** The same without the further positions of a row that stands there for several subjects. */
  readonly entries: BitSpan;
}

/** Does some work for the rows of each block of subjects; false where it was stopped before the end. */
export function forDescribed(
  { rows, offsets, shared }: Described,
  { blocks, isStopped }: PartOfSubjects,
  { at, work }: { readonly at: Runtime; readonly work: (block: DescribedBlock) => void },
): boolean {
  const finder = prepare(rows, at);
  const entriesIn = shared === null ? null : prepareEntries(shared, at);
  for (const block of blocks) {
    if (isStopped()) return false;
    at.scratch.within(() => {
      const found = emptySet(rowsOf(offsets, block, at), at);
      finder.add(block, found);
      work({ subjects: block, rows: found, entries: entriesIn?.(found) ?? found });
    });
  }
  return true;
}

/** Gives of some positions the first of each row; of all blocks one after the other. */
function prepareEntries({ numbers, last }: SharedRows, at: Runtime) {
  const { memory, kernel, kept } = at;
  const seen = { from: 0, count: last + 1, bits: kept.take(bytesOfBits(last + 1)) };
  kernel.none(seen);
  return (rows: BitSpan): BitSpan => {
    const entries = emptySet(rows, at);
    const words = new Uint32Array(memory);
    const rowAt = new Uint32Array(memory, numbers);
    const isNew = (row: number): boolean => {
      const word = (seen.bits >>> 2) + (row >>> 5);
      const before = words[word] ?? 0;
      words[word] = before | (1 << (row & 31));
      return ((before >>> (row & 31)) & 1) === 0;
    };
    forBits(words, rows, (index) => {
      if (!isNew(rowAt[rows.from + index] ?? 0)) return;
      const word = (entries.bits >>> 2) + (index >>> 5);
      words[word] = (words[word] ?? 0) | (1 << (index & 31));
    });
    return entries;
  };
}
