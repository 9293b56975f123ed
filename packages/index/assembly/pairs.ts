import { addBit, bytesOfBits, codeAt, hasBit, lastBit, nextBit, offsetAt, subjectOf, wordAt } from './bits';

import { count as countBits } from './sets';

const unknownPoint: i32 = i32.MIN_VALUE;

@inline
function pointAt(codes: u32, width: u32, points: u32, position: u32): i32 {
  return load<i32>(points + (codeAt(codes, width, position) << 2));
}

/** Rows of so many targets are merged at a time; a subject with more is looked at alone. */
const maxMerged: u32 = 4096;

/** Far more than the distance between two days, so that the days of two subjects never lie at a wanted distance. */
const subjectShift: i64 = 34;

/** Before the merged days: no day is earlier, also not the last but one. */
const sentinels: u32 = 16;

export function addPaired(
  ownOffsets: u32, ownRows: u32, ownFrom: u32, ownCodes: u32, ownWidth: u32, ownPoints: u32,
  offsets: u32, rows: u32, rowsFrom: u32,
  fromCodes: u32, fromWidth: u32, fromPoints: u32,
  toCodes: u32, toWidth: u32, toPoints: u32,
  isSame: u32, isOrdered: u32, fromDistance: i32, toDistance: i32,
  from: u32, count: u32, room: u32, out: u32,
): void {
  const stop = from + count;
  const ownMany = countBits(ownRows, offsetAt(ownOffsets, stop) - ownFrom);
  if (ownMany < count >>> 3) {
    pairFew(
      ownOffsets, ownRows, ownFrom, ownCodes, ownWidth, ownPoints, offsets, rows, rowsFrom,
      fromCodes, fromWidth, fromPoints, toCodes, toWidth, toPoints,
      isSame, isOrdered, fromDistance, toDistance, from, stop, out,
    );
    return;
  }
  const lowest = -i64(toDistance);
  const highest = -i64(fromDistance);
  if (
    isSame == 1 && isOrdered == 1 && lowest <= 1 && highest >= -1 && ownCodes == fromCodes && ownCodes == toCodes &&
    ownPoints == fromPoints && ownPoints == toPoints
  )
    return pairNear(offsets, ownRows, rows, rowsFrom, fromCodes, fromWidth, fromPoints, lowest, highest, from, stop, room, out);
  const canMerge = isOrdered == 1 && fromCodes == toCodes && fromPoints == toPoints;
  let subject = from;
  while (subject < stop) {
    let next = stop;
    if (canMerge) {
      const end = offsetAt(offsets, subject) + maxMerged;
      if (offsetAt(offsets, stop) > end) next = subjectOf(offsets, end, subject, stop - 1);
    }
    if (!canMerge || next == subject) {
      next = subject + 1;
      pairSubject(
        ownOffsets, ownRows, ownFrom, ownCodes, ownWidth, ownPoints, offsets, rows, rowsFrom,
        fromCodes, fromWidth, fromPoints, toCodes, toWidth, toPoints,
        isSame, isOrdered, fromDistance, toDistance, subject, out,
      );
    } else {
      const size = mergeDays(offsets, rows, rowsFrom, fromCodes, fromWidth, fromPoints, subject, next, room);
      if (size > 0)
        pairMerged(
          ownOffsets, ownRows, ownFrom, ownCodes, ownWidth, ownPoints, isSame == 1 ? rows : 0, rowsFrom,
          fromCodes, fromWidth, fromPoints, fromDistance, toDistance, subject, next, room + sentinels, out,
        );
    }
    subject = next;
  }
}

/** From own row to own row, and not from subject to subject. */
function pairFew(
  ownOffsets: u32, ownRows: u32, ownFrom: u32, ownCodes: u32, ownWidth: u32, ownPoints: u32,
  offsets: u32, rows: u32, rowsFrom: u32,
  fromCodes: u32, fromWidth: u32, fromPoints: u32,
  toCodes: u32, toWidth: u32, toPoints: u32,
  isSame: u32, isOrdered: u32, fromDistance: i32, toDistance: i32, from: u32, stop: u32, out: u32,
): void {
  const end = offsetAt(ownOffsets, stop) - ownFrom;
  let subject = from;
  let own = nextBit(ownRows, offsetAt(ownOffsets, from) - ownFrom, end);
  while (own < end) {
    subject = subjectOf(ownOffsets, ownFrom + own, subject, stop - 1);
    pairSubject(
      ownOffsets, ownRows, ownFrom, ownCodes, ownWidth, ownPoints, offsets, rows, rowsFrom,
      fromCodes, fromWidth, fromPoints, toCodes, toWidth, toPoints,
      isSame, isOrdered, fromDistance, toDistance, subject, out,
    );
    own = nextBit(ownRows, offsetAt(ownOffsets, subject + 1) - ownFrom, end);
  }
}

/** Sets a bit for the last row of each subject. */
function markEnds(offsets: u32, from: u32, stop: u32, rowsFrom: u32, bits: u32): void {
  memory.fill(bits, 0, bytesOfBits(offsetAt(offsets, stop) - rowsFrom));
  let before = rowsFrom;
  for (let subject = from; subject < stop; subject += 1) {
    const end = offsetAt(offsets, subject + 1);
    if (end > before) addBit(bits, end - 1 - rowsFrom);
    before = end;
  }
}

/**
 * Own and target rows are of one collection in the order of their days, and days less than two apart may be meant: then
 * a partner is nearly always the next or the last target row. `ends` is room for a bit of each row.
 */
function pairNear(
  offsets: u32, ownRows: u32, rows: u32, rowsFrom: u32, codes: u32, width: u32, points: u32,
  lowest: i64, highest: i64, from: u32, stop: u32, ends: u32, out: u32,
): void {
  markEnds(offsets, from, stop, rowsFrom, ends);
  const count = offsetAt(offsets, stop) - rowsFrom;
  const looksAfter = highest >= 0;
  const looksBefore = lowest <= 0;
  for (let index: u32 = 0; index < count; index += 64) {
    let owns = wordAt(ownRows, index);
    if (owns == 0) continue;
    const others = wordAt(rows, index);
    const last = wordAt(ends, index);
    let found: u64 = 0;
    for (; owns != 0; owns &= owns - 1) {
      const bit = owns & (0 - owns);
      const row = index + u32(ctz<u64>(owns));
      const point = pointAt(codes, width, points, rowsFrom + row);
      if (point == unknownPoint) continue;
      if (looksAfter) {
        const after = others & (0 - (bit << 1));
        const next = after & (0 - after);
        const isOfSubject = (last & (next - bit)) == 0;
        const other = pointAt(codes, width, points, rowsFrom + index + u32(ctz<u64>(after)));
        const distance = i64(other) - i64(point);
        const isNext = i32(after != 0) & i32(other != unknownPoint);
        if (i32(isOfSubject) & (i32(after == 0) | (isNext & i32(distance < lowest)))) {
          if (isAfter(rows, rowsFrom, codes, width, points, lowest, highest, row, count, ends)) found |= bit;
        } else {
          const isPartner = i32(isOfSubject) & isNext & i32(distance <= highest);
          found |= bit & (0 - u64(isPartner));
        }
      }
      if (looksBefore) {
        const before = others & (bit - 1);
        const previous = u64(1) << (63 - clz<u64>(before | 1));
        const isOfSubject = (last & (bit - previous)) == 0;
        const other = pointAt(codes, width, points, rowsFrom + index + u32(63 - clz<u64>(before | 1)));
        const distance = i64(other) - i64(point);
        if (i32(isOfSubject) & (i32(before == 0) | i32(distance > highest))) {
          if (isBefore(rows, rowsFrom, codes, width, points, lowest, highest, row, ends)) found |= bit;
        } else {
          found |= bit & (0 - u64(i32(isOfSubject) & i32(before != 0) & i32(distance >= lowest)));
        }
      }
    }
    const cell = out + (index >>> 3);
    store<u64>(cell, load<u64>(cell) | found);
  }
}

/** Whether one of the next target rows of the subject lies at the right distance. */
function isAfter(
  rows: u32, rowsFrom: u32, codes: u32, width: u32, points: u32, lowest: i64, highest: i64,
  row: u32, count: u32, ends: u32,
): bool {
  const point = i64(pointAt(codes, width, points, rowsFrom + row));
  const end = nextBit(ends, row, count) + 1;
  for (let other = nextBit(rows, row + 1, end); other < end; other = nextBit(rows, other + 1, end)) {
    const day = pointAt(codes, width, points, rowsFrom + other);
    if (day == unknownPoint) return false;
    if (i64(day) - point >= lowest) return i64(day) - point <= highest;
  }
  return false;
}

/** Whether one of the target rows before it lies at the right distance. */
function isBefore(
  rows: u32, rowsFrom: u32, codes: u32, width: u32, points: u32, lowest: i64, highest: i64,
  row: u32, ends: u32,
): bool {
  const point = i64(pointAt(codes, width, points, rowsFrom + row));
  const lastOther = lastBit(ends, 0, row);
  const begin: u32 = lastOther == row ? 0 : lastOther + 1;
  for (let until = row; until > begin; ) {
    const other = lastBit(rows, begin, until);
    if (other == until) return false;
    const distance = i64(pointAt(codes, width, points, rowsFrom + other)) - point;
    if (distance <= highest) return distance >= lowest;
    until = other;
  }
  return false;
}

@inline
function dayOf(subject: u32, point: i32): i64 {
  return (i64(subject) << subjectShift) + i64(point);
}

/** Of the bits of a word those from `begin` to `end - 1`; the word begins at `index`. */
@inline
function wordWithin(bits: u32, index: u32, begin: u32, end: u32): u64 {
  let word = wordAt(bits, index);
  if (index < begin) word &= ~u64(0) << u64(begin - index);
  if (end - index < 64) word &= (u64(1) << u64(end - index)) - 1;
  return word;
}

/** The days of rows of the subjects from `first` to `next - 1`, in ascending order; how many they are. */
function mergeDays(
  offsets: u32, rows: u32, rowsFrom: u32, codes: u32, width: u32, points: u32, first: u32, next: u32, room: u32,
): u32 {
  store<i64>(room, i64.MIN_VALUE);
  store<i64>(room + 8, i64.MIN_VALUE);
  let at = room + sentinels;
  let subject = first;
  let last = offsetAt(offsets, first + 1);
  const begin = offsetAt(offsets, first) - rowsFrom;
  const end = offsetAt(offsets, next) - rowsFrom;
  for (let index = begin & ~63; index < end; index += 64) {
    let word = wordWithin(rows, index, begin, end);
    for (; word != 0; word &= word - 1) {
      const row = rowsFrom + index + u32(ctz<u64>(word));
      for (; row >= last; last = offsetAt(offsets, subject + 1)) subject += 1;
      const point = pointAt(codes, width, points, row);
      store<i64>(at, dayOf(subject, point));
      at += u32(point != unknownPoint) << 3;
    }
  }
  store<i64>(at, i64.MAX_VALUE);
  return (at - room - sentinels) >>> 3;
}

/**
 * `targets` are the rows of the days where own and target rows are of one collection, and else 0: then an own row may lie at
 * the right distance from itself, and needs another one.
 */
function pairMerged(
  offsets: u32, rows: u32, rowsFrom: u32, codes: u32, width: u32, points: u32, targets: u32, targetsFrom: u32,
  targetCodes: u32, targetWidth: u32, targetPoints: u32,
  fromDistance: i32, toDistance: i32, first: u32, next: u32, days: u32, out: u32,
): void {
  let at = days;
  let subject = first;
  let last = offsetAt(offsets, first + 1);
  const begin = offsetAt(offsets, first) - rowsFrom;
  const end = offsetAt(offsets, next) - rowsFrom;
  for (let index = begin & ~63; index < end; index += 64) {
    let word = wordWithin(rows, index, begin, end);
    if (word == 0) continue;
    let found: u64 = 0;
    for (; word != 0; word &= word - 1) {
      const bit = ctz<u64>(word);
      const row = rowsFrom + index + u32(bit);
      for (; row >= last; last = offsetAt(offsets, subject + 1)) subject += 1;
      const point = pointAt(codes, width, points, row);
      const day = dayOf(subject, point);
      const latest = day - i64(fromDistance);
      while (load<i64>(at) <= latest) at += 8;
      while (load<i64>(at - 8) > latest) at -= 8;
      const earliest = day - i64(toDistance);
      let isPartner = false;
      if (targets != 0 && hasBit(targets, row - targetsFrom)) {
        const itself = pointAt(targetCodes, targetWidth, targetPoints, row);
        const ofItself = dayOf(subject, itself);
        isPartner = itself != unknownPoint && ofItself >= earliest && ofItself <= latest;
      }
      const partner = load<i64>(at - (isPartner ? 16 : 8));
      found |= u64(partner >= earliest && point != unknownPoint) << bit;
    }
    const cell = out + (index >>> 3);
    store<u64>(cell, load<u64>(cell) | found);
  }
}

function pairSubject(
  ownOffsets: u32, ownRows: u32, ownFrom: u32, ownCodes: u32, ownWidth: u32, ownPoints: u32,
  offsets: u32, rows: u32, rowsFrom: u32,
  fromCodes: u32, fromWidth: u32, fromPoints: u32,
  toCodes: u32, toWidth: u32, toPoints: u32,
  isSame: u32, isOrdered: u32, fromDistance: i32, toDistance: i32, subject: u32, out: u32,
): void {
  const ownEnd = offsetAt(ownOffsets, subject + 1) - ownFrom;
  let own = nextBit(ownRows, offsetAt(ownOffsets, subject) - ownFrom, ownEnd);
  if (own == ownEnd) return;
  const end = offsetAt(offsets, subject + 1) - rowsFrom;
  const firstOther = nextBit(rows, offsetAt(offsets, subject) - rowsFrom, end);
  if (firstOther == end) return;
  // The target rows from `firstOther` to `other - 1` are not after the own row; of their last days these are the
  // last ones, and where the very last lies.
  let other = firstOther;
  let last = i64.MIN_VALUE;
  let lastRow: u32 = 0;
  let lastButOne = i64.MIN_VALUE;
  let until = i64.MIN_VALUE;
  for (; own < ownEnd; own = nextBit(ownRows, own + 1, ownEnd)) {
    const point = pointAt(ownCodes, ownWidth, ownPoints, ownFrom + own);
    if (point == unknownPoint) continue;
    const latest = i64(point) - i64(fromDistance);
    if (latest < until || isOrdered == 0) {
      other = firstOther;
      last = i64.MIN_VALUE;
      lastButOne = i64.MIN_VALUE;
    }
    until = latest;
    for (; other < end; other = nextBit(rows, other + 1, end)) {
      const first = pointAt(fromCodes, fromWidth, fromPoints, rowsFrom + other);
      if (first == unknownPoint) continue;
      if (i64(first) > latest) {
        if (isOrdered == 1) break;
        continue;
      }
      const day = pointAt(toCodes, toWidth, toPoints, rowsFrom + other);
      if (day == unknownPoint) continue;
      if (i64(day) > last) {
        lastButOne = last;
        last = i64(day);
        lastRow = other;
      } else if (i64(day) > lastButOne) {
        lastButOne = i64(day);
      }
    }
    const isItself = isSame == 1 && rowsFrom + lastRow == ownFrom + own;
    if ((isItself ? lastButOne : last) >= i64(point) - i64(toDistance)) addBit(out, own);
  }
}
