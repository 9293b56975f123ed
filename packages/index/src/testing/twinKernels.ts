import { expect } from 'vitest';
import { buildKernel } from '../../../../tools/buildKernel.mjs';
import type { Codes, Kernel, Width } from '../kernel/kernel.ts';
import { plainKernel } from '../kernel/plainKernel.ts';
import { loadKernelModule, sharedMemory, wasmKernel } from '../kernel/wasmKernel.ts';

await buildKernel();
const built = loadKernelModule();
if (built === null) throw new Error('There is no kernel.');
const module = built;

const bytes = 131_072;

/** Lays random data into two equal memories, lets both kernels do the same, and compares the memories. */
export function agree(
  fill: (memory: ArrayBufferLike) => void,
  work: (kernel: Kernel, memory: ArrayBufferLike) => unknown,
  look: (memory: ArrayBufferLike) => void = () => {},
): void {
  const [one, other] = [sharedMemory(bytes), sharedMemory(bytes)];
  fill(one.buffer);
  fill(other.buffer);
  const [found, expected] = [
    work(wasmKernel(module, one), one.buffer),
    work(plainKernel(other.buffer), other.buffer),
  ];
  expect(found).toEqual(expected);
  expect(Buffer.compare(new Uint8Array(one.buffer), new Uint8Array(other.buffer))).toBe(0);
  look(other.buffer);
}

/** Where the tests lay their data. */
export const at = {
  codes: 1024,
  set: 8192,
  other: 9216,
  table: 10_240,
  offsets: 12_288,
  points: 16_384,
  more: 20_480,
  room: 65_536,
};

export const codesOf = (width: Width): Codes => ({ at: at.codes, width });

export function writeCodes(memory: ArrayBufferLike, width: Width, codes: readonly number[]): void {
  const view =
    width === 1
      ? new Uint8Array(memory, at.codes)
      : width === 2
        ? new Uint16Array(memory, at.codes)
        : new Uint32Array(memory, at.codes);
  view.set(codes.map((code) => (width === 1 ? code & 255 : code)));
}

export function writeBits(memory: ArrayBufferLike, address: number, bits: readonly boolean[]): void {
  const view = new Uint8Array(memory, address);
  bits.forEach((bit, index) => {
    if (bit) view[index >>> 3] = (view[index >>> 3] ?? 0) | (1 << (index & 7));
  });
}

export const writeOffsets = (memory: ArrayBufferLike, address: number, counts: readonly number[]): void => {
  const view = new Uint32Array(memory, address);
  let end = 0;
  counts.forEach((count, index) => {
    end += count;
    view[index + 1] = end;
  });
};
