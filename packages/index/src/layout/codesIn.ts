import type { Codes } from '../kernel/kernel.ts';

export type CodeArray = Uint8Array | Uint16Array | Uint32Array;

/** The codes of all positions, as they lie in a memory. */
export function codesIn(memory: ArrayBufferLike, { at, width }: Codes): CodeArray {
  if (width === 1) return new Uint8Array(memory, at);
  return width === 2 ? new Uint16Array(memory, at) : new Uint32Array(memory, at);
}
