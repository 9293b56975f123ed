import { expect, it } from 'vitest';
import { rowsOf } from './rowLayout.ts';

const size = { width: 400, height: 200 };
const barsOf = (labels: readonly string[]) => labels.map((label) => ({ label, value: 1, shown: '1' }));
const many = Array.from({ length: 30 }, (_, index) => `Value ${index}`);

it('rows fill the height of the chart, and more where they would become too low to point at', () => {
  expect(rowsOf(barsOf(['Female', 'Male']), size)).toMatchObject({ step: 62, height: 200, thickness: 40 });
  expect(rowsOf(barsOf(many), size)).toMatchObject({ step: 24, height: 64 + 30 * 24 + 12 });
});

it('a long label wraps within two fifths of the width, and every row has room for its lines', () => {
  const { left, labels, step } = rowsOf(
    barsOf([...many, 'Hypoplastic left heart syndrome of the newborn']),
    size,
  );
  expect(left).toBe(0.4 * 400 + 16);
  expect(labels.at(-1)).toEqual(['Hypoplastic left heart', 'syndrome of the newborn']);
  expect(step).toBe(2 * 13 + 6);
});
