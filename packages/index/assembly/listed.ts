import { addBit, addWord, codeAt, joined, keepWord, wordAt } from './bits';
import { eightCodes, lifted, picked, sixteenCodes } from './packed';

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
