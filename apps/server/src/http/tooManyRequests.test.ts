import { expect, it } from 'vitest';
import { TooManyRequests, tooManyAttempts } from './tooManyRequests.ts';

it('a refusal of too many requests or attempts says how long to wait, one second in the singular', () => {
  expect([1, 30].map((seconds) => new TooManyRequests(seconds).message)).toEqual([
    'Too many requests. Please wait 1 second.',
    'Too many requests. Please wait 30 seconds.',
  ]);
  expect([1, 30].map((seconds) => tooManyAttempts(seconds).message)).toEqual([
    'Too many attempts. Please wait 1 second.',
    'Too many attempts. Please wait 30 seconds.',
  ]);
});
