import { setImmediate } from 'node:timers/promises';

const maxSliceMs = 2;

/** Does some work for each item; others have the thread after a few milliseconds each. */
export async function forEachInSlices<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
): Promise<void> {
  let began = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - began < maxSliceMs) continue;
    await setImmediate();
    began = performance.now();
  }
}
