import { expect, it } from 'vitest';
import { judgeSession } from './judgeSession.ts';

const minute = 60_000;
const ends = { expiresAt: 30 * minute, idleAt: 60 * minute, warningMs: 2 * minute };

it.each([
  { at: 0, kind: 'calm' },
  { at: 28 * minute - 1, kind: 'calm' },
  { at: 28 * minute, kind: 'warning' },
  { at: 30 * minute, kind: 'warning' },
  { at: 30 * minute + 2000, kind: 'over' },
  { at: 8 * 60 * minute, kind: 'over' },
])('a session that expires at minute 30 is $kind at $at ms', ({ at, kind }) => {
  expect(judgeSession(at, ends).kind).toBe(kind);
});

it('warns of the end that comes first', () => {
  const idleFirst = { ...ends, idleAt: 10 * minute };
  expect(judgeSession(9 * minute, idleFirst)).toMatchObject({ reason: 'idle', endsAt: 10 * minute });
  expect(judgeSession(29 * minute, ends)).toMatchObject({ reason: 'expiry', endsAt: 30 * minute });
});

it('ends for inactivity exactly at the idle time, also when the machine slept past the expiry', () => {
  const idleFirst = { ...ends, idleAt: 10 * minute };
  expect(judgeSession(10 * minute, idleFirst)).toEqual({ kind: 'over', reason: 'idle' });
  expect(judgeSession(90 * minute, idleFirst)).toEqual({ kind: 'over', reason: 'idle' });
});

it('is checked again when the warning is due, then at each remaining whole second', () => {
  expect(judgeSession(5 * minute, ends)).toEqual({ kind: 'calm', nextAt: 28 * minute });
  expect(judgeSession(28 * minute + 300, ends)).toMatchObject({ nextAt: 28 * minute + 1000 });
  expect(judgeSession(29 * minute, ends)).toMatchObject({ nextAt: 29 * minute + 1000 });
});
