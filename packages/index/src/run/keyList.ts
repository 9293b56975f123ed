/** Numbers in the front of an array that grows. */
export interface KeyList {
  keys: Float64Array;
  count: number;
}

export const keyList = (room: number): KeyList => ({ keys: new Float64Array(room), count: 0 });

/** Makes room for so many numbers. */
export function ensure(list: KeyList, count: number): void {
  if (count <= list.keys.length) return;
  const larger = new Float64Array(Math.max(count, 2 * list.keys.length));
  larger.set(list.keys.subarray(0, list.count));
  list.keys = larger;
}

/** Replaces the numbers from `begin` on by each of their sums with a number of the other list. */
export function cross(list: KeyList, begin: number, { keys: others, count: many }: KeyList): void {
  const own = list.count - begin;
  ensure(list, begin + own * many);
  const { keys } = list;
  for (let other = many - 1; other >= 0; other -= 1) {
    const added = others[other] ?? 0;
    const at = begin + other * own;
    for (let index = 0; index < own; index += 1) keys[at + index] = (keys[begin + index] ?? 0) + added;
  }
  list.count = begin + own * many;
}

/** Up to so many numbers are compared one by one. */
const maxCompared = 24;

/** Adds a number that is not there yet; beyond some, also one that is: see `finishDistinct`. */
export function addDistinct(list: KeyList, key: number): void {
  const { keys, count } = list;
  if (count < maxCompared) for (let index = 0; index < count; index += 1) if (keys[index] === key) return;
  ensure(list, count + 1);
  list.keys[count] = key;
  list.count = count + 1;
}

/** Leaves each number once. */
export function finishDistinct(list: KeyList): void {
  if (list.count <= maxCompared) return;
  const sorted = list.keys.subarray(0, list.count).sort();
  let count = 0;
  for (const key of sorted) {
    if (count > 0 && sorted[count - 1] === key) continue;
    sorted[count] = key;
    count += 1;
  }
  list.count = count;
}
