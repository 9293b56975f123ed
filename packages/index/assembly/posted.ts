import { addBit } from './bits';

/** The bit behind so many zeros. */
@inline
function behindZeros(bits: u32, zeros: u32): u32 {
  let left = zeros;
  for (let begin: u32 = 0; ; begin += 64) {
    if (left == 0) return begin;
    let word = ~load<u64>(bits + (begin >>> 3));
    const found = u32(popcnt<u64>(word));
    if (found < left) {
      left -= found;
      continue;
    }
    for (; left > 1; left -= 1) word &= word - 1;
    return begin + u32(ctz<u64>(word)) + 1;
  }
}

/** Adds the positions of a list from `from` to `end - 1`. */
function addList(list: u32, many: u32, rows: u32, from: u32, end: u32, out: u32): void {
  const width = 31 - clz<u32>(rows / many);
  const mask = (u64(1) << u64(width)) - 1;
  const bits = list + ((many * width + 7) >>> 3);
  const skipped = from >>> width;
  const first = behindZeros(bits, skipped);
  let index = first - skipped;
  let begin = first & ~63;
  let word = load<u64>(bits + (begin >>> 3)) & (~u64(0) << u64(first & 63));
  while (index < many) {
    for (; word != 0 && index < many; word &= word - 1) {
      const upper = begin + u32(ctz<u64>(word)) - index;
      const lower = index * width;
      const row = (upper << width) | u32((load<u64>(list + (lower >>> 3)) >>> u64(lower & 7)) & mask);
      if (row >= end) return;
      if (row >= from) addBit(out, row - from);
      index += 1;
    }
    begin += 64;
    word = load<u64>(bits + (begin >>> 3));
  }
}

export function addPosted(
  before: u32, begins: u32, lists: u32, rows: u32, low: u32, high: u32, from: u32, count: u32, out: u32,
): void {
  if (count == 0) return;
  for (let code = low; code <= high; code += 1) {
    const many = load<u32>(before + (code << 2), 4) - load<u32>(before + (code << 2));
    if (many != 0) addList(lists + load<u32>(begins + (code << 2)), many, rows, from, from + count, out);
  }
}
