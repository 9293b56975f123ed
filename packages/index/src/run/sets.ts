import { type BitSpan, bytesOfBits, type Kernel, type Span } from '../kernel/kernel.ts';
import type { Scratch } from '../layout/scratch.ts';

/** A new set of the same span. */
export function emptySet(
  { from, count }: Span,
  { kernel, scratch }: { readonly kernel: Kernel; readonly scratch: Scratch },
): BitSpan {
  const set = { from, count, bits: scratch.take(bytesOfBits(count)) };
  kernel.none(set);
  return set;
}

/** Sets of a block stay in the cache of the processor. */
const subjectsOfBlock = 16_384;

/** The subjects of a span in blocks. */
export function* blocksOf({ from, count }: Span): Generator<Span> {
  for (let begin = from; begin < from + count; begin += subjectsOfBlock)
    yield { from: begin, count: Math.min(subjectsOfBlock, from + count - begin) };
}

/** The bits that are set, in their order. */
export function forBits(words: Uint32Array, { bits, count }: BitSpan, take: (index: number) => void): void {
  const first = bits >>> 2;
  for (let index = 0; index < count; index += 32)
    for (let word = words[first + (index >>> 5)] ?? 0; word !== 0; word &= word - 1)
      take(index + 31 - Math.clz32(word & -word));
}

export const hasBit = (words: Uint32Array, { bits }: BitSpan, index: number): boolean =>
  (((words[(bits >>> 2) + (index >>> 5)] ?? 0) >>> (index & 31)) & 1) === 1;
