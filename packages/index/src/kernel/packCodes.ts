/** Codes of each width in bits that lie packed: eight of them, from any bit on, lie in two bytes each. */
const packedWidths = [1, 2, 3, 4, 5, 6, 7, 9, 10, 12];

/** The bits of a code in a form of its own: that of the narrowest array. */
export const arrayWidth = (max: number): number => (max < 0x100 ? 8 : max < 0x10000 ? 16 : 32);

/** How many bits codes up to `max` have: packed only where that saves a quarter, since they are read more slowly. */
export function widthOf(max: number): number {
  const inArray = arrayWidth(max);
  const packed = packedWidths.find((width) => max < 2 ** width);
  return packed !== undefined && 4 * packed <= 3 * inArray ? packed : inArray;
}

/** Code n from bit n * width on. */
export function packCodes(codes: ArrayLike<number>, width: number): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((codes.length * width) / 8));
  let [waiting, bits, at] = [0, 0, 0];
  for (let index = 0; index < codes.length; index += 1) {
    waiting |= (codes[index] ?? 0) << bits;
    bits += width;
    while (bits >= 8) {
      bytes[at] = waiting;
      at += 1;
      waiting >>>= 8;
      bits -= 8;
    }
  }
  if (bits > 0) bytes[at] = waiting;
  return bytes;
}

/** The bytes of so many codes up to `max`. */
export const packedBytes = (count: number, max: number): number => Math.ceil((count * widthOf(max)) / 8);
