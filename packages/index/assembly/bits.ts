@inline
export function bytesOfBits(count: u32): u32 {
  return ((count + 127) >>> 7) << 4;
}

@inline
export function codeAt(at: u32, width: u32, index: u32): u32 {
  if (width == 1) return load<u8>(at + index);
  if (width == 2) return load<u16>(at + (index << 1));
  return load<u32>(at + (index << 2));
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

