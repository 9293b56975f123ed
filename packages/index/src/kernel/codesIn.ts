import { type Codes, sumFields } from './kernel.ts';

/** The code of a position. */
export type CodeAt = (position: number) => number;

/** The codes of all positions, as they lie in a memory. */
export function codesIn(memory: ArrayBufferLike, { at, width }: Codes): CodeAt {
  if (width === 0) return sumsIn(memory, at);
  if (width === 8 || width === 16 || width === 32) {
    const codes = arrayIn(memory, { at, width });
    return (position) => codes[position] ?? 0;
  }
  const bytes = new Uint8Array(memory, at);
  const mask = (1 << width) - 1;
  return (position) => {
    const bit = position * width;
    const byte = bit >>> 3;
    const bits = (bytes[byte] ?? 0) | ((bytes[byte + 1] ?? 0) << 8);
    return (bits >>> (bit & 7)) & mask;
  };
}

function arrayIn(
  memory: ArrayBufferLike,
  { at, width }: { readonly at: number; readonly width: 8 | 16 | 32 },
) {
  if (width === 8) return new Uint8Array(memory, at);
  return width === 16 ? new Uint16Array(memory, at) : new Uint32Array(memory, at);
}

function sumsIn(memory: ArrayBufferLike, at: number): CodeAt {
  const [startsAt = 0, startWidth = 0, lengthsAt = 0, width = 0, exceptionsAt = 0, count = 0] =
    new Uint32Array(memory, at, sumFields);
  const starts = codesIn(memory, { at: startsAt, width: startWidth });
  const lengths = codesIn(memory, { at: lengthsAt, width });
  const pairs = new Uint32Array(memory, exceptionsAt, 2 * count);
  const isException = 2 ** width - 1;
  return (position) => {
    const length = lengths(position);
    if (length === 0) return 0;
    return length === isException ? codeOf(pairs, position) : starts(position) + length - 1;
  };
}

/** Of ascending positions, each with its code behind it. */
function codeOf(pairs: Uint32Array, position: number): number {
  let [low, high] = [0, pairs.length / 2];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pairs[2 * middle] ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return pairs[2 * low + 1] ?? 0;
}
