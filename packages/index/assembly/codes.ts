import { addBit, codeAt, wordAt } from './bits';

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
  if (width == 1)
    return joined(
      within1(at, first, span), within1(at + 16, first, span),
      within1(at + 32, first, span), within1(at + 48, first, span),
    );
  if (width == 2)
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
  if (width == 1) return i8x16.splat(u8(code));
  if (width == 2) return i16x8.splat(u16(code));
  return i32x4.splat(code);
}

@inline
function addRangeOf(at: u32, width: u32, count: u32, low: u32, high: u32, out: u32): void {
  const first = splat(width, low);
  const span = splat(width, high - low);
  for (let index: u32 = 0; index < count; index += 64)
    addWord(out, index, count, rangeWord(at + index * width, width, first, span));
}

export function addRange(
  at: u32, width: u32, from: u32, count: u32, low: u32, high: u32, out: u32,
): void {
  if (width == 1) addRangeOf(at + from, 1, count, low, high, out);
  else if (width == 2) addRangeOf(at + (from << 1), 2, count, low, high, out);
  else addRangeOf(at + (from << 2), 4, count, low, high, out);
}

@inline
function keepRangeOf(at: u32, width: u32, count: u32, low: u32, high: u32, set: u32): void {
  const first = splat(width, low);
  const span = splat(width, high - low);
  for (let index: u32 = 0; index < count; index += 64)
    if (wordAt(set, index) != 0) keepWord(set, index, rangeWord(at + index * width, width, first, span));
}

export function keepRange(
  at: u32, width: u32, from: u32, count: u32, low: u32, high: u32, set: u32,
): void {
  if (width == 1) keepRangeOf(at + from, 1, count, low, high, set);
  else if (width == 2) keepRangeOf(at + (from << 1), 2, count, low, high, set);
  else keepRangeOf(at + (from << 2), 4, count, low, high, set);
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
  if (width == 2 && length == 64) {
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

/** A table of bytes as bits: bit r of byte n says whether the code `begin + 16 * r + n` is listed. */
@inline
function bitTable(table: u32, begin: u32): v128 {
  let bits = i8x16.splat(0);
  for (let row: u32 = 0; row < 8; row += 1)
    bits = v128.or(bits, i8x16.shl(v128.load(table + begin + (row << 4)), row));
  return bits;
}

@inline
function listed1(at: u32, low: v128, high: v128): i32 {
  const codes = v128.load(at);
  const column = v128.and(codes, i8x16.splat(15));
  const isHigh = i8x16.lt_s(codes, i8x16.splat(0));
  const rows = v128.bitselect(i8x16.swizzle(high, column), i8x16.swizzle(low, column), isHigh);
  const each = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128);
  const bit = i8x16.swizzle(each, v128.and(i8x16.shr_u(codes, 4), i8x16.splat(7)));
  return i8x16.bitmask(i8x16.eq(v128.and(rows, bit), bit));
}

@inline
function listedBytes(at: u32, low: v128, high: v128): u64 {
  return joined(
    listed1(at, low, high), listed1(at + 16, low, high), listed1(at + 32, low, high), listed1(at + 48, low, high),
  );
}

export function addListed(
  at: u32, width: u32, from: u32, count: u32, table: u32, out: u32,
): void {
  if (width == 1) {
    const low = bitTable(table, 0);
    const high = bitTable(table, 128);
    for (let index: u32 = 0; index < count; index += 64)
      addWord(out, index, count, listedBytes(at + from + index, low, high));
    return;
  }
  for (let index: u32 = 0; index < count; index += 64) {
    const length = min<u32>(count - index, 64);
    addWord(out, index, count, listedWord(at, width, from + index, length, table));
  }
}

/** Where fewer of 64 bits are set, they are looked at one by one. */
const fewBits: u64 = 24;

export function keepListed(
  at: u32, width: u32, from: u32, count: u32, table: u32, set: u32,
): void {
  const low = bitTable(table, 0);
  const high = bitTable(table, 128);
  for (let index: u32 = 0; index < count; index += 64) {
    const word = wordAt(set, index);
    if (word == 0) continue;
    if (width == 1) keepWord(set, index, listedBytes(at + from + index, low, high));
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
