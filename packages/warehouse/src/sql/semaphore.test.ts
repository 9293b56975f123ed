import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore.ts';

/** Callers that note their names when they are let in. */
function callersOf(semaphore: ReturnType<typeof createSemaphore>) {
  const entered: string[] = [];
  const enter = async (name: string, signal?: AbortSignal) => {
    const permit = await semaphore.acquire(signal);
    entered.push(name);
    return permit;
  };
  return { entered, enter };
}

test('lets in as many callers as it has permits, in the order in which they came', async () => {
  const { entered, enter } = callersOf(createSemaphore(2));
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => enter(name));
  (await b)?.release();
  await c;
  expect(entered).toEqual(['a', 'b', 'c']);
  (await a)?.release();
  await d;
  expect(entered).toEqual(['a', 'b', 'c', 'd']);
});

test('a permit that is released twice lets in one caller only', async () => {
  const { entered, enter } = callersOf(createSemaphore(1));
  const first = await enter('a');
  const second = enter('b');
  void enter('c');
  first.release();
  first.release();
  await second;
  expect(entered).toEqual(['a', 'b']);
});

test('a caller whose signal is aborted is rejected with its reason and leaves the line', async () => {
  const { entered, enter } = callersOf(createSemaphore(1));
  const first = await enter('a');
  const leaving = new AbortController();
  const second = enter('b', leaving.signal);
  const third = enter('c');
  leaving.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  await expect(enter('d', leaving.signal)).rejects.toThrow('gone');
  first.release();
  await third;
  expect(entered).toEqual(['a', 'c']);
});

test('a closed semaphore rejects callers who wait and who come later, and is idle when all permits are back', async () => {
  const semaphore = createSemaphore(2);
  const permits = [await semaphore.acquire(), await semaphore.acquire()];
  const waiting = semaphore.acquire();
  semaphore.close();
  await expect(waiting).rejects.toThrow('closed');
  await expect(semaphore.acquire()).rejects.toThrow('closed');
  let isIdle = false;
  const idle = semaphore.idle().then(() => (isIdle = true));
  permits[0]?.release();
  await Promise.resolve();
  expect(isIdle).toBe(false);
  permits[1]?.release();
  expect(await idle).toBe(true);
});
