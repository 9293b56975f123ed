import { expect, test } from 'vitest';
import { notSet } from './buckets.ts';
import { pivot, pivotInSteps, type Row, sortByPath } from './pivot.ts';

const each = { bucketing: { kind: 'each' } } as const;
/** Keys of three concepts in the order of an axis (rule 6.6). */
const outer = ['', '1', '2', '10', 'a2', 'a10', 'b', null] as const;
const inner = [-1, 2, 10, null] as const;
const across = [false, true, null] as const;

/** Every second combination, in an order of no meaning. */
const rows: readonly Row[] = outer
  .flatMap((k0, a) =>
    inner.flatMap((k1, b) =>
      across.map((k2, c) => ({ k0, k1, k2, k3: 'same', subjects: 100 * a + 10 * b + c + 1, sum: a + b + c })),
    ),
  )
  .filter(({ sum }) => sum % 2 === 0)
  .toSorted((one, other) => ((one.subjects * 7919) % 1000) - ((other.subjects * 7919) % 1000));

test('a cross-tab has each combination once on its axes, outermost concept first, and 0 where none occurs (rules 6.6 and 6.7)', () => {
  const { index, columns, data } = pivot(rows, { rows: [each, each], cols: [each, each] });
  const lines = outer.flatMap((k0) => inner.map((k1) => ({ k0, k1 })));
  expect(index).toEqual(lines.map(({ k0, k1 }) => [k0 ?? notSet, k1 ?? notSet]));
  expect(columns).toEqual(across.map((k2) => [k2 ?? notSet, 'same']));
  expect(data).toEqual(
    lines.map(({ k0, k1 }) =>
      across.map((k2) => {
        const row = rows.find((one) => one['k0'] === k0 && one['k1'] === k1 && one['k2'] === k2);
        return row?.['subjects'] ?? 0;
      }),
    ),
  );
});

test('a number and the text of it are two lines', () => {
  const rows = [1, '1', 2].map((k0, subjects) => ({ k0, subjects }));
  const { index, data } = pivot(rows, { rows: [each], cols: [] });
  expect(index).toEqual([1, '1', 2]);
  expect(data).toEqual([[0], [1], [2]]);
});

test('what has the same path stays in its order', () => {
  const items = [2, 1, 2, 1].map((key, number) => ({ path: [0, key], number }));
  expect(sortByPath(items, ({ path }) => path).map(({ number }) => number)).toEqual([1, 3, 0, 2]);
});

test('a cross-tab is laid out in several steps for each concept, so that others are answered in between (rule 8.17)', () => {
  const stepsOf = (concepts: number): number => {
    const axes = { rows: Array.from({ length: concepts }, () => each), cols: [] };
    return [...pivotInSteps(rows, axes)].length;
  };
  expect(stepsOf(2) - stepsOf(1)).toBe(4);
  expect(stepsOf(3) - stepsOf(2)).toBe(4);
});
