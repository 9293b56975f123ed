import { describe, expect, it } from 'vitest';
import { createTestClock } from '../testing/testClock.ts';
import { createThrottle } from './throttle.ts';

const rules = () => {
  const clock = createTestClock();
  return { clock, throttle: createThrottle({ clock: clock.now, attempts: 3, windowMs: 5 * 60_000 }) };
};

const taken = (times: number, take: () => number): readonly number[] => Array.from({ length: times }, take);

describe('a throttle', () => {
  it('refuses after so many attempts and says how many seconds are left', () => {
    const { clock, throttle } = rules();
    expect(taken(4, () => throttle.take('ada'))).toEqual([0, 0, 0, 300]);
    clock.advance(2);
    expect(throttle.take('ada')).toBe(180);
  });

  it('counts each key for itself', () => {
    const { throttle } = rules();
    taken(4, () => throttle.take('ada'));
    expect(throttle.take('bo')).toBe(0);
  });

  it('opens again after the window, and refusals do not prolong it', () => {
    const { clock, throttle } = rules();
    taken(10, () => throttle.take('ada'));
    clock.advance(5);
    expect(taken(4, () => throttle.take('ada'))).toEqual([0, 0, 0, 300]);
  });

  it('gives one attempt back, or forgets all', () => {
    const { throttle } = rules();
    taken(3, () => throttle.take('ada'));
    throttle.giveBack('ada');
    expect(taken(2, () => throttle.take('ada'))).toEqual([0, 300]);
    throttle.forget('ada');
    expect(throttle.take('ada')).toBe(0);
  });

  it('keeps counting a key while a flood of others passes by', () => {
    const { throttle } = rules();
    taken(3, () => throttle.take('ada'));
    for (let other = 0; other < 10_000; other += 1) throttle.take(`other${other}`);
    expect(throttle.take('ada')).toBe(300);
  });
});
