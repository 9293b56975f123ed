import type { ColumnView, ExtendedTable } from '@atrium/contract/wire/tableView';
import { expect, it } from 'vitest';
import { aColumn, anExtendedTable, aTable } from '../../testing/tables.ts';
import { describeTableChange } from './describeTableChange.ts';

const column = (entryId: string, given: Partial<ColumnView> = {}) =>
  aColumn({ entryId, conceptId: entryId, conceptName: entryId.toUpperCase(), ...given });
const [a, b, c] = [column('a'), column('b'), column('c')];
const sortedBy = (entryId: string): ExtendedTable['sort'] => [{ entryId, direction: 1, label: entryId }];
const table = (fields: readonly ColumnView[], sort: ExtendedTable['sort'] = []) =>
  aTable(anExtendedTable({ fields: [...fields], sort }));

it.each([
  ['add column C', table([a, b]), table([a, b, c])],
  ['add 2 columns', table([a]), table([a, b, c])],
  ['remove column B', table([a, b]), table([a])],
  ['remove column B', table([a, b], sortedBy('b')), table([a])],
  ['change column B', table([a, b]), table([a, column('b', { aggregate: true })])],
  ['reorder columns', table([a, b]), table([b, a])],
  ['add column C, remove column A, reorder columns', table([a, b, column('d')]), table([column('d'), b, c])],
  ['sort by A', table([a, b]), table([a, b], sortedBy('a'))],
  ['take away the sort order', table([a, b], sortedBy('a')), table([a, b])],
  ['the last change of columns', table([a]), table([a])],
])('says “%s”', (words, before, after) => {
  expect(describeTableChange(before, after)).toBe(words);
});
