import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agree, at, codesOf, widths, writeBits, writeCodes, writeOffsets } from '../testing/twinKernels.ts';
import { type BitSpan, keyPartBytes } from './kernel.ts';

const counts = 24_576;
const marks = 32_768;
const room = 40_960;
const lists = 49_152;

/** Few and many set bits, and whole words of them. */
const bits = fc
  .tuple(
    fc.constantFrom(0.02, 0.3, 0.9, 1),
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 600, maxLength: 600 }),
  )
  .map(([share, all]) => all.map((one) => one < share));

const columns = fc
  .record({
    width: widths,
    size: fc.constantFrom(3, 4, 15, 16, 17, 200),
    length: fc.nat({ max: 600 }),
    skipped: fc.nat({ max: 40 }),
    seed: fc.array(fc.nat({ max: 255 }), { minLength: 30, maxLength: 30 }),
    bits,
  })
  .map(({ seed, size, length, skipped, ...others }) => {
    const from = Math.min(skipped, length);
    const given = Array.from({ length }, (_, index) => ((seed[index % 30] ?? 0) + (index >>> 5)) % size);
    return { ...others, given, size, from, count: length - from };
  });

/** Rows of few and of many subjects, some of whom have none. */
const ofSubjects = fc
  .record({
    width: widths,
    each: fc
      .array(fc.oneof(fc.nat({ max: 4 }), fc.constant(0), fc.nat({ max: 150 })), {
        minLength: 1,
        maxLength: 60,
      })
      .filter((each) => each.reduce((sum, count) => sum + count, 0) <= 600),
    skipped: fc.nat({ max: 5 }),
    seed: fc.array(fc.nat({ max: 7 }), { minLength: 11, maxLength: 11 }),
    bits,
  })
  .map(({ each, skipped, seed, ...others }) => {
    const from = Math.min(skipped, each.length);
    const before = each.slice(0, from).reduce((sum, count) => sum + count, 0);
    const total = each.reduce((sum, count) => sum + count, 0);
    const given = Array.from({ length: 1200 }, (_, index) => seed[(index * index) % 11] ?? 0);
    return {
      ...others,
      ...{ each, given, total, subjects: { from, count: each.length - from } },
      rows: { bits: at.other, from: before, count: total - before },
    };
  });

const inside = (all: readonly boolean[], { count }: { readonly count: number }): readonly boolean[] =>
  all.map((bit, index) => bit && index < count);

describe('both kernels count the same', () => {
  it('positions by their code', () =>
    fc.assert(
      fc.property(columns, ({ width, given, size, bits, from, count }) =>
        agree(
          (memory) => {
            writeCodes(memory, width, given);
            writeBits(memory, at.set, inside(bits, { count }));
          },
          (kernel) =>
            kernel.tally({ ...codesOf(width), size }, { bits: at.set, from, count }, { counts, room }),
        ),
      ),
    ));

  it('positions by the codes of two and of three columns', () =>
    fc.assert(
      fc.property(columns, fc.boolean(), ({ width, given, bits, from, count }, hasThird) => {
        const sized = { ...codesOf(width), size: 9 };
        const shifted = { ...sized, at: sized.at + width };
        const set: BitSpan = { bits: at.set, from, count };
        agree(
          (memory) => {
            writeCodes(
              memory,
              width,
              [...given, 1, 2, 3, 4, 5, 6, 7, 8].map((code) => code % 9),
            );
            writeBits(memory, at.set, inside(bits, { count }));
          },
          (kernel) => {
            if (hasThird) kernel.tallyCombined([sized, shifted, sized], set, counts);
            else kernel.tallyCombined([sized, shifted], set, counts);
          },
        );
      }),
    ));

  it('subjects by the codes of their rows', () =>
    fc.assert(
      fc.property(ofSubjects, fc.constantFrom(8, 33), ({ width, each, given, bits, rows, subjects }, size) =>
        agree(
          (memory) => {
            writeOffsets(memory, at.offsets, each);
            writeCodes(memory, width, given.slice(0, 600));
            writeBits(memory, at.other, inside(bits, rows));
          },
          (kernel, memory) => {
            const here = { subjects, counts, marks };
            const codes = { ...codesOf(width), size };
            kernel.tallySubjects(codes, { offsets: at.offsets, rows }, here);
            new Uint8Array(memory, marks, 4 * 8).fill(0);
          },
        ),
      ),
    ));

  it('positions and subjects where rows have several codes', () =>
    fc.assert(
      fc.property(ofSubjects, fc.boolean(), ({ width, each, given, bits, rows, subjects }, bySubject) =>
        agree(
          (memory) => {
            writeOffsets(memory, at.offsets, each);
            const many = Array.from({ length: 600 }, (_, index) => (given[index] ?? 0) % 3);
            writeOffsets(memory, lists, many);
            writeCodes(memory, width, given);
            writeBits(memory, at.other, inside(bits, rows));
          },
          (kernel) => {
            const codeLists = { offsets: lists, codes: codesOf(width) };
            if (!bySubject) kernel.tallyLists(codeLists, rows, counts);
            else
              kernel.tallyListSubjects(codeLists, { offsets: at.offsets, rows }, { subjects, counts, marks });
          },
        ),
      ),
    ));

  it('subjects by the groups of their rows', () =>
    fc.assert(
      fc.property(ofSubjects, ({ width, each, given, bits, rows, subjects }) =>
        agree(
          (memory) => {
            writeOffsets(memory, at.offsets, each);
            writeCodes(memory, width, given.slice(0, 600));
            writeBits(memory, at.other, inside(bits, rows));
            new Uint32Array(memory, at.table, 8).set([0, 1, 3, 2 ** 31, 5, 0x55555555, 0xffffffff, 64]);
          },
          (kernel) =>
            kernel.tallyGroups(
              codesOf(width),
              { offsets: at.offsets, rows },
              { masks: at.table, counts, subjects },
            ),
        ),
      ),
    ));

  it('subjects by their keys, with and without those of rows', () =>
    fc.assert(
      fc.property(
        ofSubjects,
        fc.constantFrom('none', 'all', 'some'),
        fc.nat({ max: 20 }),
        ({ width, each, given, bits, rows, subjects }, which, none) =>
          agree(
            (memory) => {
              writeOffsets(memory, at.offsets, each);
              writeCodes(memory, width, given.slice(0, 600));
              writeBits(memory, at.other, inside(bits, rows));
              writeBits(memory, at.set, inside([...bits].reverse(), subjects));
              new Uint32Array(memory, at.table, 8).set([0, 40, 5, 10, 80, 15, 120, 20]);
              new Uint32Array(memory, at.points, 8).set([7, 0, 1, 2, 7, 3, 4, 5]);
              new Uint32Array(memory, at.more, 9).set(
                [at.table, at.points, at.points].flatMap((table) => [codesOf(width).at, width, table]),
              );
            },
            (kernel) => {
              const own = { at: at.more, count: 1 };
              const columns = { at: at.more + 12, count: 2 };
              const set = which === 'some' ? rows : null;
              const ofRows = which === 'none' ? null : { offsets: at.offsets, columns, set, none };
              kernel.tallyKeys({ own, rows: ofRows }, { ...subjects, bits: at.set }, { counts, marks });
            },
          ),
      ),
    ));

  it('lines by ranges of their keys, and find the same lines in a range', () =>
    fc.assert(
      fc.property(
        columns,
        fc.nat({ max: 3000 }),
        fc.nat({ max: 9 }),
        ({ width, given, bits, from, count }, low, shift) => {
          const [described, table] = [at.more, at.points];
          const set: BitSpan = { bits: at.set, from, count };
          const fill = (memory: ArrayBufferLike) => {
            writeCodes(memory, width, given);
            writeBits(memory, at.set, inside(bits, { count }));
            new Uint32Array(memory, described, 3).set([codesOf(width).at, width, 0]);
            new Float64Array(memory, described + 16, 3).set([9000, 40, 7]);
            new Uint32Array(memory, described + keyPartBytes, 3).set([codesOf(width).at, width, table]);
            new Float64Array(memory, table, 201).set(given.slice(0, 201).map((code, n) => (code * n) % 997));
          };
          const both = { at: described, count: 2 };
          agree(fill, (kernel) => kernel.tallyBuckets(both, set, { low, shift, counts }));
          agree(fill, (kernel) => kernel.takeLines(both, set, { low, high: low + 64 * shift, out: lists }));
        },
      ),
    ));

  it('and find the same rows of subjects', () =>
    fc.assert(
      fc.property(ofSubjects, ({ each, bits, rows, subjects }) =>
        agree(
          (memory) => {
            writeOffsets(memory, at.offsets, each);
            writeBits(memory, at.set, inside(bits, subjects));
          },
          (kernel) => kernel.addRowsOf({ ...subjects, bits: at.set }, { offsets: at.offsets, rows }),
        ),
      ),
    ));
});

it('a subject is counted once for a code, and a row for each', () => {
  const found: number[][] = [];
  agree(
    (memory) => {
      writeOffsets(memory, at.offsets, [2, 0, 3]);
      writeCodes(memory, 8, [5, 5, 5, 6, 6]);
      writeBits(memory, at.other, [true, true, false, true, true]);
    },
    (kernel, memory) => {
      const rows = { bits: at.other, from: 0, count: 5 };
      kernel.tally({ ...codesOf(8), size: 7 }, rows, { counts, room });
      const subjects = { from: 0, count: 3 };
      const ofSubjects = { subjects, counts: lists, marks };
      kernel.tallySubjects({ ...codesOf(8), size: 7 }, { offsets: at.offsets, rows }, ofSubjects);
      new Uint8Array(memory, marks, 4 * 7).fill(0);
    },
    (memory) => {
      const of = (address: number): number[] => [...new Uint32Array(memory, address + 20, 2)];
      found.push(of(counts), of(lists));
    },
  );
  expect(found).toEqual([
    [2, 2],
    [1, 1],
  ]);
});
