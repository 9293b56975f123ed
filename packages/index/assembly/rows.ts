import { addBit, offsetAt, subjectOf, wordAt } from './bits';

/** The bits before each 64 of them, as a u32 each; how many there are. */
function countBefore(bits: u32, count: u32, counts: u32): u32 {
  let found: u32 = 0;
  for (let index: u32 = 0; index <= count; index += 64) {
    store<u32>(counts + (index >>> 4), found);
    if (index < count) found += u32(popcnt<u64>(wordAt(bits, index)));
  }
  return found;
}

/** How many bits are set before one; `counts` are those of `countBefore`. */
@inline
function before(bits: u32, index: u32, counts: u32): u32 {
  // Shifts out the bits from `index` on; shifts look at the last 6 bits of their distance.
  const word = (load<u64>(bits + ((index >>> 6) << 3)) << 1) << u64(~index);
  return load<u32>(counts + ((index >>> 6) << 2)) + u32(popcnt<u64>(word));
}

export function addWithRows(
  offsets: u32, rows: u32, rowsFrom: u32, rowsCount: u32, from: u32, count: u32,
  least: u32, most: u32, room: u32, out: u32,
): void {
  if (least == 1 && most >= rowsCount && isFewer(rows, rowsCount, count >>> 3)) {
    addFewWithAny(offsets, rows, rowsFrom, rowsCount, from, count, out);
    return;
  }
  const found = countBefore(rows, rowsCount, room);
  if (least > 0 && found < count >>> 3) {
    if (found > 0) addFewWithRows(offsets, rows, rowsFrom, rowsCount, from, count, least, most, room, out);
    return;
  }
  const span = most - least;
  let last = before(rows, offsetAt(offsets, from) - rowsFrom, room);
  let next = offsets + ((from + 1) << 2);
  let index: u32 = 0;
  for (; index + 8 <= count; index += 8) {
    const one = before(rows, load<u32>(next) - rowsFrom, room);
    const two = before(rows, load<u32>(next, 4) - rowsFrom, room);
    const three = before(rows, load<u32>(next, 8) - rowsFrom, room);
    const four = before(rows, load<u32>(next, 12) - rowsFrom, room);
    const five = before(rows, load<u32>(next, 16) - rowsFrom, room);
    const six = before(rows, load<u32>(next, 20) - rowsFrom, room);
    const seven = before(rows, load<u32>(next, 24) - rowsFrom, room);
    const eight = before(rows, load<u32>(next, 28) - rowsFrom, room);
    const byte = u32(one - last - least <= span)
      | (u32(two - one - least <= span) << 1)
      | (u32(three - two - least <= span) << 2)
      | (u32(four - three - least <= span) << 3)
      | (u32(five - four - least <= span) << 4)
      | (u32(six - five - least <= span) << 5)
      | (u32(seven - six - least <= span) << 6)
      | (u32(eight - seven - least <= span) << 7);
    const at = out + (index >>> 3);
    store<u8>(at, load<u8>(at) | u8(byte));
    last = eight;
    next += 32;
  }
  for (; index < count; index += 1) {
    const until = before(rows, load<u32>(next) - rowsFrom, room);
    if (until - last - least <= span) addBit(out, index);
    last = until;
    next += 4;
  }
}

/** Whether fewer bits than so many are set. */
function isFewer(bits: u32, count: u32, most: u32): bool {
  let found: u32 = 0;
  for (let index: u32 = 0; index < count && found < most; index += 128) {
    if (isEmpty(bits, index)) continue;
    found += u32(popcnt<u64>(wordAt(bits, index))) + u32(popcnt<u64>(wordAt(bits, index + 64)));
  }
  return found < most;
}

/** Whether none of 128 bits from a multiple of 128 on is set. */
@inline
function isEmpty(bits: u32, index: u32): bool {
  return !v128.any_true(v128.load(bits + (index >>> 3)));
}

/** From row to row; how many rows a subject has is not asked. */
function addFewWithAny(
  offsets: u32, rows: u32, rowsFrom: u32, rowsCount: u32, from: u32, count: u32, out: u32,
): void {
  let subject = from;
  let end: u32 = 0;
  for (let index: u32 = 0; index < rowsCount; index += 64) {
    if ((index & 127) == 0 && isEmpty(rows, index)) {
      index += 64;
      continue;
    }
    for (let word = wordAt(rows, index); word != 0; word &= word - 1) {
      const row = index + u32(ctz<u64>(word));
      if (row < end) continue;
      subject = subjectOf(offsets, rowsFrom + row, subject, from + count - 1);
      end = offsetAt(offsets, subject + 1) - rowsFrom;
      addBit(out, subject - from);
    }
  }
}

/** From row to row, and not from subject to subject. */
function addFewWithRows(
  offsets: u32, rows: u32, rowsFrom: u32, rowsCount: u32, from: u32, count: u32,
  least: u32, most: u32, room: u32, out: u32,
): void {
  const span = most - least;
  let subject = from;
  let end: u32 = 0;
  for (let index: u32 = 0; index < rowsCount; index += 64) {
    let word = wordAt(rows, index);
    for (; word != 0; word &= word - 1) {
      const row = index + u32(ctz<u64>(word));
      if (row < end) continue;
      subject = subjectOf(offsets, rowsFrom + row, subject, from + count - 1);
      const first = offsetAt(offsets, subject) - rowsFrom;
      end = offsetAt(offsets, subject + 1) - rowsFrom;
      const many = before(rows, end, room) - before(rows, first, room);
      if (many - least <= span) addBit(out, subject - from);
    }
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
