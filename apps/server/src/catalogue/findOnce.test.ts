import { expect, test } from 'vitest';
import { findOnce } from './findOnce.ts';

test('callers at the same time and later get what was found once', async () => {
  const values = findOnce(new Map<string, number>());
  let found = 0;
  const find = async () => {
    found += 1;
    return found;
  };
  expect(await Promise.all([values('a', find), values('a', find), values('b', find)])).toEqual([1, 1, 2]);
  expect(await values('a', find)).toBe(1);
  expect(found).toBe(2);
});

test('a failure reaches all who wait for it and is not kept', async () => {
  const values = findOnce(new Map<string, number>());
  const fail = () => Promise.reject(new Error('no'));
  const both = await Promise.allSettled([values('a', fail), values('a', () => Promise.resolve(1))]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await values('a', () => Promise.resolve(2))).toBe(2);
});
