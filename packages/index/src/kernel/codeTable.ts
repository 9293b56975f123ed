import { type CodeTable, minTable } from './kernel.ts';

/** Tables are looked at in so many parts. */
const parts = 256;

/** The bytes that a table takes whose codes are up to `last`, the marks of its parts included. */
export const bytesOfTable = (last: number): number => 2 * parts + Math.max(minTable, last + 1);

/** Lays a table of the codes in some ranges at an address of a memory. */
export function layCodeTable(
  memory: ArrayBufferLike,
  address: number,
  { ranges, last }: { readonly ranges: readonly { low: number; high: number }[]; readonly last: number },
): CodeTable {
  const all = new Uint8Array(memory, address, bytesOfTable(last)).fill(0);
  const codes = all.subarray(2 * parts);
  for (const { low, high } of ranges) codes.fill(1, low, high + 1);
  const shift = Math.max(0, 24 - Math.clz32(codes.length - 1));
  for (let part = 0; part << shift < codes.length; part += 1) {
    const own = codes.subarray(part << shift, (part + 1) << shift);
    all[part] = own.includes(1) ? 1 : 0;
    all[parts + part] = own.includes(0) ? 0 : 1;
  }
  return { at: address + 2 * parts, shift };
}
