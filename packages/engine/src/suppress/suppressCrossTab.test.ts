import { expect, test } from 'vitest';
import { suppressCount, suppressCrossTab } from './suppressCrossTab.ts';

test.each([
  [0, 0],
  [1, '<11'],
  [10, '<11'],
  [11, 11],
])('of %i people an aggregate member sees %s', (count, shown) => {
  expect(suppressCount(count, 11)).toBe(shown);
});

test('every cell follows the rule', () => {
  const crossTab = { index: ['a'], columns: ['x', 'y'], data: [[3, 30]] };
  expect(suppressCrossTab(crossTab, 11).data).toEqual([['<11', 30]]);
});
