import { addBit, codeAt } from './bits';

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

