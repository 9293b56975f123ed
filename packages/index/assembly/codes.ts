import { addBit, codeAt, firstException, wordAt } from './bits';
import { eightCodes, lifted, picked, sixteenCodes } from './packed';

/** Of 64 positions from `index` on, those before `count`. */
@inline
function inside(index: u32, count: u32): u64 {
  return count - index >= 64 ? ~u64(0) : (u64(1) << u64(count - index)) - 1;
}

@inline
function addWord(out: u32, index: u32, count: u32, found: u64): void {
  const at = out + (index >>> 3);
  store<u64>(at, load<u64>(at) | (found & inside(index, count)));
}

@inline
function keepWord(set: u32, index: u32, found: u64): void {
  const at = set + (index >>> 3);
  store<u64>(at, load<u64>(at) & found);
}

@inline
function joined(one: i32, two: i32, three: i32, four: i32): u64 {
  return u64(u32(one) | (u32(two) << 16)) | (u64(u32(three) | (u32(four) << 16)) << 32);
}

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

/** Which of 4 codes of two bytes are listed. */
@inline
function listed4(codes: u64, table: u32): u32 {
  return u32(load<u8>(table + (u32(codes) & 0xffff)))
    | (u32(load<u8>(table + (u32(codes) >>> 16))) << 1)
    | (u32(load<u8>(table + (u32(codes >>> 32) & 0xffff))) << 2)
    | (u32(load<u8>(table + u32(codes >>> 48))) << 3);
}

/** Which of the codes from `begin` on, at most 64, are listed. */
@inline
function listedWord(at: u32, width: u32, begin: u32, length: u32, table: u32): u64 {
  let found: u64 = 0;
  if (width == 16 && length == 64) {
    const first = at + (begin << 1);
    for (let part: u32 = 0; part < 64; part += 16) {
      const codes = first + (part << 1);
      const four = listed4(load<u64>(codes), table)
        | (listed4(load<u64>(codes, 8), table) << 4)
        | (listed4(load<u64>(codes, 16), table) << 8)
        | (listed4(load<u64>(codes, 24), table) << 12);
      found |= u64(four) << u64(part);
    }
    return found;
  }
  for (let bit: u32 = 0; bit < length; bit += 1)
    found |= u64(load<u8>(table + codeAt(at, width, begin + bit))) << u64(bit);
  return found;
}

/** Which of eight codes are listed. */
@inline
function listed8(codes: v128, table: u32): u32 {
  return u32(load<u8>(table + i16x8.extract_lane_u(codes, 0)))
    | (u32(load<u8>(table + i16x8.extract_lane_u(codes, 1))) << 1)
    | (u32(load<u8>(table + i16x8.extract_lane_u(codes, 2))) << 2)
    | (u32(load<u8>(table + i16x8.extract_lane_u(codes, 3))) << 3)
    | (u32(load<u8>(table + i16x8.extract_lane_u(codes, 4))) << 4)
    | (u32(load<u8>(table + i16x8.extract_lane_u(codes, 5))) << 5)
    | (u32(load<u8>(table + i16x8.extract_lane_u(codes, 6))) << 6)
    | (u32(load<u8>(table + i16x8.extract_lane_u(codes, 7))) << 7);
}

/** Which of 64 packed codes are listed. */
@inline
function listedPacked(at: u32, width: u32, pick: v128, lift: v128, table: u32): u64 {
  let found: u64 = 0;
  for (let part: u32 = 0; part < 8; part += 1)
    found |= u64(listed8(eightCodes(at + part * width, width, pick, lift), table)) << u64(part << 3);
  return found;
}

/** A table of bytes as bits: bit r of byte n says whether the code `begin + 16 * r + n` is listed. */
@inline
function bitTable(table: u32, begin: u32): v128 {
  let bits = i8x16.splat(0);
  for (let row: u32 = 0; row < 8; row += 1)
    bits = v128.or(bits, i8x16.shl(v128.load(table + begin + (row << 4)), row));
  return bits;
}

@inline
function listed1(codes: v128, low: v128, high: v128): i32 {
  const column = v128.and(codes, i8x16.splat(15));
  const isHigh = i8x16.lt_s(codes, i8x16.splat(0));
  const rows = v128.bitselect(i8x16.swizzle(high, column), i8x16.swizzle(low, column), isHigh);
  const each = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);
  const bit = i8x16.swizzle(each, v128.and(i8x16.shr_u(codes, 4), i8x16.splat(7)));
  return i8x16.bitmask(i8x16.eq(v128.and(rows, bit), bit));
}

/** Which of 64 codes of at most 8 bits are listed. */
@inline
function listedBytes(at: u32, width: u32, pick: v128, lift: v128, low: v128, high: v128): u64 {
  const each = width << 1;
  return joined(
    listed1(sixteenCodes(at, width, pick, lift), low, high),
    listed1(sixteenCodes(at + each, width, pick, lift), low, high),
    listed1(sixteenCodes(at + 2 * each, width, pick, lift), low, high),
    listed1(sixteenCodes(at + 3 * each, width, pick, lift), low, high),
  );
}

/** Whether codes fit into a byte each. */
@inline
function areBytes(width: u32): bool {
  return width - 1 < 8;
}

export function addListed(
  at: u32, width: u32, from: u32, count: u32, table: u32, out: u32,
): void {
  if (areBytes(width)) {
    const low = bitTable(table, 0);
    const high = bitTable(table, 128);
    const bit = from * width;
    const pick = picked(width, bit & 7);
    const lift = lifted(width, bit & 7);
    let codes = at + (bit >>> 3);
    for (let index: u32 = 0; index < count; index += 64) {
      addWord(out, index, count, listedBytes(codes, width, pick, lift, low, high));
      codes += width << 3;
    }
    return;
  }
  const begin = from * width;
  const pick = picked(width, begin & 7);
  const lift = lifted(width, begin & 7);
  for (let index: u32 = 0; index < count; index += 64) {
    const length = min<u32>(count - index, 64);
    if (length == 64 && width - 9 < 7)
      addWord(out, index, count, listedPacked(at + ((begin + index * width) >>> 3), width, pick, lift, table));
    else addWord(out, index, count, listedWord(at, width, from + index, length, table));
  }
}

/** Where fewer of 64 bits are set, they are looked at one by one. */
const fewBits: u64 = 24;

export function keepListed(
  at: u32, width: u32, from: u32, count: u32, table: u32, set: u32,
): void {
  const low = bitTable(table, 0);
  const high = bitTable(table, 128);
  const first = from * width;
  const pick = picked(width, first & 7);
  const lift = lifted(width, first & 7);
  for (let index: u32 = 0; index < count; index += 64) {
    const word = wordAt(set, index);
    if (word == 0) continue;
    if (areBytes(width))
      keepWord(set, index, listedBytes(at + ((first + index * width) >>> 3), width, pick, lift, low, high));
    else if (popcnt<u64>(word) < fewBits) keepWord(set, index, listedBits(at, width, from + index, word, table));
    else keepWord(set, index, listedWord(at, width, from + index, min<u32>(count - index, 64), table));
  }
}

@inline
function listedBits(at: u32, width: u32, begin: u32, given: u64, table: u32): u64 {
  let found: u64 = 0;
  for (let word = given; word != 0; word &= word - 1) {
    const bit = ctz<u64>(word);
    found |= u64(load<u8>(table + codeAt(at, width, begin + u32(bit)))) << bit;
  }
  return found;
}

/** What a table says of eight codes, a byte each; of those from `length` on 0. */
@inline
function eightListed(at: u32, width: u32, begin: u32, length: u32, table: u32): u64 {
  let found: u64 = 0;
  if (width == 16 && length >= 8) {
    const first = at + (begin << 1);
    for (let part: u32 = 0; part < 2; part += 1) {
      const codes = load<u64>(first + (part << 3));
      const four = u64(load<u8>(table + (u32(codes) & 0xffff)))
        | (u64(load<u8>(table + (u32(codes) >>> 16))) << 8)
        | (u64(load<u8>(table + (u32(codes >>> 32) & 0xffff))) << 16)
        | (u64(load<u8>(table + u32(codes >>> 48))) << 24);
      found |= four << u64(part << 5);
    }
    return found;
  }
  for (let lane: u32 = 0; lane < min<u32>(length, 8); lane += 1)
    found |= u64(load<u8>(table + codeAt(at, width, begin + lane))) << u64(lane << 3);
  return found;
}

export function addListedEach(
  at: u32, width: u32, from: u32, count: u32, table: u32, many: u32, out: u32, each: u32,
): void {
  for (let index: u32 = 0; index < count; index += 16) {
    const length = count - index;
    const low = eightListed(at, width, from + index, length, table);
    const high = length > 8 ? eightListed(at, width, from + index + 8, length - 8, table) : 0;
    const found = i64x2.replace_lane(i64x2.splat(low), 1, high);
    let set = out + (index >>> 3);
    for (let bit: u32 = 0; bit < many; bit += 1) {
      store<u16>(set, load<u16>(set) | u16(i8x16.bitmask(i8x16.shl(found, 7 - bit))));
      set += each;
    }
  }
}

export function addAnyListed(
  offsets: u32, codes: u32, width: u32, from: u32, count: u32, table: u32, out: u32,
): void {
  let at = load<u32>(offsets + (from << 2));
  for (let index: u32 = 0; index < count; index += 1) {
    const end = load<u32>(offsets + ((from + index + 1) << 2));
    let found: u32 = 0;
    for (; at < end; at += 1) found |= load<u8>(table + codeAt(codes, width, at));
    if (found != 0) addBit(out, index);
  }
}

export function addAny(offsets: u32, from: u32, count: u32, out: u32): void {
  let before = load<u32>(offsets + (from << 2));
  for (let index: u32 = 0; index < count; index += 1) {
    const end = load<u32>(offsets + ((from + index + 1) << 2));
    if (end > before) addBit(out, index);
    before = end;
  }
}
