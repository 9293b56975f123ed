import { codeAt } from './bits';

export function tally(at: u32, width: u32, from: u32, count: u32, bits: u32, counts: u32): void {
  for (let index: u32 = 0; index < count; index += 64) {
    let word = load<u64>(bits + (index >>> 3));
    while (word != 0) {
      const code = codeAt(at, width, from + index + u32(ctz<u64>(word)));
      word &= word - 1;
      const cell = counts + (code << 2);
      store<u32>(cell, load<u32>(cell) + 1);
    }
  }
}
