import type { Cells } from './cells.ts';
import { lowerBits, type Postings } from './kernel.ts';

/** The positions of the codes from `low` to `high`. */
export function* positionsPosted(
  { before, begins, lists, rows }: Postings,
  { low, high }: { readonly low: number; readonly high: number },
  { u8, word }: Cells,
): Generator<number> {
  const bitAt = (list: number, bit: number): number => ((u8[list + (bit >>> 3)] ?? 0) >>> (bit & 7)) & 1;
  for (let code = low; code <= high; code += 1) {
    const many = word(before, code + 1) - word(before, code);
    if (many === 0) continue;
    const list = lists + word(begins, code);
    const width = lowerBits(rows, many);
    const upper = list + Math.ceil((many * width) / 8);
    let bit = 0;
    for (let index = 0; index < many; index += 1) {
      while (bitAt(upper, bit) === 0) bit += 1;
      let position = (bit - index) * 2 ** width;
      for (let lower = 0; lower < width; lower += 1)
        position += bitAt(list, index * width + lower) * 2 ** lower;
      yield position;
      bit += 1;
    }
  }
}
