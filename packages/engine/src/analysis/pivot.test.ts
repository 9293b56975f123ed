import { expect, it } from 'vitest';
import { notSet } from './buckets.ts';
import { pivot, pivotInSteps, type Row, sortByPath } from './pivot.ts';

const each = { bucketing: { kind: 'each' } } as const;
/** Keys of three concepts in the order of an axis (rule 6.6). */
const outer = ['', '1', '2', '10', 'a2', 'a10', 'b', null] as const;
const inner = [-1, 2, 10, null] as const;
const across = [false, true, null] as const;

const linesOf = (cells: readonly Row[]) => ({ cells, rows: [], columns: [], subjects: 0 });

/** Every second combination, in an order of no meaning. */
const rows: readonly Row[] = outer
  .flatMap((k0, a) =>
    inner.flatMap((k1, b) =>
      across.map((k2, c) => ({ k0, k1, k2, k3: 'same', subjects: 100 * a + 10 * b + c + 1, sum: a + b + c })),
    ),
  )
  .filter(({ sum }) => sum % 2 === 0)
  .toSorted((one, other) => ((one.subjects * 7919) % 1000) - ((other.subjects * 7919) % 1000));

it('a cross-tab has each combination once on its axes, outermost concept first, and 0 where none occurs (rules 6.6 and 6.7)', () => {
  const { index, columns, data } = pivot(linesOf(rows), { rows: [each, each], cols: [each, each] });
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

it('a number and the text of it are two lines', () => {
  const rows = [1, '1', 2].map((k0, subjects) => ({ k0, subjects }));
  const { index, data } = pivot(linesOf(rows), { rows: [each], cols: [] });
  expect(index).toEqual([1, '1', 2]);
  expect(data).toEqual([[0], [1], [2]]);
});

it('what has the same path stays in its order', () => {
  const items = [2, 1, 2, 1].map((key, number) => ({ path: [0, key], number }));
  expect(sortByPath(items, ({ path }) => path).map(({ number }) => number)).toEqual([1, 3, 0, 2]);
});

it('keys that are many are in the order in which few are', () => {
  const keys = Array.from({ length: 1000 }, (_, number) => [
    `a${(number * 7919) % 1000}`,
    number % 7 ? number : null,
  ]);
  const [byText, byNumber] = [0, 1].map((level) => sortByPath(keys, (path) => path.slice(level, level + 1)));
  expect(byText?.map(([text]) => text)).toEqual(keys.map((_, number) => `a${number}`));
  const numbers = byNumber?.map(([, number]) => number) ?? [];
  expect(numbers).toEqual(numbers.toSorted((a, b) => Number(a ?? Infinity) - Number(b ?? Infinity)));
});

it('no step of a large cross-tab compares or lays out more than some hundred keys, so that others are answered in between (rule 8.17)', () => {
  let looks = 0;
  const many = Array.from({ length: 5000 }, (_, number) => ({
    get k0() {
      looks += 1;
      return `assay ${(number * 7919) % 5000}`;
    },
    k1: number % 3,
    subjects: 1,
  }));
  const steps = pivotInSteps(linesOf(many), { rows: [each], cols: [each] });
  let most = 0;
  let count = 0;
  for (let before = 0; steps.next().done !== true; before = looks) {
    most = Math.max(most, looks - before);
    count += 1;
  }
  expect(most).toBeLessThanOrEqual(1000);
  expect(count).toBeGreaterThan((5000 * Math.log2(5000 / 64)) / 64);
});

it('a cross-tab with too many cells is refused before it has any', () => {
  const steps = pivotInSteps(linesOf(rows), { rows: [each, each], cols: [each, each] }, (cells) => {
    throw new Error(`${cells} cells`);
  });
  expect(() => [...steps]).toThrow(`${outer.length * inner.length * across.length} cells`);
});
