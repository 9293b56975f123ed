import type { BitSpan } from '../kernel/kernel.ts';

/** Whether a position is in a set. */
export const isIn = (words: Uint32Array, { bits, from }: BitSpan, position: number): boolean => {
  const bit = position - from;
  return (((words[(bits >>> 2) + (bit >>> 5)] ?? 0) >>> (bit & 31)) & 1) === 1;
};
