import { bytesOfBits } from './bits';

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


export function andCount(one: u32, other: u32, count: u32): u32 {
  const bytes = bytesOfBits(count);
  let found: u64 = 0;
  for (let at: u32 = 0; at < bytes; at += 16) {
    found += popcnt<u64>(load<u64>(one + at) & load<u64>(other + at));
    found += popcnt<u64>(load<u64>(one + at, 8) & load<u64>(other + at, 8));
  }
  return u32(found);
}
