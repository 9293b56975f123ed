import { afterEach, expect, it, vi } from 'vitest';
import { createSemaphore, type SemaphoreRules } from './semaphore.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Callers that note their names when they get a permit; the asker is the first letter of the name. */
function callersOf(rules: SemaphoreRules) {
  const semaphore = createSemaphore(rules);
  const entered: string[] = [];
  const enter = async (name: string, signal?: AbortSignal) => {
    const permit = await semaphore.take({ asker: name[0], signal });
    entered.push(name);
    return permit;
  };
  return { entered, enter };
}

it('as many callers go on as there are permits, in the order in which they came', async () => {
  const { entered, enter } = callersOf({ atOnce: 2 });
  const [a, b, c, d] = ['a1', 'a2', 'a3', 'a4'].map((name) => enter(name));
  (await b)?.end();
  await c;
  expect(entered).toEqual(['a1', 'a2', 'a3']);
  (await a)?.end();
  await d;
  expect(entered).toEqual(['a1', 'a2', 'a3', 'a4']);
});

it('an asker has no more permits at a time than one may have, and leaves the others free', async () => {
  const { entered, enter } = callersOf({ atOnce: 3, each: 2 });
  const [first, , third] = ['a1', 'a2', 'a3', 'a4'].map((name) => enter(name));
  await enter('b1');
  expect(entered).toEqual(['a1', 'a2', 'b1']);
  (await first)?.end();
  await third;
  expect(entered).toEqual(['a1', 'a2', 'b1', 'a3']);
});

it('the asker with fewest permits is next, however many of another asker came before', async () => {
  const { entered, enter } = callersOf({ atOnce: 2, each: 2 });
  const [first, second, third] = ['a1', 'a2', 'a3', 'a4'].map((name) => enter(name));
  const later = enter('b1');
  (await first)?.end();
  await later;
  expect(entered).toEqual(['a1', 'a2', 'b1']);
  (await second)?.end();
  await third;
  expect(entered).toEqual(['a1', 'a2', 'b1', 'a3']);
});

it('among askers with as many permits, the one who got its last permit longest ago is next', async () => {
  const { entered, enter } = callersOf({ atOnce: 1 });
  const waiting = ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => enter(name));
  for (const index of [0, 3, 1, 4, 2]) (await waiting[index])?.end();
  expect(entered).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
});

it('a permit that ends twice lets only one caller go on', async () => {
  const { entered, enter } = callersOf({ atOnce: 1 });
  const first = await enter('a1');
  const second = enter('a2');
  void enter('a3');
  first.end();
  first.end();
  await second;
  expect(entered).toEqual(['a1', 'a2']);
});

it('a caller whose signal is aborted is rejected with its reason and leaves the line', async () => {
  const { entered, enter } = callersOf({ atOnce: 1 });
  const first = await enter('a1');
  const leaving = new AbortController();
  const second = enter('a2', leaving.signal);
  const third = enter('a3');
  leaving.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  await expect(enter('a4', leaving.signal)).rejects.toThrow('gone');
  first.end();
  await third;
  expect(entered).toEqual(['a1', 'a3']);
});

it('a caller whose asker has too many waiting is refused, and those of another asker are not', async () => {
  const { entered, enter } = callersOf({ atOnce: 1, maxWaiting: 1 });
  const first = await enter('a1');
  const second = enter('a2');
  await expect(enter('a3')).rejects.toMatchObject({ code: 'too_many_requests' });
  const other = enter('b1');
  first.end();
  (await other).end();
  await second;
  expect(entered).toEqual(['a1', 'b1', 'a2']);
});

it('a patient caller waits behind however many, and for as long as it takes', async () => {
  vi.useFakeTimers();
  const semaphore = createSemaphore({ atOnce: 1, maxWaiting: 0, maxWaitMs: 1000 });
  const first = await semaphore.take();
  const second = semaphore.take({ isPatient: true });
  await expect(semaphore.take()).rejects.toMatchObject({ code: 'too_many_requests' });
  vi.advanceTimersByTime(60_000);
  first.end();
  (await second).end();
});

it('a caller who waited too long is refused, and the permit goes to the next', async () => {
  vi.useFakeTimers();
  const { entered, enter } = callersOf({ atOnce: 1, maxWaitMs: 1000 });
  const first = await enter('a1');
  const refused = expect(enter('a2')).rejects.toMatchObject({ code: 'too_many_requests' });
  vi.advanceTimersByTime(999);
  const third = enter('a3');
  vi.advanceTimersByTime(1);
  await refused;
  first.end();
  await third;
  expect(entered).toEqual(['a1', 'a3']);
});

it('a closed semaphore rejects waiting and later callers, and is idle when all permits have ended', async () => {
  const semaphore = createSemaphore({ atOnce: 2 });
  const taken = [await semaphore.take(), await semaphore.take()];
  const waiting = semaphore.take();
  semaphore.close();
  await expect(waiting).rejects.toThrow('closed');
  await expect(semaphore.take()).rejects.toThrow('closed');
  let isIdle = false;
  const idle = semaphore.idle().then(() => (isIdle = true));
  taken[0]?.end();
  await Promise.resolve();
  expect(isIdle).toBe(false);
  taken[1]?.end();
  expect(await idle).toBe(true);
});
