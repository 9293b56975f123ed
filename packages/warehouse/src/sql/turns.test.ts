import { afterEach, expect, test, vi } from 'vitest';
import { createTurns, type TurnRules } from './turns.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Callers that note their names when it is their turn; the asker is the first letter of the name. */
function callersOf(rules: TurnRules) {
  const turns = createTurns(rules);
  const entered: string[] = [];
  const enter = async (name: string, signal?: AbortSignal) => {
    const turn = await turns.take({ asker: name[0], signal });
    entered.push(name);
    return turn;
  };
  return { entered, enter };
}

test('as many callers go on as there are turns, in the order in which they came', async () => {
  const { entered, enter } = callersOf({ atOnce: 2 });
  const [a, b, c, d] = ['a1', 'a2', 'a3', 'a4'].map((name) => enter(name));
  (await b)?.end();
  await c;
  expect(entered).toEqual(['a1', 'a2', 'a3']);
  (await a)?.end();
  await d;
  expect(entered).toEqual(['a1', 'a2', 'a3', 'a4']);
});

test('an asker has no more turns under way than one may have, and leaves the others free', async () => {
  const { entered, enter } = callersOf({ atOnce: 3, each: 2 });
  const [first, , third] = ['a1', 'a2', 'a3', 'a4'].map((name) => enter(name));
  await enter('b1');
  expect(entered).toEqual(['a1', 'a2', 'b1']);
  (await first)?.end();
  await third;
  expect(entered).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('who has fewest turns under way is next, however many of another asker came before', async () => {
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

test('among askers with as many turns the one whose last turn began longest ago is next', async () => {
  const { entered, enter } = callersOf({ atOnce: 1 });
  const waiting = ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => enter(name));
  for (const index of [0, 3, 1, 4, 2]) (await waiting[index])?.end();
  expect(entered).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
});

test('a turn that ends twice lets one caller go on only', async () => {
  const { entered, enter } = callersOf({ atOnce: 1 });
  const first = await enter('a1');
  const second = enter('a2');
  void enter('a3');
  first.end();
  first.end();
  await second;
  expect(entered).toEqual(['a1', 'a2']);
});

test('a caller whose signal is aborted is rejected with its reason and leaves the line', async () => {
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

test('a caller whose asker has too many waiting is refused, and those of another asker are not', async () => {
  const { entered, enter } = callersOf({ atOnce: 1, mostWaiting: 1 });
  const first = await enter('a1');
  const second = enter('a2');
  await expect(enter('a3')).rejects.toMatchObject({ code: 'too_many_requests' });
  const other = enter('b1');
  first.end();
  (await other).end();
  await second;
  expect(entered).toEqual(['a1', 'b1', 'a2']);
});

test('a patient caller waits behind however many, and for as long as it takes', async () => {
  vi.useFakeTimers();
  const turns = createTurns({ atOnce: 1, mostWaiting: 0, longestWaitMs: 1000 });
  const first = await turns.take();
  const second = turns.take({ isPatient: true });
  await expect(turns.take()).rejects.toMatchObject({ code: 'too_many_requests' });
  vi.advanceTimersByTime(60_000);
  first.end();
  (await second).end();
});

test('a caller who waited too long is refused, and the turn goes to the next', async () => {
  vi.useFakeTimers();
  const { entered, enter } = callersOf({ atOnce: 1, longestWaitMs: 1000 });
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

test('closed turns reject callers who wait and who come later, and is idle when all turns have ended', async () => {
  const turns = createTurns({ atOnce: 2 });
  const taken = [await turns.take(), await turns.take()];
  const waiting = turns.take();
  turns.close();
  await expect(waiting).rejects.toThrow('closed');
  await expect(turns.take()).rejects.toThrow('closed');
  let isIdle = false;
  const idle = turns.idle().then(() => (isIdle = true));
  taken[0]?.end();
  await Promise.resolve();
  expect(isIdle).toBe(false);
  taken[1]?.end();
  expect(await idle).toBe(true);
});
