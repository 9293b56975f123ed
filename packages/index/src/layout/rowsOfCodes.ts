import type { CodeRange } from './steps.ts';

/** How many positions have codes of these ranges; `before` is that of `Postings`. */
export const rowsOfCodes = (ranges: readonly CodeRange[], before: number, memory: ArrayBufferLike): number =>
  ranges.reduce((sum, { low, high }) => {
    const [first = 0] = new Uint32Array(memory, before + 4 * low, 1);
    const [end = 0] = new Uint32Array(memory, before + 4 * (high + 1), 1);
    return sum + end - first;
  }, 0);
