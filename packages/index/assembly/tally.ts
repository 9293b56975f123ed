import { codeAt, hasBit, offsetAt, subjectOf, wordAt } from './bits';
import { lifted, picked, sixteenCodes } from './packed';

@inline
function addOne(cell: u32): void {
  store<u32>(cell, load<u32>(cell) + 1);
}

export function tally(
  at: u32, width: u32, size: u32, from: u32, count: u32, bits: u32, counts: u32, room: u32,
): void {
  if (width - 1 < 8 && size <= 16) return tallyFew(at, width, size, from, count, bits, counts, room);
  for (let index: u32 = 0; index < count; index += 64)
    tallyWord(at, width, from + index, wordAt(bits, index), counts);
}

@inline
function tallyWord(at: u32, width: u32, begin: u32, given: u64, counts: u32): void {
  for (let word = given; word != 0; word &= word - 1)
    addOne(counts + (codeAt(at, width, begin + u32(ctz<u64>(word))) << 2));
}

/** Where fewer of 64 bits are set, they are looked for one by one. */
const fewBits: u64 = 20;

/**
 * Codes below 16 are counted two at a time, and codes below 4 four at a time: a cell stands for a pair or for four of
 * them. There are four tables of 256 cells, since to add to the cell that was just written waits for it.
 */
function tallyFew(
  at: u32, width: u32, size: u32, from: u32, count: u32, bits: u32, counts: u32, room: u32,
): void {
  const first = from * width;
  const pick = picked(width, first & 7);
  const lift = lifted(width, first & 7);
  let isInRoom = false;
  let unset: u32 = 0;
  for (let index: u32 = 0; index < count; index += 64) {
    const word = wordAt(bits, index);
    const found = popcnt<u64>(word);
    if (found < fewBits || count - index < 64) {
      tallyWord(at, width, from + index, word, counts);
      continue;
    }
    isInRoom = true;
    unset += 64 - u32(found);
    for (let part: u32 = 0; part < 64; part += 16) {
      const sixteen = sixteenCodes(at + ((first + (index + part) * width) >>> 3), width, pick, lift);
      const codes = v128.and(sixteen, maskOf(u16(word >>> u64(part))));
      if (size <= 4) tallyFours(codes, room);
      else tallyPairsOf(codes, room);
    }
  }
  if (!isInRoom) return;
  gather(counts, room, size <= 4 ? 2 : 4);
  store<u32>(counts, load<u32>(counts) - unset);
}

/** 16 bytes: 255 where a bit is set. */
@inline
function maskOf(bits: u16): v128 {
  const each = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);
  const spread = i8x16.swizzle(i16x8.splat(bits), i8x16(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1));
  return i8x16.eq(v128.and(spread, each), each);
}

@inline
function tallyPairsOf(codes: v128, room: u32): void {
  const pairs = v128.or(codes, i16x8.shr_u(codes, 4));
  tallyFour(i64x2.extract_lane(pairs, 0), room);
  tallyFour(i64x2.extract_lane(pairs, 1), room);
}

@inline
function tallyFour(pairs: u64, room: u32): void {
  addOne(room + (u32(pairs << 2) & 0x3fc));
  addOne(room + 1024 + (u32(pairs >>> 14) & 0x3fc));
  addOne(room + 2048 + (u32(pairs >>> 30) & 0x3fc));
  addOne(room + 3072 + (u32(pairs >>> 46) & 0x3fc));
}

@inline
function tallyFours(codes: v128, room: u32): void {
  const pairs = v128.or(codes, i16x8.shr_u(codes, 6));
  const fours = v128.or(pairs, i32x4.shr_u(pairs, 12));
  const one = i64x2.extract_lane(fours, 0);
  const two = i64x2.extract_lane(fours, 1);
  addOne(room + (u32(one << 2) & 0x3fc));
  addOne(room + 1024 + (u32(one >>> 30) & 0x3fc));
  addOne(room + 2048 + (u32(two << 2) & 0x3fc));
  addOne(room + 3072 + (u32(two >>> 30) & 0x3fc));
}

/** Adds the tables up, and leaves 0 in them. A cell stands for codes of so many bits each. */
function gather(counts: u32, room: u32, bitsEach: u32): void {
  const mask: u32 = (1 << bitsEach) - 1;
  for (let cell: u32 = 0; cell < 256; cell += 1) {
    const at = room + (cell << 2);
    const found = load<u32>(at) + load<u32>(at, 1024) + load<u32>(at, 2048) + load<u32>(at, 3072);
    if (found == 0) continue;
    for (let shift: u32 = 0; shift < 8; shift += bitsEach) {
      const count = counts + (((cell >>> shift) & mask) << 2);
      store<u32>(count, load<u32>(count) + found);
    }
  }
  memory.fill(room, 0, 4096);
}

/** Without a branch: whether the subject was counted before cannot be foreseen. */
@inline
function addOnce(code: u32, subject: u32, counts: u32, marks: u32): void {
  const mark = marks + (code << 2);
  const cell = counts + (code << 2);
  store<u32>(cell, load<u32>(cell) + u32(load<u32>(mark) != subject + 1));
  store<u32>(mark, subject + 1);
}

export function tallySubjects(
  at: u32, width: u32, size: u32, offsets: u32, rows: u32, rowsFrom: u32, rowsCount: u32,
  from: u32, count: u32, counts: u32, marks: u32,
): void {
  if (size <= 32) return tallyGroups(at, width, 0, offsets, rows, rowsFrom, rowsCount, from, count, counts);
  let subject = from;
  let end = offsetAt(offsets, from + min<u32>(count, 1));
  const last = from + count - 1;
  for (let index: u32 = 0; index < rowsCount; index += 64) {
    let word = wordAt(rows, index);
    for (; word != 0; word &= word - 1) {
      const row = rowsFrom + index + u32(ctz<u64>(word));
      if (row >= end) {
        subject = subjectOf(offsets, row, subject + 1, last);
        end = offsetAt(offsets, subject + 1);
      }
      addOnce(codeAt(at, width, row), subject, counts, marks);
    }
  }
}

@inline
function addMask(given: u32, counts: u32): void {
  for (let mask = given; mask != 0; mask &= mask - 1) addOne(counts + (ctz<u32>(mask) << 2));
}

/** The groups of a code; where there are no masks, each code is a group. */
@inline
function maskOfCode(masks: u32, code: u32): u32 {
  return masks == 0 ? 1 << code : load<u32>(masks + (code << 2));
}

export function tallyGroups(
  at: u32, width: u32, masks: u32, offsets: u32, rows: u32, rowsFrom: u32, rowsCount: u32,
  from: u32, count: u32, counts: u32,
): void {
  let subject = from;
  let end = offsetAt(offsets, from + min<u32>(count, 1));
  const last = from + count - 1;
  let mask: u32 = 0;
  for (let index: u32 = 0; index < rowsCount; index += 64) {
    let word = wordAt(rows, index);
    for (; word != 0; word &= word - 1) {
      const row = rowsFrom + index + u32(ctz<u64>(word));
      if (row >= end) {
        addMask(mask, counts);
        mask = 0;
        subject = subjectOf(offsets, row, subject + 1, last);
        end = offsetAt(offsets, subject + 1);
      }
      mask |= maskOfCode(masks, codeAt(at, width, row));
    }
  }
  addMask(mask, counts);
}

export function tallyLists(
  offsets: u32, codes: u32, width: u32, from: u32, count: u32, bits: u32, counts: u32,
): void {
  for (let index: u32 = 0; index < count; index += 64) {
    let word = wordAt(bits, index);
    while (word != 0) {
      const position = from + index + u32(ctz<u64>(word));
      word &= word - 1;
      const end = offsetAt(offsets, position + 1);
      for (let at = offsetAt(offsets, position); at < end; at += 1)
        addOne(counts + (codeAt(codes, width, at) << 2));
    }
  }
}

export function tallyListSubjects(
  lists: u32, codes: u32, width: u32, offsets: u32, rows: u32, rowsFrom: u32, rowsCount: u32,
  from: u32, count: u32, counts: u32, marks: u32,
): void {
  let subject = from;
  let end = offsetAt(offsets, from + min<u32>(count, 1));
  const last = from + count - 1;
  for (let index: u32 = 0; index < rowsCount; index += 64) {
    let word = wordAt(rows, index);
    for (; word != 0; word &= word - 1) {
      const row = rowsFrom + index + u32(ctz<u64>(word));
      if (row >= end) {
        subject = subjectOf(offsets, row, subject + 1, last);
        end = offsetAt(offsets, subject + 1);
      }
      const codesEnd = offsetAt(lists, row + 1);
      for (let at = offsetAt(lists, row); at < codesEnd; at += 1)
        addOnce(codeAt(codes, width, at), subject, counts, marks);
    }
  }
}

/** A column at address 0 is absent, and its only code 0. */
@inline
function codeOr0(at: u32, width: u32, index: u32): u32 {
  return at == 0 ? 0 : codeAt(at, width, index);
}

export function tallyCombined(
  first: u32, firstWidth: u32, second: u32, secondWidth: u32, secondSize: u32,
  third: u32, thirdWidth: u32, thirdSize: u32, from: u32, count: u32, bits: u32, counts: u32,
): void {
  for (let index: u32 = 0; index < count; index += 64) {
    let word = wordAt(bits, index);
    while (word != 0) {
      const position = from + index + u32(ctz<u64>(word));
      word &= word - 1;
      const pair = codeAt(first, firstWidth, position) * secondSize + codeAt(second, secondWidth, position);
      addOne(counts + ((pair * thirdSize + codeOr0(third, thirdWidth, position)) << 2));
    }
  }
}

/** What the columns add at a position: each is the address of its codes, their width, and the address of a table. */
@inline
function keyOf(columns: u32, many: u32, position: u32): u32 {
  let key: u32 = 0;
  const end = columns + many * 12;
  for (let column = columns; column < end; column += 12)
    key += load<u32>(load<u32>(column, 8) + (codeAt(load<u32>(column), load<u32>(column, 4), position) << 2));
  return key;
}

export function tallyKeys(
  own: u32, ownMany: u32, offsets: u32, columns: u32, many: u32, set: u32, setFrom: u32, none: u32,
  bits: u32, from: u32, count: u32, counts: u32, marks: u32,
): void {
  for (let index: u32 = 0; index < count; index += 64) {
    let word = wordAt(bits, index);
    for (; word != 0; word &= word - 1) {
      const subject = from + index + u32(ctz<u64>(word));
      const ownCounts = counts + (keyOf(own, ownMany, subject) << 2);
      if (offsets == 0) {
        addOne(ownCounts);
        continue;
      }
      const end = offsetAt(offsets, subject + 1);
      let isNone = true;
      for (let row = offsetAt(offsets, subject); row < end; row += 1) {
        if (set != 0 && !hasBit(set, row - setFrom)) continue;
        isNone = false;
        addOnce(keyOf(columns, many, row), subject, ownCounts, marks);
      }
      if (isNone) addOnce(none, subject, ownCounts, marks);
    }
  }
}
