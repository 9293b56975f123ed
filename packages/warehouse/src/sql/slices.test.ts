import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inSlices } from './slices.ts';

/** Steps that note their name; each takes a millisecond of a clock of their own. */
function workOf(name: string, count: number) {
  const done: string[] = [];
  let time = 0;
  function* steps() {
    for (let step = 0; step < count; step += 1) {
      done.push(`${name}${step}`);
      time += 1;
      yield;
    }
    return done.length;
  }
  return { done, run: () => inSlices(steps(), () => time) };
}

test('long work gives way to others every few milliseconds, and ends with its result', async () => {
  const work = workOf('a', 10);
  const result = work.run();
  const seen: number[] = [];
  while (work.done.length < 10) {
    await turn();
    seen.push(work.done.length);
  }
  expect(await result).toBe(10);
  expect(seen).toEqual([2, 4, 6, 8, 10]);
});

test('short work is done at once', async () => {
  const work = workOf('a', 1);
  let turns = 0;
  const counting = setImmediate(() => (turns += 1));
  expect(await work.run()).toBe(1);
  expect(turns).toBe(0);
  clearImmediate(counting);
});

test('of several works one has a slice in each turn of the event loop, in the order in which they came', async () => {
  const [one, other] = [workOf('a', 6), workOf('b', 6)];
  const results = Promise.all([one.run(), other.run()]);
  const seen: string[] = [];
  while (one.done.length + other.done.length < 12) {
    await turn();
    seen.push(`${one.done.length} ${other.done.length}`);
  }
  await results;
  expect(seen).toEqual(['2 2', '4 2', '4 4', '6 4', '6 6']);
});
