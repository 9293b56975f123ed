import { type Cells, cellsOf } from './cells.ts';
import {
  type BitSpan,
  bytesOfBits,
  type Kernel,
  type Pairing,
  type RowsOfSubjects,
  type Span,
  unknownPoint,
} from './kernel.ts';
import { plainLines } from './plainLines.ts';
import { positionsPosted } from './plainPostings.ts';
import { plainTallies } from './plainTallies.ts';

/** The positions of the rows of a subject that are in the set. */
const rowsIn = (
  { offsets, rows }: RowsOfSubjects,
  subject: number,
  { word, has }: Cells,
): readonly number[] => {
  const first = word(offsets, subject);
  return Array.from({ length: word(offsets, subject + 1) - first }, (_, index) => first + index).filter(
    (position) => has(rows.bits, position - rows.from),
  );
};

function addPaired(pairing: Pairing, { subjects, out }: { subjects: Span; out: number }, cells: Cells): void {
  const { own, target, isSame, fromDistance, toDistance } = pairing;
  const edge = cells.pointReader(own.edge);
  const [from, to] = [cells.pointReader(target.from), cells.pointReader(target.to)];
  const isPartner = (position: number, other: number): boolean => {
    if (isSame && other === position) return false;
    const [point, first, last] = [edge(position), from(other), to(other)];
    if ([point, first, last].includes(unknownPoint)) return false;
    return point - first >= fromDistance && point - last <= toDistance;
  };
  for (let subject = subjects.from; subject < subjects.from + subjects.count; subject += 1) {
    const others = rowsIn(target, subject, cells);
    for (const position of rowsIn(own, subject, cells))
      if (others.some((other) => isPartner(position, other))) cells.set(out, position - own.rows.from, true);
  }
}

/**
 * The kernel in plain TypeScript: what the one in WebAssembly is compared with, and what runs where that one cannot.
 */
export function plainKernel(memory: ArrayBufferLike): Kernel {
  const cells = cellsOf(memory);
  const { u8, u32, reader, set, has, word } = cells;
  const wordsOf = (count: number): number => bytesOfBits(count) >>> 2;
  const addWhere = ({ bits, from, count }: BitSpan, test: (position: number) => boolean): void => {
    for (let index = 0; index < count; index += 1) if (test(from + index)) set(bits, index, true);
  };
  const keepWhere = ({ bits, from, count }: BitSpan, test: (position: number) => boolean): void => {
    for (let index = 0; index < count; index += 1) if (!test(from + index)) set(bits, index, false);
  };
  const combine = (out: number, other: number, count: number, join: (a: number, b: number) => number) => {
    const [first, second] = [out >>> 2, other >>> 2];
    for (let index = 0; index < wordsOf(count); index += 1)
      u32[first + index] = join(u32[first + index] ?? 0, u32[second + index] ?? 0);
  };
  const trim = ({ bits, count }: BitSpan): void => {
    for (let index = count; index < bytesOfBits(count) * 8; index += 1) set(bits, index, false);
  };
  return {
    all: (of) => {
      u32.fill(0xffffffff, of.bits >>> 2, (of.bits >>> 2) + wordsOf(of.count));
      trim(of);
    },
    none: ({ bits, count }) => void u32.fill(0, bits >>> 2, (bits >>> 2) + wordsOf(count)),
    and: (out, other, count) => combine(out, other, count, (a, b) => a & b),
    or: (out, other, count) => combine(out, other, count, (a, b) => a | b),
    not: (of) => {
      combine(of.bits, of.bits, of.count, (a) => ~a);
      trim(of);
    },
    copy: (out, other, count) => void u8.copyWithin(out, other, other + bytesOfBits(count)),
    count: (bits, count) =>
      Array.from({ length: count }, (_, index) => has(bits, index)).filter(Boolean).length,
    andCount: (one, other, count) =>
      Array.from({ length: count }, (_, index) => has(one, index) && has(other, index)).filter(Boolean)
        .length,
    addRange: (codes, { low, high }, out) => {
      const code = reader(codes);
      addWhere(out, (position) => code(position) >= low && code(position) <= high);
    },
    keepRange: (codes, { low, high }, of) => {
      const code = reader(codes);
      keepWhere(of, (position) => code(position) >= low && code(position) <= high);
    },
    keepListed: (codes, table, of) => {
      const code = reader(codes);
      keepWhere(of, (position) => u8[table + code(position)] === 1);
    },
    addListed: (codes, table, out) => {
      const code = reader(codes);
      addWhere(out, (position) => u8[table + code(position)] === 1);
    },
    addListedEach: (codes, table, { from, count, bits, many, each }) => {
      const code = reader(codes);
      for (let nth = 0; nth < many; nth += 1)
        addWhere(
          { from, count, bits: bits + nth * each },
          (position) => (((u8[table + code(position)] ?? 0) >>> nth) & 1) === 1,
        );
    },
    addAnyListed: ({ offsets, codes }, table, out) => {
      const code = reader(codes);
      addWhere(out, (position) => {
        for (let at = word(offsets, position); at < word(offsets, position + 1); at += 1)
          if (u8[table + code(at)] === 1) return true;
        return false;
      });
    },
    addPosted: (postings, range, out) => {
      for (const position of positionsPosted(postings, range, cells))
        if (position >= out.from && position < out.from + out.count) set(out.bits, position - out.from, true);
    },
    addAny: (offsets, out) =>
      addWhere(out, (position) => word(offsets, position) < word(offsets, position + 1)),
    addWithRows: (rows, { min, max }, out) =>
      addWhere(out, (subject) => {
        const found = rowsIn(rows, subject, cells).length;
        return found >= min && found <= max;
      }),
    addPaired: (pairing, subjects, { out }) => addPaired(pairing, { subjects, out }, cells),
    addRowsOf: ({ bits, from, count }, { offsets, rows }) => {
      for (let index = 0; index < count; index += 1) {
        if (!has(bits, index)) continue;
        const end = word(offsets, from + index + 1);
        for (let row = word(offsets, from + index); row < end; row += 1)
          set(rows.bits, row - rows.from, true);
      }
    },
    ...plainTallies(cells),
    ...plainLines(cells),
  };
}
