import { type CodeAt, codesIn } from './codesIn.ts';
import { type Codes, type Points, unknownPoint } from './kernel.ts';

/** What lies in a memory, one number or bit at a time. */
export function cellsOf(memory: ArrayBufferLike) {
  const u8 = new Uint8Array(memory);
  const [u32, i32] = [new Uint32Array(memory), new Int32Array(memory)];
  const f64 = new Float64Array(memory, 0, memory.byteLength >>> 3);
  const reader = (codes: Codes): CodeAt => codesIn(memory, codes);
  const set = (bits: number, index: number, bit: boolean): void => {
    const word = (bits >>> 2) + (index >>> 5);
    const mask = 1 << (index & 31);
    u32[word] = bit ? (u32[word] ?? 0) | mask : (u32[word] ?? 0) & ~mask;
  };
  return {
    ...{ u8, u32, f64, reader, set },
    has: (bits: number, index: number): boolean =>
      (((u32[(bits >>> 2) + (index >>> 5)] ?? 0) >>> (index & 31)) & 1) === 1,
    word: (at: number, index: number): number => u32[(at >>> 2) + index] ?? 0,
    pointReader: (points: Points): CodeAt => {
      const code = reader(points);
      return (index) => i32[(points.points >>> 2) + code(index)] ?? unknownPoint;
    },
  };
}

export type Cells = ReturnType<typeof cellsOf>;
