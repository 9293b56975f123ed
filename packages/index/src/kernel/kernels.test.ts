import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { postingsOf } from '../build/postings.ts';
import {
  agree,
  at,
  codesOf,
  maxCode,
  widths,
  writeBits,
  writeCodes,
  writeOffsets,
} from '../testing/twinKernels.ts';
import { atLeastOne, bytesOfBits, pairsRoom, rowsRoom, unknownPoint } from './kernel.ts';

const many = fc.nat({ max: 400 });
const codes = fc.array(fc.nat({ max: 600 }), { maxLength: 400, size: 'max' });
const bits = fc.array(fc.boolean(), { minLength: 400, maxLength: 400 });

describe('the kernel in WebAssembly does what the plain one does', () => {
  it('with sets', () =>
    fc.assert(
      fc.property(
        many,
        bits,
        bits,
        fc.constantFrom('all', 'none', 'not', 'and', 'or', 'copy', 'count', 'andCount'),
        (count, one, two, what) =>
          agree(
            (memory) => {
              const inside = (given: readonly boolean[]) => given.map((bit, index) => bit && index < count);
              writeBits(memory, at.set, inside(one));
              writeBits(memory, at.other, inside(two));
            },
            (kernel) => {
              const set = { bits: at.set, from: 0, count };
              if (what === 'count') return kernel.count(at.set, count);
              if (what === 'andCount') return kernel.andCount(at.set, at.other, count);
              if (what === 'and' || what === 'or' || what === 'copy')
                return kernel[what](at.set, at.other, count);
              return kernel[what](set);
            },
          ),
      ),
    ));

  it('with codes of single values', () =>
    fc.assert(
      fc.property(
        widths,
        codes,
        fc.nat({ max: 50 }),
        many,
        many,
        bits,
        (width, given, skipped, chosen, span, table) => {
          const from = Math.min(skipped, given.length);
          const out = { bits: at.set, from, count: given.length - from };
          const fill = (memory: ArrayBufferLike) => {
            writeCodes(memory, width, given);
            new Uint8Array(memory, at.table, 601).set([...table, ...table].slice(0, 601).map(Number));
          };
          // One of the codes, so that those beside it show where a bound is not met.
          const low = (given[chosen % Math.max(1, given.length)] ?? 0) % (maxCode(width) + 1);
          const high = Math.min(maxCode(width), low + span);
          agree(fill, (kernel) => kernel.addRange(codesOf(width), { low, high }, out));
          agree(fill, (kernel) => kernel.addListed(codesOf(width), at.table, out));
          const many = { many: 1 + (chosen % 8), each: bytesOfBits(400) };
          agree(
            (memory) => {
              fill(memory);
              const bytes = Array.from({ length: 601 }, (_, code) => (code * 37 + chosen) % 256);
              new Uint8Array(memory, at.table, 601).set(bytes);
            },
            (kernel) => kernel.addListedEach(codesOf(width), at.table, { ...out, ...many }),
          );
          agree(fill, (kernel) => {
            kernel.addListed(codesOf(width), at.table, out);
            kernel.keepRange(codesOf(width), { low, high }, out);
          });
          agree(fill, (kernel) => {
            kernel.addRange(codesOf(width), { low, high }, out);
            kernel.keepListed(codesOf(width), at.table, out);
          });
        },
      ),
    ));

  it('with lists of positions, which are those of the codes', () =>
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.nat({ max: 4 }), fc.nat({ max: 600 })), { maxLength: 900, size: 'max' }),
        fc.constantFrom(1, 1 / 3, 1 / 40),
        fc.nat({ max: 600 }),
        fc.nat({ max: 600 }),
        fc.nat({ max: 900 }),
        fc.nat({ max: 900 }),
        (given, share, low, span, skipped, length) => {
          const from = Math.min(skipped, given.length);
          const out = { bits: at.set, from, count: Math.min(length, given.length - from) };
          const range = { low, high: Math.min(600, low + span) };
          const made = postingsOf(
            { codes: Uint16Array.from(given), offsets: null, max: 600 },
            { minRows: 0, share },
          );
          if (made === null) return expect(given).toEqual([]);
          const { before, begins, lists, most, rows } = made;
          const countOf = (code: number): number => (before[code + 1] ?? 0) - (before[code] ?? 0);
          fc.pre(given.every((code) => code < range.low || code > range.high || countOf(code) <= most));
          const postings = { rows, before: at.offsets, begins: at.points, lists: at.more };
          agree(
            (memory) => {
              new Uint32Array(memory, at.offsets).set(before);
              new Uint32Array(memory, at.points).set(begins);
              new Uint8Array(memory, at.more).set(lists);
            },
            (kernel) => kernel.addPosted(postings, range, out),
            (memory) => {
              const found = new Uint32Array(memory, at.set);
              const has = (index: number) => (((found[index >>> 5] ?? 0) >>> (index & 31)) & 1) === 1;
              expect(Array.from({ length: out.count }, (_, index) => has(index))).toEqual(
                given.slice(from, from + out.count).map((code) => code >= range.low && code <= range.high),
              );
            },
          );
        },
      ),
    ));

  it('with lists of values, and with rows of subjects', () =>
    fc.assert(
      fc.property(
        widths,
        fc
          .array(fc.oneof({ weight: 19, arbitrary: fc.nat({ max: 4 }) }, fc.nat({ max: 90 })), {
            ...{ maxLength: 60, size: 'max' },
          })
          .filter((counts) => counts.reduce((sum, count) => sum + count, 0) <= 400),
        codes,
        fc.nat({ max: 5 }),
        fc.nat({ max: 5 }),
        fc.constantFrom(0, 2, atLeastOne.max - 5),
        fc
          .tuple(bits, fc.constantFrom(1, 2, 100))
          .map(([all, each]) => all.map((bit, n) => bit && n % each === 0)),
        (width, counts, given, skipped, least, most, set) => {
          const from = Math.min(skipped, counts.length);
          const out = { bits: at.set, from, count: counts.length - from };
          const total = counts.reduce((sum, count) => sum + count, 0);
          const before = counts.slice(0, from).reduce((sum, count) => sum + count, 0);
          const fill = (memory: ArrayBufferLike) => {
            writeOffsets(memory, at.offsets, counts);
            writeCodes(
              memory,
              width,
              [...given, ...Array.from({ length: 400 }, (_, index) => index)].slice(0, 400),
            );
            new Uint8Array(memory, at.table, 601).set([...set, ...set].slice(0, 601).map(Number));
            writeBits(
              memory,
              at.other,
              set.map((bit, index) => bit && index < total - before),
            );
          };
          const lists = { offsets: at.offsets, codes: codesOf(width) };
          agree(fill, (kernel) => kernel.addAnyListed(lists, at.table, out));
          agree(fill, (kernel) => kernel.addAny(at.offsets, out));
          const rows = { offsets: at.offsets, rows: { bits: at.other, from: before, count: total - before } };
          for (const bounds of [{ min: least, max: least + most }, atLeastOne])
            agree(fill, (kernel, memory) => {
              kernel.addWithRows(rows, { ...bounds, room: at.more }, out);
              new Uint8Array(memory, at.more, rowsRoom(total)).fill(0);
            });
        },
      ),
    ));

  it('with pairs of rows', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: 6 }), fc.nat({ max: 6 })), { minLength: 1, maxLength: 20 }),
        fc
          .tuple(bits, bits, fc.constantFrom(1, 60))
          .map(
            ([ownSet, set, each]) => [ownSet.map((bit, n) => bit && n % each === each >>> 1), set] as const,
          ),
        fc.array(fc.oneof(fc.integer({ min: -20, max: 20 }), fc.constant(unknownPoint)), {
          minLength: 30,
          maxLength: 30,
        }),
        fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean()),
        fc.integer({ min: -10, max: 10 }),
        fc.tuple(fc.nat({ max: 10 }), fc.constantFrom(0, 5, 8, 16)),
        (
          counts,
          [ownSet, set],
          given,
          [isSame, isOrdered, isOneEdge, isOwnEdge],
          distance,
          [span, width],
        ) => {
          const own = counts.map(([one]) => one);
          const target = isSame ? own : counts.map(([, other]) => other);
          const sum = (all: readonly number[]) => all.reduce((before, count) => before + count, 0);
          const [ownTotal, total] = [sum(own), sum(target)];
          const points = isOrdered ? [...given].sort((a, b) => a - b) : given;
          const code = (index: number): number => (index * 7) % 30;
          // Codes of target rows: in the order of their points where they ascend.
          const targetCodes = target.flatMap((count, subject) => {
            const codes = Array.from({ length: count }, (_, index) => code(subject * 11 + index));
            return isOrdered ? codes.sort((a, b) => a - b) : codes;
          });
          const inside = (all: readonly boolean[], end: number) =>
            all.map((bit, index) => bit && index < end);
          const fill = (memory: ArrayBufferLike) => {
            writeOffsets(memory, at.offsets, own);
            writeOffsets(memory, at.more, target);
            writeCodes(memory, width, [
              ...targetCodes,
              ...Array.from({ length: 200 }, (_, index) => code(index)),
            ]);
            new Int32Array(memory, at.points, 30).set(points);
            writeBits(memory, at.other, inside(ownSet, ownTotal));
            writeBits(memory, at.table, inside(set, total));
          };
          const edge = { ...codesOf(width), points: at.points };
          const pairing = {
            own: {
              offsets: at.offsets,
              rows: { bits: at.other, from: 0, count: ownTotal },
              edge: isOwnEdge ? edge : { ...edge, at: edge.at + width },
            },
            target: {
              offsets: at.more,
              rows: { bits: at.table, from: 0, count: total },
              from: edge,
              to: isOneEdge ? edge : { ...edge, at: edge.at + 2 * width },
            },
            ...{ isSame, isOrdered, fromDistance: distance, toDistance: distance + span },
          };
          agree(fill, (kernel, memory) => {
            kernel.addPaired(pairing, { from: 0, count: counts.length }, { out: at.set, room: at.room });
            new Uint8Array(memory, at.room, pairsRoom(ownTotal)).fill(0);
          });
        },
      ),
    ));

  it('with pairs of rows of subjects who have thousands', () => {
    const counts = [2500, 0, 1900, 5000, 3, 700];
    const total = counts.reduce((sum, count) => sum + count, 0);
    const points = Array.from({ length: 256 }, (_, index) => index * 3 - 200);
    // Days ascend among the rows of a subject, and many are equal.
    const codes = counts.flatMap((count) =>
      Array.from({ length: count }, (_, index) => 1 + Math.floor((250 * index) / count)),
    );
    const codesAt = 110_592;
    const edge = { at: codesAt, width: 8, points: at.points } as const;
    const fill = (memory: ArrayBufferLike) => {
      writeOffsets(memory, at.offsets, counts);
      new Uint8Array(memory, codesAt, total).set(codes);
      new Int32Array(memory, at.points, 256).set([unknownPoint, ...points.slice(1)]);
      const every = (each: number) => Array.from({ length: total }, (_, index) => index % each === 3);
      writeBits(memory, at.more, every(7));
      writeBits(memory, at.more + 2048, every(331));
    };
    const own = { offsets: at.offsets, rows: { bits: at.more, from: 0, count: total } };
    const target = { offsets: at.offsets, rows: { bits: at.more + 2048, from: 0, count: total } };
    for (const [fromDistance, toDistance] of [
      [-30, 0],
      [-30, -1],
      [1, 40],
      [-90, -60],
      [60, 90],
      [0, 0],
    ] as const)
      for (const isSame of [true, false])
        agree(fill, (kernel, memory) => {
          kernel.addPaired(
            {
              own: { ...own, edge },
              target: { ...target, from: edge, to: edge },
              ...{ isSame, isOrdered: true, fromDistance, toDistance },
            },
            { from: 0, count: counts.length },
            { out: at.set, room: at.room },
          );
          new Uint8Array(memory, at.room, pairsRoom(total)).fill(0);
        });
  });

  it('and takes a whole number of 16 bytes for a set', () => {
    expect([0, 1, 128, 129].map(bytesOfBits)).toEqual([0, 16, 16, 32]);
  });
});
