import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createConnection } from './connection.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/**
 * A connection that gives the answers of the list, and after those always answers; and the seconds at which it was
 * probed.
 */
function aConnection(...answers: readonly boolean[]) {
  const callTimes: number[] = [];
  const start = Date.now();
  const connection = createConnection(async () => {
    callTimes.push((Date.now() - start) / 1000);
    return answers[callTimes.length - 1] ?? true;
  });
  return { connection, callTimes };
}

it('a portal that answers is not offline for a call that was lost', async () => {
  const { connection } = aConnection();
  const listener = vi.fn<() => void>();
  connection.subscribe(listener);
  await connection.untilBack();
  expect(listener).not.toHaveBeenCalled();
});

it('the pauses between attempts grow, and all calls that were lost wait for the same ones', async () => {
  const { connection, callTimes } = aConnection(false, false, false);
  const waiting = Promise.all([connection.untilBack(), connection.untilBack()]);
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.isOffline()).toBe(true);
  await vi.advanceTimersByTimeAsync(10_000);
  await waiting;
  expect(callTimes).toEqual([0, 1, 3, 7]);
  expect(connection.isOffline()).toBe(false);
});

it('a person can have it tried at once', async () => {
  const { connection, callTimes } = aConnection(false, false, false, false);
  const waiting = connection.untilBack();
  await vi.advanceTimersByTimeAsync(7000);
  connection.tryNow();
  await vi.advanceTimersByTimeAsync(0);
  await waiting;
  expect(callTimes).toEqual([0, 1, 3, 7, 7]);
});

it('a call that is given up waits no longer', async () => {
  const { connection } = aConnection(false, false, false, false);
  const controller = new AbortController();
  const waiting = connection.untilBack(controller.signal);
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
});
