import { addWord, firstException, joined, keepWord, wordAt } from './bits';
import { eightCodes, lifted, picked } from './packed';

@inline
function within1(at: u32, first: v128, span: v128): i32 {
  const codes = i8x16.sub(v128.load(at), first);
  return i8x16.bitmask(i8x16.eq(i8x16.min_u(codes, span), codes));
}

@inline
function within8(at: u32, first: v128, span: v128): v128 {
  const codes = i16x8.sub(v128.load(at), first);
  return i16x8.eq(i16x8.min_u(codes, span), codes);
}

@inline
function within2(at: u32, first: v128, span: v128): i32 {
  return i8x16.bitmask(i8x16.narrow_i16x8_s(within8(at, first, span), within8(at + 16, first, span)));
}

@inline
function withinFour(at: u32, first: v128, span: v128): v128 {
  const codes = i32x4.sub(v128.load(at), first);
  return i32x4.eq(i32x4.min_u(codes, span), codes);
}

@inline
function withinEight(at: u32, first: v128, span: v128): v128 {
  return i16x8.narrow_i32x4_s(withinFour(at, first, span), withinFour(at + 16, first, span));
}

@inline
function within4(at: u32, first: v128, span: v128): i32 {
  return i8x16.bitmask(i8x16.narrow_i16x8_s(withinEight(at, first, span), withinEight(at + 32, first, span)));
}

/** Which of 64 codes lie from `first` to `first + span`. */
@inline
function rangeWord(at: u32, width: u32, first: v128, span: v128): u64 {
  if (width == 8)
    return joined(
      within1(at, first, span), within1(at + 16, first, span),
      within1(at + 32, first, span), within1(at + 48, first, span),
    );
  if (width == 16)
    return joined(
      within2(at, first, span), within2(at + 32, first, span),
      within2(at + 64, first, span), within2(at + 96, first, span),
    );
  return joined(
    within4(at, first, span), within4(at + 64, first, span),
    within4(at + 128, first, span), within4(at + 192, first, span),
  );
}

@inline
function splat(width: u32, code: u32): v128 {
  if (width == 8) return i8x16.splat(u8(code));
  if (width == 16) return i16x8.splat(u16(code));
  return i32x4.splat(code);
}

@inline
function addRangeOf(at: u32, width: u32, count: u32, low: u32, high: u32, out: u32): void {
  const first = splat(width, low);
  const span = splat(width, high - low);
  for (let index: u32 = 0; index < count; index += 64)
    addWord(out, index, count, rangeWord(at + index * (width >>> 3), width, first, span));
}

export function addRange(
  at: u32, width: u32, from: u32, count: u32, low: u32, high: u32, out: u32,
): void {
  if (width == 8) addRangeOf(at + from, 8, count, low, high, out);
  else if (width == 16) addRangeOf(at + (from << 1), 16, count, low, high, out);
  else if (width == 32) addRangeOf(at + (from << 2), 32, count, low, high, out);
  else if (width == 0) rangeOfSums(at, from, count, low, high, out, false);
  else rangeOfPacked(at, width, from, count, low, high, out, false);
}

@inline
function keepRangeOf(at: u32, width: u32, count: u32, low: u32, high: u32, set: u32): void {
  const first = splat(width, low);
  const span = splat(width, high - low);
  for (let index: u32 = 0; index < count; index += 64)
    if (wordAt(set, index) != 0) keepWord(set, index, rangeWord(at + index * (width >>> 3), width, first, span));
}

export function keepRange(
  at: u32, width: u32, from: u32, count: u32, low: u32, high: u32, set: u32,
): void {
  if (width == 8) keepRangeOf(at + from, 8, count, low, high, set);
  else if (width == 16) keepRangeOf(at + (from << 1), 16, count, low, high, set);
  else if (width == 32) keepRangeOf(at + (from << 2), 32, count, low, high, set);
  else if (width == 0) rangeOfSums(at, from, count, low, high, set, true);
  else rangeOfPacked(at, width, from, count, low, high, set, true);
}

@inline
function packed8(at: u32, width: u32, pick: v128, lift: v128, first: v128, span: v128): v128 {
  const codes = i16x8.sub(eightCodes(at, width, pick, lift), first);
  return i16x8.eq(i16x8.min_u(codes, span), codes);
}

@inline
function packed16(at: u32, width: u32, pick: v128, lift: v128, first: v128, span: v128): i32 {
  return i8x16.bitmask(i8x16.narrow_i16x8_s(
    packed8(at, width, pick, lift, first, span), packed8(at + width, width, pick, lift, first, span),
  ));
}

/** Adds to a set, or leaves in it, the positions with a code in the range. */
function rangeOfPacked(
  at: u32, width: u32, from: u32, count: u32, low: u32, high: u32, set: u32, isKept: bool,
): void {
  const bit = from * width;
  const pick = picked(width, bit & 7);
  const lift = lifted(width, bit & 7);
  const first = i16x8.splat(u16(low));
  const span = i16x8.splat(u16(high - low));
  const each = width << 1;
  let codes = at + (bit >>> 3);
  for (let index: u32 = 0; index < count; index += 64) {
    if (!isKept || wordAt(set, index) != 0) {
      const found = joined(
        packed16(codes, width, pick, lift, first, span), packed16(codes + each, width, pick, lift, first, span),
        packed16(codes + 2 * each, width, pick, lift, first, span),
        packed16(codes + 3 * each, width, pick, lift, first, span),
      );
      if (isKept) keepWord(set, index, found);
      else addWord(set, index, count, found);
    }
    codes += width << 3;
  }
}

/** Starts and lengths of eight positions as codes; exceptions as 0. */
@inline
function eightSums(
  starts: u32, startWidth: u32, startPick: v128, startLift: v128,
  lengths: u32, width: u32, pick: v128, lift: v128, most: v128,
): v128 {
  const each = eightCodes(lengths, width, pick, lift);
  const begins = eightCodes(starts, startWidth, startPick, startLift);
  const none = v128.or(i16x8.eq(each, i16x8.splat(0)), i16x8.eq(each, most));
  return v128.andnot(i16x8.add(begins, i16x8.sub(each, i16x8.splat(1))), none);
}

function rangeOfSums(
  sum: u32, from: u32, count: u32, low: u32, high: u32, set: u32, isKept: bool,
): void {
  const startWidth = load<u32>(sum, 4);
  const width = load<u32>(sum, 12);
  const startPick = picked(startWidth, (from * startWidth) & 7);
  const startLift = lifted(startWidth, (from * startWidth) & 7);
  const pick = picked(width, (from * width) & 7);
  const lift = lifted(width, (from * width) & 7);
  const most = i16x8.splat(i16((<u32>1 << width) - 1));
  const first = i16x8.splat(u16(low));
  const span = i16x8.splat(u16(high - low));
  let starts = load<u32>(sum) + ((from * startWidth) >>> 3);
  let lengths = load<u32>(sum, 8) + ((from * width) >>> 3);
  let exception = firstException(sum, from);
  const end = load<u32>(sum, 16) + (load<u32>(sum, 20) << 3);
  for (let index: u32 = 0; index < count; index += 64) {
    let found: u64 = 0;
    for (let part: u32 = 0; part < 64; part += 8) {
      const codes = i16x8.sub(
        eightSums(starts, startWidth, startPick, startLift, lengths, width, pick, lift, most), first,
      );
      found |= u64(i16x8.bitmask(i16x8.eq(i16x8.min_u(codes, span), codes))) << u64(part);
      starts += startWidth;
      lengths += width;
    }
    for (; exception < end && load<u32>(exception) - from - index < 64; exception += 8) {
      const bit = u64(1) << u64(load<u32>(exception) - from - index);
      if (load<u32>(exception, 4) - low <= high - low) found |= bit;
      else found &= ~bit;
    }
    if (isKept) keepWord(set, index, found);
    else addWord(set, index, count, found);
  }
}
