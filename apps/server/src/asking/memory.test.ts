import { memoriesInUse } from '@atrium/warehouse';
import { expect, it } from 'vitest';
import { memoryOf, oncePer, perEpoch } from './memory.ts';

it('what was found is kept for its epoch, and what was not found is not kept', async () => {
  const keep = perEpoch<{ readonly value: number }>('numbers of epochs');
  let value = 0;
  const find = async () => ({ value: ++value });
  expect(await keep({ epoch: 'a', key: 'k' }, async () => null)).toBe(null);
  expect(await keep({ epoch: 'a', key: 'k' }, find)).toEqual({ value: 1 });
  expect(await keep({ epoch: 'a', key: 'k' }, find)).toEqual({ value: 1 });
  expect(await keep({ epoch: 'a', key: 'other' }, find)).toEqual({ value: 2 });
  expect(await keep({ epoch: 'b', key: 'k' }, find)).toEqual({ value: 3 });
  expect(await keep({ epoch: undefined, key: 'k' }, find)).toEqual({ value: 4 });
  expect(await keep({ epoch: 'b', key: 'k' }, find)).toEqual({ value: 3 });
  // One of another epoch is missed.
  expect(memoriesInUse().find(({ name }) => name === 'numbers of epochs')).toMatchObject({
    found: 2,
    missed: 4,
  });
});

it('a memory belongs to its owner, and all of one name are measured together', () => {
  const numbers = memoryOf<number>({ name: 'numbers of owners', max: 2 });
  const [one, other] = [{}, {}];
  numbers(one).keep('a', 1);
  numbers(other).keep('b', 2);
  expect([numbers(one).get('a'), numbers(one).get('b'), numbers(other).get('b')]).toEqual([1, undefined, 2]);
  expect(memoriesInUse().find(({ name }) => name === 'numbers of owners')).toEqual({
    name: 'numbers of owners',
    entries: 2,
    found: 2,
    missed: 1,
  });
});

it('what two objects give is found once for both', () => {
  let count = 0;
  const find = oncePer((_one: object, _other: object) => ++count);
  const [one, other] = [{}, {}];
  expect([find(one, other), find(one, other), find(other, one)]).toEqual([1, 1, 2]);
});
