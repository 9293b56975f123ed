import {
  type BitSpan,
  bytesOfBits,
  type Codes,
  type Kernel,
  type Pairing,
  type Points,
  type RowsOfSubjects,
  type Span,
  unknownPoint,
} from './kernel.ts';

/** How the codes of a width are read. */
type Read = (index: number) => number;

/**
 * The kernel in plain TypeScript: what the one in WebAssembly is compared with, and what runs where that one cannot.
 */
export function plainKernel(memory: ArrayBufferLike): Kernel {
  const [u8, u16] = [new Uint8Array(memory), new Uint16Array(memory)];
  const [u32, i32] = [new Uint32Array(memory), new Int32Array(memory)];
  const wordsOf = (count: number): number => bytesOfBits(count) >>> 2;
  const add = (bits: number, index: number): void => {
    const word = (bits >>> 2) + (index >>> 5);
    u32[word] = (u32[word] ?? 0) | (1 << (index & 31));
  };
  const has = (bits: number, index: number): boolean =>
    (((u32[(bits >>> 2) + (index >>> 5)] ?? 0) >>> (index & 31)) & 1) === 1;
  const word = (at: number, index: number): number => u32[(at >>> 2) + index] ?? 0;
  const reader = ({ at, width }: Codes): Read => {
    if (width === 1) return (index) => u8[at + index] ?? 0;
    if (width === 2) return (index) => u16[(at >>> 1) + index] ?? 0;
    return (index) => u32[(at >>> 2) + index] ?? 0;
  };
  const pointReader = (points: Points): Read => {
    const code = reader(points);
    return (index) => i32[(points.points >>> 2) + code(index)] ?? unknownPoint;
  };
  const addWhere = ({ bits, from, count }: BitSpan, test: (position: number) => boolean): void => {
    for (let index = 0; index < count; index += 1) if (test(from + index)) add(bits, index);
  };
  const combine = (out: number, other: number, count: number, join: (a: number, b: number) => number) => {
    const [first, second] = [out >>> 2, other >>> 2];
    for (let index = 0; index < wordsOf(count); index += 1)
      u32[first + index] = join(u32[first + index] ?? 0, u32[second + index] ?? 0);
  };
  const rowsOf = ({ offsets, rows }: RowsOfSubjects, subject: number): number => {
    let found = 0;
    for (let position = word(offsets, subject); position < word(offsets, subject + 1); position += 1)
      if (has(rows.bits, position - rows.from)) found += 1;
    return found;
  };
  const trim = ({ bits, count }: BitSpan): void => {
    for (let index = count; index < bytesOfBits(count) * 8; index += 1) {
      const at = (bits >>> 2) + (index >>> 5);
      u32[at] = (u32[at] ?? 0) & ~(1 << (index & 31));
    }
  };
  return {
    all: (set) => {
      u32.fill(0xffffffff, set.bits >>> 2, (set.bits >>> 2) + wordsOf(set.count));
      trim(set);
    },
    none: ({ bits, count }) => void u32.fill(0, bits >>> 2, (bits >>> 2) + wordsOf(count)),
    and: (out, other, count) => combine(out, other, count, (a, b) => a & b),
    or: (out, other, count) => combine(out, other, count, (a, b) => a | b),
    not: (set) => {
      combine(set.bits, set.bits, set.count, (a) => ~a);
      trim(set);
    },
    copy: (out, other, count) => void u8.copyWithin(out, other, other + bytesOfBits(count)),
    count: (bits, count) => {
      let found = 0;
      for (let index = 0; index < count; index += 1) if (has(bits, index)) found += 1;
      return found;
    },
    addRange: (codes, { low, high }, out) => {
      const code = reader(codes);
      addWhere(out, (position) => code(position) >= low && code(position) <= high);
    },
    addListed: (codes, table, out) => {
      const code = reader(codes);
      addWhere(out, (position) => u8[table + code(position)] === 1);
    },
    addAnyListed: ({ offsets, codes }, table, out) => {
      const code = reader(codes);
      addWhere(out, (position) => {
        for (let at = word(offsets, position); at < word(offsets, position + 1); at += 1)
          if (u8[table + code(at)] === 1) return true;
        return false;
      });
    },
    addAny: (offsets, out) =>
      addWhere(out, (position) => word(offsets, position) < word(offsets, position + 1)),
    addWithRows: (rows, { min, max }, out) =>
      addWhere(out, (subject) => {
        const found = rowsOf(rows, subject);
        return found >= min && found <= max;
      }),
    addPaired: ({ own, target, isSame, fromDistance, toDistance }, subjects: Span, out) => {
      const edge = pointReader(own.edge);
      const [from, to] = [pointReader(target.from), pointReader(target.to)];
      const hasPartner = (position: number, subject: number): boolean => {
        const point = edge(position);
        if (point === unknownPoint) return false;
        for (
          let other = word(target.offsets, subject);
          other < word(target.offsets, subject + 1);
          other += 1
        ) {
          if (!has(target.rows.bits, other - target.rows.from) || (isSame && other === position)) continue;
          const [first, last] = [from(other), to(other)];
          if (first === unknownPoint || last === unknownPoint) continue;
          if (point - first >= fromDistance && point - last <= toDistance) return true;
        }
        return false;
      };
      for (let subject = subjects.from; subject < subjects.from + subjects.count; subject += 1)
        for (
          let position = word(own.offsets, subject);
          position < word(own.offsets, subject + 1);
          position += 1
        )
          if (has(own.rows.bits, position - own.rows.from) && hasPartner(position, subject))
            add(out.bits, position - out.from);
    },
    tally: (codes, { bits, from, count }, counts) => {
      const code = reader(codes);
      for (let index = 0; index < count; index += 1) {
        if (!has(bits, index)) continue;
        const at = (counts >>> 2) + code(from + index);
        u32[at] = (u32[at] ?? 0) + 1;
      }
    },
  } satisfies Kernel & { addPaired(pairing: Pairing, subjects: Span, out: BitSpan): void };
}
