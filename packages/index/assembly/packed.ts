/**
 * Codes of so many bits one after the other: eight of them take as many bytes as one has bits, and each lies in two
 * bytes. Codes of 8 and of 16 bits are read here, too.
 */

/** The bytes of eight codes, of which the first begins at a bit of the first byte: two for each. */
export function picked(width: u32, bit: u32): v128 {
  let low: u64 = 0;
  let high: u64 = 0;
  for (let lane: u32 = 0; lane < 4; lane += 1) {
    low |= bytesAt(bit + lane * width) << u64(lane << 4);
    high |= bytesAt(bit + (lane + 4) * width) << u64(lane << 4);
  }
  return i64x2.replace_lane(i64x2.splat(low), 1, high);
}

@inline
function bytesAt(bit: u32): u64 {
  const byte = u64(bit >>> 3);
  return byte | ((byte + 1) << 8);
}

/** What brings each of them to the upper end of its two bytes. */
export function lifted(width: u32, bit: u32): v128 {
  let low: u64 = 0;
  let high: u64 = 0;
  for (let lane: u32 = 0; lane < 4; lane += 1) {
    low |= factorAt(width, bit + lane * width) << u64(lane << 4);
    high |= factorAt(width, bit + (lane + 4) * width) << u64(lane << 4);
  }
  return i64x2.replace_lane(i64x2.splat(low), 1, high);
}

@inline
function factorAt(width: u32, bit: u32): u64 {
  return u64(1) << (u64(16 - width - (bit & 7)) & 15);
}

@inline
export function eightCodes(at: u32, width: u32, pick: v128, lift: v128): v128 {
  if (width == 16) return v128.load(at);
  if (width == 8) return i16x8.extend_low_i8x16_u(v128.load(at));
  return i16x8.shr_u(i16x8.mul(i8x16.swizzle(v128.load(at), pick), lift), 16 - width);
}

/** Sixteen codes of at most 8 bits. */
@inline
export function sixteenCodes(at: u32, width: u32, pick: v128, lift: v128): v128 {
  if (width == 8) return v128.load(at);
  return i8x16.narrow_i16x8_u(eightCodes(at, width, pick, lift), eightCodes(at + width, width, pick, lift));
}
