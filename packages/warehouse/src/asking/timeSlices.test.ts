import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerQuestion } from './question.ts';
import { callersInTurn, inTimeSlices } from './timeSlices.ts';

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
  return { done, run: () => inTimeSlices(steps(), () => time) };
}

it('long work gives way to others every few milliseconds, and ends with its result', async () => {
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

it('short work is done at once', async () => {
  const work = workOf('a', 1);
  let turns = 0;
  const counting = setImmediate(() => (turns += 1));
  expect(await work.run()).toBe(1);
  expect(turns).toBe(0);
  clearImmediate(counting);
});

it('of several works one has a slice in each turn of the event loop, in the order in which they came', async () => {
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

describe('short requests of others', () => {
  /** Requests of an account that end when the test says so. */
  function requestsOf(asker: string, count: number) {
    const ends: (() => void)[] = [];
    const all = Array.from({ length: count }, () =>
      answerQuestion(asker, () => new Promise<void>((resolve) => ends.push(resolve))),
    );
    return async () => {
      for (const end of ends) end();
      await Promise.all(all);
    };
  }

  const turns = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) await turn();
  };

  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('come before long work of an account that has more under way (rule 8.32)', async () => {
    const work = workOf('a', 6);
    const endGreedy = requestsOf('greedy', 1);
    const result = answerQuestion('greedy', work.run);
    const endModest = requestsOf('modest', 1);
    await turns(5);
    vi.advanceTimersByTime(10);
    await turns(5);
    expect(work.done).toHaveLength(2);
    await endModest();
    vi.advanceTimersByTime(1);
    await turns(5);
    expect(await result).toBe(6);
    await endGreedy();
  });

  /** How many steps long work has done after a time in which others always have a young request. */
  async function stepsAmongOthers(steps: number, forMs: number): Promise<number> {
    const work = workOf('a', steps);
    const endGreedy = requestsOf('greedy', 1);
    const result = answerQuestion('greedy', work.run);
    let endModest = requestsOf('modest', 1);
    for (let ms = 0; ms < forMs; ms += 5) {
      await endModest();
      endModest = requestsOf('modest', 1);
      vi.advanceTimersByTime(5);
      await turns(3);
    }
    const done = work.done.length;
    await endModest();
    for (let ms = 0; ms < 500; ms += 5) {
      vi.advanceTimersByTime(5);
      await turns(2);
    }
    await result;
    await endGreedy();
    return done;
  }

  it('do not stop it: long work goes on after 200 ms (rule 8.32)', async () => {
    expect(await stepsAmongOthers(6, 190)).toBe(2);
    expect(await stepsAmongOthers(6, 415)).toBe(6);
  });

  it('hold a request up for two seconds in all (rule 8.32)', async () => {
    expect(await stepsAmongOthers(100, 1_900)).toBeLessThan(30);
    expect(await stepsAmongOthers(100, 2_700)).toBe(100);
  });

  it('of an account that asks more do not hold up the work of one that asks less (rule 8.32)', async () => {
    const work = workOf('a', 6);
    const endGreedy = requestsOf('greedy', 3);
    const result = answerQuestion('modest', work.run);
    await turns(10);
    expect(await result).toBe(6);
    await endGreedy();
  });
});

it('each caller who waits has a turn before another has its next one (rule 8.32)', async () => {
  const take = callersInTurn();
  const order: string[] = [];
  const wait = (caller: string) =>
    answerQuestion(caller, async () => {
      const turn = await take();
      order.push(caller);
      turn.end();
    });
  const first = await take();
  const all = ['greedy', 'greedy', 'greedy', 'modest'].map(wait);
  await Promise.resolve();
  first.end();
  await Promise.all(all);
  expect(order).toEqual(['greedy', 'modest', 'greedy', 'greedy']);
});
