@inline
export function bytesOfBits(count: u32): u32 {
  return ((count + 127) >>> 7) << 4;
}

/** A code of so many bits. */
@inline
export function codeAt(at: u32, width: u32, index: u32): u32 {
  if (width == 16) return load<u16>(at + (index << 1));
  if (width == 8) return load<u8>(at + index);
  if (width == 0) return sumAt(at, index);
  return heldAt(at, width, index);
}

/** A code that is no sum. */
@inline
function heldAt(at: u32, width: u32, index: u32): u32 {
  if (width == 32) return load<u32>(at + (index << 2));
  const bit = index * width;
  return (load<u32>(at + (bit >>> 3)) >>> (bit & 7)) & ((1 << width) - 1);
}

/** A code of a start and a length; where it is none of these, it is an exception. */
function sumAt(sum: u32, index: u32): u32 {
  const width = load<u32>(sum, 12);
  const length = heldAt(load<u32>(sum, 8), width, index);
  if (length == 0) return 0;
  if (length == (1 << width) - 1) return load<u32>(firstException(sum, index), 4);
  return heldAt(load<u32>(sum), load<u32>(sum, 4), index) + length - 1;
}

/** The address of the first exception that is not before a position; after the last one. */
export function firstException(sum: u32, index: u32): u32 {
  const exceptions = load<u32>(sum, 16);
  let low: u32 = 0;
  let high = load<u32>(sum, 20);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (load<u32>(exceptions + (middle << 3)) < index) low = middle + 1;
    else high = middle;
  }
  return exceptions + (low << 3);
}

@inline
export function addBit(bits: u32, index: u32): void {
  const at = bits + ((index >>> 5) << 2);
  store<u32>(at, load<u32>(at) | (1 << (index & 31)));
}

@inline
export function hasBit(bits: u32, index: u32): bool {
  return ((load<u32>(bits + ((index >>> 5) << 2)) >>> (index & 31)) & 1) == 1;
}

/** Of the bits of a set, 64 from a multiple of 64 on. */
@inline
export function wordAt(bits: u32, index: u32): u64 {
  return load<u64>(bits + (index >>> 3));
}

@inline
export function offsetAt(offsets: u32, index: u32): u32 {
  return load<u32>(offsets + (index << 2));
}

/**
 * The subject from `low` to `last` whose rows hold a row that is not before those of `low`. The next subjects are
 * looked at first: rows come in ascending order.
 */
@inline
export function subjectOf(offsets: u32, row: u32, low: u32, last: u32): u32 {
  let subject = low;
  let step: u32 = 1;
  while (subject + step <= last && offsetAt(offsets, subject + step) <= row) {
    subject += step;
    step <<= 1;
  }
  for (step >>>= 1; step != 0; step >>>= 1)
    if (subject + step <= last && offsetAt(offsets, subject + step) <= row) subject += step;
  return subject;
}

/** The first bit set from `begin` to `end - 1`; `end` where there is none. */
@inline
export function nextBit(bits: u32, begin: u32, end: u32): u32 {
  for (let at = begin; at < end; at = (at | 63) + 1) {
    const word = load<u64>(bits + ((at >>> 6) << 3)) >>> u64(at & 63);
    if (word != 0) return min<u32>(at + u32(ctz<u64>(word)), end);
  }
  return end;
}

/** The last bit set from `begin` to `end - 1`; `end` where there is none. */
@inline
export function lastBit(bits: u32, begin: u32, end: u32): u32 {
  for (let until = end; until > begin; until = (until - 1) & ~63) {
    const word = load<u64>(bits + (((until - 1) >>> 6) << 3)) << u64(63 - ((until - 1) & 63));
    if (word == 0) continue;
    const found = until - 1 - u32(clz<u64>(word));
    return found >= begin ? found : end;
  }
  return end;
}

/** Of 64 positions from `index` on, those before `count`. */
@inline
function inside(index: u32, count: u32): u64 {
  return count - index >= 64 ? ~u64(0) : (u64(1) << u64(count - index)) - 1;
}

@inline
export function addWord(out: u32, index: u32, count: u32, found: u64): void {
  const at = out + (index >>> 3);
  store<u64>(at, load<u64>(at) | (found & inside(index, count)));
}

@inline
export function keepWord(set: u32, index: u32, found: u64): void {
  const at = set + (index >>> 3);
  store<u64>(at, load<u64>(at) & found);
}

@inline
export function joined(one: i32, two: i32, three: i32, four: i32): u64 {
  return u64(u32(one) | (u32(two) << 16)) | (u64(u32(three) | (u32(four) << 16)) << 32);
}
