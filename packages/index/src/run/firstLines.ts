import type { StackedLines } from '../layout/lines.ts';
import type { PartOfSubjects } from './partOfSubjects.ts';
import type { Runtime } from './prepare.ts';
import { readLines } from './readLines.ts';

/** So many keys at least wait before the first of them are looked for. */
const minRoom = 16_384;

/**
 * The first `max` lines where no two subjects have one in common: their keys in ascending order, and in a second list
 * the number of all lines. Null where it was stopped.
 */
export function firstLines(
  { lines, max }: { readonly lines: StackedLines; readonly max: number },
  part: PartOfSubjects,
  at: Runtime,
): readonly Float64Array[] | null {
  const kept = new Float64Array(max === 0 ? 0 : Math.max(minRoom, 4 * max));
  let [count, total, bound] = [0, 0, max === 0 ? 0 : lines.size];
  const isRead = readLines(lines, part, {
    at,
    take: (keys, given) => {
      total += given;
      for (let index = 0; index < given; index += 1) {
        const key = keys[index] ?? 0;
        if (key >= bound) continue;
        kept[count] = key;
        count += 1;
        if (count < kept.length) continue;
        bound = placeFirst(kept, max);
        count = max;
      }
    },
  });
  if (!isRead) return null;
  const found = kept.subarray(0, count);
  if (count > max) placeFirst(found, max);
  return [found.subarray(0, max).slice().sort(), Float64Array.of(total)];
}

/** Brings the first `many` of different numbers to the front, in no order; returns the next one. */
export function placeFirst(numbers: Float64Array, many: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const { left, right } = partition(numbers, low, high);
    if (many <= right) high = right;
    else if (many >= left) low = left;
    else break;
  }
  return numbers[many] ?? 0;
}

/** Puts smaller numbers before greater ones: those up to `right` are not above those from `left` on. */
function partition(numbers: Float64Array, low: number, high: number) {
  const pivot = numbers[(low + high) >>> 1] ?? 0;
  let [left, right] = [low, high];
  while (left <= right) {
    while ((numbers[left] ?? 0) < pivot) left += 1;
    while ((numbers[right] ?? 0) > pivot) right -= 1;
    if (left > right) break;
    const moved = numbers[left] ?? 0;
    numbers[left] = numbers[right] ?? 0;
    numbers[right] = moved;
    left += 1;
    right -= 1;
  }
  return { left, right };
}

/** The first of two ascending lists together. */
export function mergeKeys(one: ArrayLike<number>, other: ArrayLike<number>, max: number): Float64Array {
  const merged = new Float64Array(Math.min(max, one.length + other.length));
  let [first, second] = [0, 0];
  for (let index = 0; index < merged.length; index += 1) {
    const [a, b] = [one[first] ?? Infinity, other[second] ?? Infinity];
    merged[index] = Math.min(a, b);
    if (a <= b) first += 1;
    else second += 1;
  }
  return merged;
}
