/**
 * The kernel of `src/kernel/kernel.ts` for WebAssembly, with instructions for 16 bytes at a time. All addresses are
 * bytes of the imported memory. What each function does stands there; `plainKernel.ts` says it again in plain
 * TypeScript, and property tests compare the two.
 */

@inline
function bytesOfBits(count: u32): u32 {
  return ((count + 127) >>> 7) << 4;
}

@inline
function codeAt(at: u32, width: u32, index: u32): u32 {
  if (width == 1) return load<u8>(at + index);
  if (width == 2) return load<u16>(at + (index << 1));
  return load<u32>(at + (index << 2));
}

@inline
function addBit(bits: u32, index: u32): void {
  const at = bits + ((index >>> 5) << 2);
  store<u32>(at, load<u32>(at) | (1 << (index & 31)));
}

@inline
function hasBit(bits: u32, index: u32): bool {
  return ((load<u32>(bits + ((index >>> 5) << 2)) >>> (index & 31)) & 1) == 1;
}

function trim(bits: u32, count: u32): void {
  const end = bits + bytesOfBits(count);
  let at = bits + ((count >>> 5) << 2);
  if (at >= end) return;
  store<u32>(at, load<u32>(at) & ((1 << (count & 31)) - 1));
  for (at += 4; at < end; at += 4) store<u32>(at, 0);
}

export function all(bits: u32, count: u32): void {
  memory.fill(bits, 0xff, bytesOfBits(count));
  trim(bits, count);
}

export function none(bits: u32, count: u32): void {
  memory.fill(bits, 0, bytesOfBits(count));
}

export function and(out: u32, other: u32, count: u32): void {
  const bytes = bytesOfBits(count);
  for (let at: u32 = 0; at < bytes; at += 16)
    v128.store(out + at, v128.and(v128.load(out + at), v128.load(other + at)));
}

export function or(out: u32, other: u32, count: u32): void {
  const bytes = bytesOfBits(count);
  for (let at: u32 = 0; at < bytes; at += 16)
    v128.store(out + at, v128.or(v128.load(out + at), v128.load(other + at)));
}

export function not(bits: u32, count: u32): void {
  const bytes = bytesOfBits(count);
  for (let at: u32 = 0; at < bytes; at += 16) v128.store(bits + at, v128.not(v128.load(bits + at)));
  trim(bits, count);
}

export function copy(out: u32, other: u32, count: u32): void {
  memory.copy(out, other, bytesOfBits(count));
}

export function count(bits: u32, count: u32): u32 {
  const end = bits + bytesOfBits(count);
  let found: u64 = 0;
  for (let at = bits; at < end; at += 16) {
    found += popcnt<u64>(load<u64>(at));
    found += popcnt<u64>(load<u64>(at, 8));
  }
  return u32(found);
}

@inline
function addWord(out: u32, index: u32, count: u32, given: u32): void {
  let found = given;
  if (count - index < 16) found &= (1 << (count - index)) - 1;
  const at = out + (index >>> 3);
  store<u16>(at, load<u16>(at) | u16(found));
}

export function addRange(
  at: u32, width: u32, from: u32, count: u32, low: u32, high: u32, out: u32,
): void {
  if (width == 1) return addRange1(at + from, count, low, high, out);
  if (width == 2) return addRange2(at + (from << 1), count, low, high, out);
  addRange4(at + (from << 2), count, low, high, out);
}

function addRange1(at: u32, count: u32, low: u32, high: u32, out: u32): void {
  const first = i8x16.splat(u8(low));
  const span = i8x16.splat(u8(high - low));
  for (let index: u32 = 0; index < count; index += 16) {
    const codes = i8x16.sub(v128.load(at + index), first);
    addWord(out, index, count, i8x16.bitmask(i8x16.eq(i8x16.min_u(codes, span), codes)));
  }
}

@inline
function within2(at: u32, first: v128, span: v128): v128 {
  const codes = i16x8.sub(v128.load(at), first);
  return i16x8.eq(i16x8.min_u(codes, span), codes);
}

function addRange2(at: u32, count: u32, low: u32, high: u32, out: u32): void {
  const first = i16x8.splat(u16(low));
  const span = i16x8.splat(u16(high - low));
  for (let index: u32 = 0; index < count; index += 16) {
    const here = at + (index << 1);
    const found = i8x16.narrow_i16x8_s(within2(here, first, span), within2(here + 16, first, span));
    addWord(out, index, count, i8x16.bitmask(found));
  }
}

@inline
function within4(at: u32, first: v128, span: v128): v128 {
  const codes = i32x4.sub(v128.load(at), first);
  return i32x4.eq(i32x4.min_u(codes, span), codes);
}

function addRange4(at: u32, count: u32, low: u32, high: u32, out: u32): void {
  const first = i32x4.splat(low);
  const span = i32x4.splat(high - low);
  for (let index: u32 = 0; index < count; index += 16) {
    const here = at + (index << 2);
    const one = i16x8.narrow_i32x4_s(within4(here, first, span), within4(here + 16, first, span));
    const two = i16x8.narrow_i32x4_s(within4(here + 32, first, span), within4(here + 48, first, span));
    addWord(out, index, count, i8x16.bitmask(i8x16.narrow_i16x8_s(one, two)));
  }
}

export function addListed(
  at: u32, width: u32, from: u32, count: u32, table: u32, out: u32,
): void {
  for (let index: u32 = 0; index < count; index += 32) {
    const end = min<u32>(count - index, 32);
    let found: u32 = 0;
    for (let bit: u32 = 0; bit < end; bit += 1)
      found |= u32(load<u8>(table + codeAt(at, width, from + index + bit))) << bit;
    const word = out + (index >>> 3);
    store<u32>(word, load<u32>(word) | found);
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

const unknownPoint: i32 = i32.MIN_VALUE;

/** The longest run of bits that one load always covers. */
const window: u32 = 56;

/** The bits from `begin` on, at most 56 of them, as one number. */
@inline
function bitsFrom(bits: u32, begin: u32, length: u32): u64 {
  return (load<u64>(bits + (begin >>> 3)) >>> u64(begin & 7)) & ((u64(1) << u64(length)) - 1);
}

export function addPaired(
  ownOffsets: u32, ownRows: u32, ownFrom: u32, ownCodes: u32, ownWidth: u32, ownPoints: u32,
  offsets: u32, rows: u32, rowsFrom: u32,
  fromCodes: u32, fromWidth: u32, fromPoints: u32,
  toCodes: u32, toWidth: u32, toPoints: u32,
  isSame: u32, fromDistance: i32, toDistance: i32,
  from: u32, count: u32, outFrom: u32, out: u32,
): void {
  for (let subject = from; subject < from + count; subject += 1) {
    const end = load<u32>(offsets + ((subject + 1) << 2));
    const last = load<u32>(ownOffsets + ((subject + 1) << 2));
    for (let ownAt = load<u32>(ownOffsets + (subject << 2)); ownAt < last; ownAt += window) {
      let owns = bitsFrom(ownRows, ownAt - ownFrom, min<u32>(window, last - ownAt));
      while (owns != 0) {
        const own = ownAt + u32(ctz<u64>(owns));
        owns &= owns - 1;
        const point = load<i32>(ownPoints + (codeAt(ownCodes, ownWidth, own) << 2));
        if (point == unknownPoint) continue;
        let isFound = false;
        for (let at = load<u32>(offsets + (subject << 2)); at < end && !isFound; at += window) {
          let others = bitsFrom(rows, at - rowsFrom, min<u32>(window, end - at));
          while (others != 0) {
            const other = at + u32(ctz<u64>(others));
            others &= others - 1;
            if (isSame == 1 && other == own) continue;
            const first = load<i32>(fromPoints + (codeAt(fromCodes, fromWidth, other) << 2));
            const until = load<i32>(toPoints + (codeAt(toCodes, toWidth, other) << 2));
            if (first == unknownPoint || until == unknownPoint) continue;
            if (point - first < fromDistance || point - until > toDistance) continue;
            isFound = true;
            break;
          }
        }
        if (isFound) addBit(out, own - outFrom);
      }
    }
  }
}

export function tally(at: u32, width: u32, from: u32, count: u32, bits: u32, counts: u32): void {
  for (let index: u32 = 0; index < count; index += 64) {
    let word = load<u64>(bits + (index >>> 3));
    while (word != 0) {
      const code = codeAt(at, width, from + index + u32(ctz<u64>(word)));
      word &= word - 1;
      const cell = counts + (code << 2);
      store<u32>(cell, load<u32>(cell) + 1);
    }
  }
}
