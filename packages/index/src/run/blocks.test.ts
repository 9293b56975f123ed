import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createIndexWriter } from '../layout/indexWriter.ts';
import { blocksOfIndex, shareBlocks } from './blocks.ts';

/** The blocks of subjects with so many rows each. */
function blocksOfRows(rows: readonly number[], most?: Parameters<typeof blocksOfIndex>[1]) {
  const writer = createIndexWriter(rows.length);
  let end = 0;
  const offsets = Uint32Array.from([0, ...rows.map((count) => (end += count))]);
  writer.addCollection({ id: 'event', offsets, start: null, end: null, shared: null });
  return blocksOfIndex(
    writer.finish((bytes) => new ArrayBuffer(bytes), 0),
    most,
  );
}

it('each subject is in one block of one thread, and blocks share no 128 subjects', () => {
  fc.assert(
    fc.property(
      fc.nat(60_000),
      fc.constantFrom(0, 1, 40, 3000),
      fc.integer({ min: 1, max: 4 }),
      (count, most, threads) => {
        const blocks = blocksOfRows(
          Array.from({ length: count }, (_, subject) => (subject * 7919) % (most + 1)),
        );
        const ends = blocks.map((block) => block.from + block.count);
        expect(blocks.map(({ from }) => from)).toEqual(blocks.length === 0 ? [] : [0, ...ends.slice(0, -1)]);
        expect(ends.at(-1) ?? 0).toBe(count);
        expect(blocks.filter(({ from }) => from % 128 !== 0)).toEqual([]);
        const shares = shareBlocks(blocks, threads);
        const shared = shares.flat().sort((one, other) => one.from - other.from);
        expect(shared).toEqual(blocks.map(({ from, count: many }) => ({ from, count: many })));
        expect(shares.length).toBe(threads);
      },
    ),
    { numRuns: 30 },
  );
});

it('a block ends with so many subjects or rows as it may have', () => {
  const counts = (rows: number) =>
    blocksOfRows(Array(5000).fill(rows), { subjects: 2048, rows: 32_768 }).map(({ count }) => count);
  expect(counts(1)).toEqual([2048, 2048, 904]);
  expect(new Set(counts(128).slice(0, -1))).toEqual(new Set([256]));
});

it('threads have about the same work where the first subjects have most rows', () => {
  const rows = Array.from({ length: 50_000 }, (_, subject) => Math.round(3_000_000 / (subject + 1000)));
  const rowsOf = ({ from, count }: { readonly from: number; readonly count: number }) =>
    rows.slice(from, from + count).reduce((sum, many) => sum + many, 0);
  const [one = 0, other = 0] = shareBlocks(blocksOfRows(rows), 2).map((blocks) =>
    blocks.map(rowsOf).reduce((sum, many) => sum + many, 0),
  );
  expect(Math.abs(one - other)).toBeLessThan(0.05 * (one + other));
});
