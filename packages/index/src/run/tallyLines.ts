import type { StackedLines } from '../layout/lines.ts';
import type { PartOfSubjects } from './partOfSubjects.ts';
import type { Runtime } from './prepare.ts';
import { readLines, type TakeKeys } from './readLines.ts';
import { isTalliedByKeys, tallyKeys } from './tallyKeys.ts';

/** How many subjects have each line: the first keys in ascending order, with their counts. */
export interface Tally {
  readonly keys: ArrayLike<number>;
  readonly counts: ArrayLike<number>;
}

/** Up to so many different keys have a counter each, also those that do not occur. */
const maxDense = 1_000_000;
/** A part may have so many different lines; one with more gives none. */
const maxSparse = 500_000;

interface Counter {
  readonly take: TakeKeys;
  /** The first keys and their counts; null where there were too many. */
  readonly finish: (max: number) => Tally | null;
}

/** Counts lines: at most `max` different ones, those of the smallest keys. Null where it was stopped; no list, where there are too many. */
export function tallyLines(
  { lines, max }: { readonly lines: StackedLines; readonly max: number },
  part: PartOfSubjects,
  at: Runtime,
): readonly (Float64Array | Uint32Array)[] | null {
  if (isTalliedByKeys(lines)) {
    const counts = tallyKeys(lines, part, at);
    return counts && listsOf(firstCounts(counts, max));
  }
  const { take, finish } = lines.size <= maxDense ? denseCounter(lines.size) : sparseCounter();
  if (!readLines(lines, part, { take, at })) return null;
  const tally = finish(max);
  return tally === null ? [] : listsOf(tally);
}

const listsOf = ({ keys, counts }: Tally) => [Float64Array.from(keys), Uint32Array.from(counts)];

/** The first keys that occur, of the counts of all. */
function firstCounts(counts: Uint32Array, max: number): Tally {
  const found: number[] = [];
  for (let key = 0; key < counts.length && found.length < max; key += 1)
    if (counts[key] !== 0) found.push(key);
  return { keys: found, counts: found.map((key) => counts[key] ?? 0) };
}

function denseCounter(size: number): Counter {
  const counts = new Uint32Array(size);
  return {
    take: (keys, count) => {
      for (let index = 0; index < count; index += 1) {
        const key = (keys[index] ?? 0) >>> 0;
        counts[key] = (counts[key] ?? 0) + 1;
      }
    },
    finish: (max) => firstCounts(counts, max),
  };
}

/** A table with free room: a key is looked for from the slot that its bits name. */
export function sparseCounter(): Counter {
  // Keys are kept as one more, so that 0 is a free slot.
  let slots = new Float64Array(4096);
  let counts = new Uint32Array(slots.length);
  let distinct = 0;
  const slotOf = (kept: number): number => {
    const mask = slots.length - 1;
    const mixed = Math.imul((kept >>> 0) ^ Math.imul(Math.floor(kept / 2 ** 32), 0x9e3779b1), 0x85ebca6b);
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    while (slots[slot] !== 0 && slots[slot] !== kept) slot = (slot + 1) & mask;
    return slot;
  };
  const grow = (): void => {
    const [before, countsBefore] = [slots, counts];
    slots = new Float64Array(2 * before.length);
    counts = new Uint32Array(slots.length);
    before.forEach((kept, index) => {
      if (kept === 0) return;
      const slot = slotOf(kept);
      slots[slot] = kept;
      counts[slot] = countsBefore[index] ?? 0;
    });
  };
  return {
    take: (keys, count) => {
      if (distinct > maxSparse) return;
      for (let index = 0; index < count; index += 1) {
        const kept = (keys[index] ?? 0) + 1;
        const slot = slotOf(kept);
        counts[slot] = (counts[slot] ?? 0) + 1;
        if (slots[slot] !== 0) continue;
        slots[slot] = kept;
        distinct += 1;
        if (2 * distinct > slots.length) grow();
      }
    },
    finish: (max) => {
      if (distinct > maxSparse) return null;
      const kept = slots
        .filter((key) => key !== 0)
        .sort()
        .subarray(0, max);
      return {
        keys: kept.map((key) => key - 1),
        counts: Uint32Array.from(kept, (key) => counts[slotOf(key)] ?? 0),
      };
    },
  };
}

/** More than the days between any two. */
export const maxDays = 2 ** 22;
/** Of so many days each has a counter, of later ones those that occur. */
const nearDays = 2 ** 16;

/** Counts keys that say which of some kinds, and which day: the kind times `maxDays`, and the day. */
export function dayCounter(kinds: number): Counter {
  const near = new Uint32Array(kinds * nearDays);
  const far = sparseCounter();
  return {
    take: (keys, count) => {
      let later = 0;
      for (let index = 0; index < count; index += 1) {
        const key = keys[index] ?? 0;
        const day = key % maxDays;
        if (day < nearDays) {
          const at = ((key - day) / maxDays) * nearDays + day;
          near[at] = (near[at] ?? 0) + 1;
        } else {
          keys[later] = key;
          later += 1;
        }
      }
      far.take(keys, later);
    },
    finish: (max) => {
      const { keys, counts } = firstCounts(near, Number.POSITIVE_INFINITY);
      const rest = far.finish(max);
      const ofDays = Array.from(keys, (at) => Math.floor(at / nearDays) * maxDays + (at % nearDays));
      return rest && addTallies({ keys: ofDays, counts }, rest, max);
    },
  };
}

/** The tallies of two parts together: the first `max` keys, which are among the first of a part. */
export function addTallies(one: Tally, other: Tally, max: number) {
  const room = Math.min(max, one.keys.length + other.keys.length);
  const [keys, counts] = [new Float64Array(room), new Uint32Array(room)];
  let [first, second, count] = [0, 0, 0];
  for (; count < room; count += 1) {
    const [a, b] = [one.keys[first] ?? Infinity, other.keys[second] ?? Infinity];
    const key = Math.min(a, b);
    if (key === Infinity) break;
    keys[count] = key;
    counts[count] =
      (a === key ? (one.counts[first] ?? 0) : 0) + (b === key ? (other.counts[second] ?? 0) : 0);
    if (a === key) first += 1;
    if (b === key) second += 1;
  }
  return { keys: keys.subarray(0, count), counts: counts.subarray(0, count) };
}
