import { lowerBits } from '../kernel/kernel.ts';
import type { CodedPostings } from '../layout/indexWriter.ts';
import { addUp } from './positions.ts';
import type { CodeArray } from './rowCodes.ts';

/** Which codes have lists of their positions. */
export interface PostingRule {
  /** Fewer rows are looked at one by one as fast. */
  readonly minRows: number;
  /** The part of all rows that may have a code, or the codes of one condition. */
  readonly share: number;
}

/** To look at a position of a list takes as long as to compare some 30 codes, and a list takes more room the longer it is. */
export const usualPostings: PostingRule = { minRows: 2 ** 18, share: 1 / 64 };

/** So many positions are gathered in one pass over the codes. */
const positionsAtOnce = 2 ** 22;

/** Codes by position; where positions may have several, those of position p lie from `offsets[p]` on. */
interface Placed {
  readonly codes: CodeArray;
  readonly offsets: Uint32Array | null;
  /** The largest code. */
  readonly max: number;
}

/** Lists of the positions of each code that few of them have; null where they do not pay. */
export function postingsOf(
  { codes, offsets, max }: Placed,
  { minRows, share }: PostingRule,
): CodedPostings | null {
  const rows = offsets === null ? codes.length : offsets.length - 1;
  // A code takes 8 bytes in all lists.
  if (rows < minRows || rows === 0 || (minRows > 0 && 16 * max > rows)) return null;
  const before = new Uint32Array(max + 2);
  for (let index = 0; index < codes.length; index += 1) {
    const next = (codes[index] ?? 0) + 1;
    before[next] = (before[next] ?? 0) + 1;
  }
  addUp(before);
  const most = Math.floor(rows * share);
  const countOf = (code: number): number => {
    const count = (before[code + 1] ?? 0) - (before[code] ?? 0);
    return count > most ? 0 : count;
  };
  const begins = new Uint32Array(max + 2);
  for (let code = 0; code <= max; code += 1)
    begins[code + 1] = (begins[code] ?? 0) + bytesOfList(rows, countOf(code));
  const lists = new Uint8Array(begins[max + 1] ?? 0);
  for (let low = 0; low <= max; ) {
    let [high, many] = [low, countOf(low)];
    while (high < max && many + countOf(high + 1) <= positionsAtOnce) {
      high += 1;
      many += countOf(high);
    }
    const gathered = gather({ codes, offsets }, { low, high, many, countOf });
    let at = 0;
    for (let code = low; code <= high; code += 1) {
      const end = at + countOf(code);
      write(gathered.subarray(at, end), rows, lists.subarray(begins[code], begins[code + 1]));
      at = end;
    }
    low = high + 1;
  }
  return { rows, most, before, begins, lists };
}

/** The last bit is a 0 behind all positions. */
function bytesOfList(rows: number, many: number): number {
  if (many === 0) return 0;
  const width = lowerBits(rows, many);
  return Math.ceil((many * width) / 8) + Math.ceil((many + Math.floor(rows / 2 ** width) + 1) / 8);
}

interface Gathering {
  readonly low: number;
  readonly high: number;
  readonly many: number;
  readonly countOf: (code: number) => number;
}

/** The positions of the codes from `low` to `high` that have lists: code by code, and ascending. */
function gather(
  { codes, offsets }: Omit<Placed, 'max'>,
  { low, high, many, countOf }: Gathering,
): Uint32Array {
  const positions = new Uint32Array(many);
  const next = new Int32Array(high - low + 1);
  let at = 0;
  for (let code = low; code <= high; code += 1) {
    next[code - low] = countOf(code) === 0 ? -1 : at;
    at += countOf(code);
  }
  let position = 0;
  for (let index = 0; index < codes.length; index += 1) {
    if (offsets === null) position = index;
    else while (index >= (offsets[position + 1] ?? 0)) position += 1;
    const cell = (codes[index] ?? 0) - low;
    if (cell < 0 || cell > high - low) continue;
    const place = next[cell] ?? -1;
    if (place < 0) continue;
    positions[place] = position;
    next[cell] = place + 1;
  }
  return positions;
}

function write(positions: Uint32Array, rows: number, into: Uint8Array): void {
  if (positions.length === 0) return;
  const width = lowerBits(rows, positions.length);
  const upper = Math.ceil((positions.length * width) / 8);
  const mask = 2 ** width - 1;
  positions.forEach((position, index) => {
    const bit = (position >>> width) + index;
    const byte = upper + (bit >>> 3);
    into[byte] = (into[byte] ?? 0) | (1 << (bit & 7));
    let rest = position & mask;
    for (let at = index * width; at < (index + 1) * width; at = (at | 7) + 1) {
      into[at >>> 3] = (into[at >>> 3] ?? 0) | (rest << (at & 7));
      rest >>>= 8 - (at & 7);
    }
  });
}
