import { describe, expect, it } from 'vitest';
import { createTestClock } from '../testing/testClock.ts';
import { createBackoff } from './backoff.ts';

describe('a back-off', () => {
  it('lets a few failures pass, then makes one wait, and refusals do not prolong it', () => {
    const { clock, backoff } = rules();
    expect(taken(6, () => backoff.take('ada'))).toEqual([0, 0, 0, 60, 60, 60]);
    clock.advance(0.5);
    expect(backoff.take('ada')).toBe(30);
  });

  it('doubles the wait with each further failure, up to a limit', () => {
    const { clock, backoff } = rules();
    taken(3, () => backoff.take('ada'));
    const waits = [1, 2, 4, 5, 5].map((minutes) => {
      const wait = backoff.waitOf('ada');
      clock.advance(minutes);
      expect(backoff.take('ada')).toBe(0);
      return wait;
    });
    expect(waits).toEqual([60, 120, 240, 300, 300]);
  });

  it('counts each key separately', () => {
    const { backoff } = rules();
    taken(4, () => backoff.take('ada'));
    expect(backoff.take('bo')).toBe(0);
  });

  it('forgets a key after a long time without attempts', () => {
    const { clock, backoff } = rules();
    taken(4, () => backoff.take('ada'));
    clock.advance(61);
    expect(taken(4, () => backoff.take('ada'))).toEqual([0, 0, 0, 60]);
  });

  it('takes back one attempt with its wait, or forgets all', () => {
    const { backoff } = rules();
    taken(3, () => backoff.take('ada'));
    backoff.giveBack('ada');
    expect(taken(2, () => backoff.take('ada'))).toEqual([0, 60]);
    backoff.forget('ada');
    expect(backoff.take('ada')).toBe(0);
  });

  it('keeps counting a key while many others are added', () => {
    const { backoff } = rules();
    taken(3, () => backoff.take('ada'));
    for (let other = 0; other < 10_000; other += 1) backoff.take(`other${other}`);
    expect(backoff.take('ada')).toBe(60);
  });
});

const rules = () => {
  const clock = createTestClock();
  const backoff = createBackoff({
    clock: clock.now,
    free: 3,
    firstWaitMs: 60_000,
    maxWaitMs: 5 * 60_000,
    forgetAfterMs: 60 * 60_000,
  });
  return { clock, backoff };
};

const taken = (times: number, take: () => number): readonly number[] => Array.from({ length: times }, take);
