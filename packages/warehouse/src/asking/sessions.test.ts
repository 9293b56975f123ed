import { afterEach, expect, it, vi } from 'vitest';
import type { Row } from '../sql/row.ts';
import { runOn, type SessionPool } from './sessions.ts';

afterEach(() => {
  vi.useRealTimers();
});

const pool: SessionPool<{ interrupt: () => void; end: () => void }> = {
  borrow: async () => ({ interrupt: () => {}, end: () => {} }),
  closing: new AbortController().signal,
  close: async () => {},
};

/** Each batch takes so many milliseconds of a clock that only the test moves. */
async function* working(...durations: readonly number[]): AsyncGenerator<Row[]> {
  for (const duration of durations) {
    vi.advanceTimersByTime(duration);
    yield [{ duration }];
  }
}

it('the time in which rows are read does not count for the time-out of a statement', async () => {
  vi.useFakeTimers();
  const durations: unknown[] = [];
  for await (const [row] of runOn(pool, { timeoutMs: 100 }, async () => working(40, 40))) {
    vi.advanceTimersByTime(1000);
    durations.push(row?.['duration']);
  }
  expect(durations).toEqual([40, 40]);
});

it('the times in which a statement works are added up for its time-out', async () => {
  vi.useFakeTimers();
  const read = async (): Promise<void> => {
    for await (const _ of runOn(pool, { timeoutMs: 100 }, async () => working(60, 60)))
      vi.advanceTimersByTime(1000);
  };
  await expect(read()).rejects.toMatchObject({ code: 'timed_out' });
});
