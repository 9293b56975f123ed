import { hasBit, offsetAt, wordAt } from './bits';

/** How many of the bits from `begin` to `end - 1` are set. */
@inline
function countBetween(bits: u32, begin: u32, end: u32): u32 {
  if (end - begin <= 56) {
    const word = load<u64>(bits + (begin >>> 3)) >>> u64(begin & 7);
    return u32(popcnt<u64>(word & ((u64(1) << u64(end - begin)) - 1)));
  }
  let found: u32 = 0;
  let at = begin;
  for (; at < end && (at & 63) != 0; at += 1) found += u32(hasBit(bits, at));
  for (; at + 64 <= end; at += 64) found += u32(popcnt<u64>(load<u64>(bits + (at >>> 3))));
  for (; at < end; at += 1) found += u32(hasBit(bits, at));
  return found;
}

export function addWithRows(
  offsets: u32, rows: u32, rowsFrom: u32, from: u32, count: u32, least: u32, most: u32, out: u32,
): void {
  let begin = load<u32>(offsets + (from << 2)) - rowsFrom;
  for (let index: u32 = 0; index < count; index += 32) {
    const last = min<u32>(count - index, 32);
    let found: u32 = 0;
    for (let bit: u32 = 0; bit < last; bit += 1) {
      const end = load<u32>(offsets + ((from + index + bit + 1) << 2)) - rowsFrom;
      const many = countBetween(rows, begin, end);
      found |= u32(many >= least && many <= most) << bit;
      begin = end;
    }
    const word = out + (index >>> 3);
    store<u32>(word, load<u32>(word) | found);
  }
}


/** Sets the bits from `begin` to `end - 1`. */
@inline
function addBits(bits: u32, begin: u32, end: u32): void {
  if (begin >= end) return;
  const first = bits + ((begin >>> 6) << 3);
  const last = bits + (((end - 1) >>> 6) << 3);
  const fromFirst = ~u64(0) << u64(begin & 63);
  const toLast = ~u64(0) >>> u64(63 - ((end - 1) & 63));
  if (first == last) {
    store<u64>(first, load<u64>(first) | (fromFirst & toLast));
    return;
  }
  store<u64>(first, load<u64>(first) | fromFirst);
  for (let at = first + 8; at < last; at += 8) store<u64>(at, ~u64(0));
  store<u64>(last, load<u64>(last) | toLast);
}

export function addRowsOf(
  subjects: u32, from: u32, count: u32, offsets: u32, rowsFrom: u32, rows: u32,
): void {
  for (let index: u32 = 0; index < count; index += 64) {
    let word = wordAt(subjects, index);
    let subject = from + index;
    while (word != 0) {
      const skipped = ctz<u64>(word);
      word >>>= skipped;
      subject += u32(skipped);
      const run = word == ~u64(0) ? 64 : ctz<u64>(~word);
      addBits(rows, offsetAt(offsets, subject) - rowsFrom, offsetAt(offsets, subject + u32(run)) - rowsFrom);
      if (run == 64) break;
      word >>>= run;
      subject += u32(run);
    }
  }
}
