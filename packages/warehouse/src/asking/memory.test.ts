import { expect, it } from 'vitest';
import { createMemory } from './memory.ts';

it('callers at the same time and later get what was found once', async () => {
  const values = createMemory<number>({ name: 'numbers', max: 10 });
  let found = 0;
  const find = async () => {
    found += 1;
    return found;
  };
  expect(await Promise.all([values.find('a', find), values.find('a', find), values.find('b', find)])).toEqual(
    [1, 1, 2],
  );
  expect(await values.find('a', find)).toBe(1);
  expect(found).toBe(2);
});

it('a failure reaches all who wait for it and is not kept', async () => {
  const values = createMemory<number>({ name: 'numbers', max: 10 });
  const fail = () => Promise.reject(new Error('no'));
  const both = await Promise.allSettled([values.find('a', fail), values.find('a', () => Promise.resolve(1))]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await values.find('a', () => Promise.resolve(2))).toBe(2);
});

it('what is forgotten is found anew, and forgetting gives what was found', async () => {
  const values = createMemory<number>({ name: 'numbers', max: 10 });
  expect(await values.forget('a')).toBeUndefined();
  await values.find('a', async () => 1);
  expect(await values.forget('a')).toBe(1);
  expect(await values.find('a', async () => 2)).toBe(2);
});

it('what is forgotten while it is being found is not kept, and does not replace what is found after it', async () => {
  const values = createMemory<number>({ name: 'numbers', max: 10 });
  const end: (() => void)[] = [];
  const find = (value: number) => () => new Promise<number>((found) => end.push(() => found(value)));
  const finding = values.find('a', find(1));
  const forgotten = values.forget('a');
  const findingAnew = values.find('a', find(2));
  end[0]?.();
  expect([await finding, await forgotten]).toEqual([1, 1]);
  expect(values.get('a')).toBeUndefined();
  const waiting = values.find('a', find(3));
  end[1]?.();
  expect([await findingAnew, await waiting]).toEqual([2, 2]);
  expect(values.get('a')).toBe(2);
});

it('forgetting what cannot be found is no failure', async () => {
  const values = createMemory<number>({ name: 'numbers', max: 10 });
  const finding = values.find('a', () => Promise.reject(new Error('no')));
  expect(await Promise.allSettled([finding, values.forget('a')])).toEqual([
    { status: 'rejected', reason: new Error('no') },
    { status: 'fulfilled', value: undefined },
  ]);
});
