import fc from 'fast-check';
import { expect } from 'vitest';
import { buildKernel } from '../../../../tools/buildKernel.mjs';
import type { Codes, Kernel } from '../kernel/kernel.ts';
import { packCodes } from '../kernel/packCodes.ts';
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

/** Each form of codes: packed, in numbers of their own, and sums. */
export const widths = fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 32);

export const codesOf = (width: number): Codes => ({ at: at.codes, width });

/** The largest code that a form holds here. */
export const maxCode = (width: number): number => (width === 0 ? 0xffff : 2 ** width - 1);

/** Codes of at most so many bits: what is more of each is cut off. */
export function writeCodes(memory: ArrayBufferLike, width: number, codes: readonly number[]): void {
  if (width === 0) writeSums(memory, codes);
  else
    new Uint8Array(memory, at.codes).set(
      packCodes(
        codes.map((code) => code % (maxCode(width) + 1)),
        width,
      ),
    );
}

const sums = { starts: 100_000, lengths: 104_000, exceptions: 108_000, width: 3 } as const;

/** Starts lie up to ten codes before; a length of more than six is an exception. */
function writeSums(memory: ArrayBufferLike, codes: readonly number[]): void {
  const parts = codes.map((code, index) => {
    const start = Math.max(0, code - ((index * 5) % 11));
    return { start, length: code === 0 ? 0 : Math.min(7, code - start + 1) };
  });
  const exceptions = codes.flatMap((code, index) => (parts[index]?.length === 7 ? [index, code] : []));
  new Uint16Array(memory, sums.starts).set(parts.map(({ start }) => start));
  new Uint8Array(memory, sums.lengths).set(
    packCodes(
      parts.map(({ length }) => length),
      sums.width,
    ),
  );
  new Uint32Array(memory, sums.exceptions).set(exceptions);
  const fields = [sums.starts, 16, sums.lengths, sums.width, sums.exceptions, exceptions.length / 2];
  new Uint32Array(memory, at.codes).set(fields);
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
