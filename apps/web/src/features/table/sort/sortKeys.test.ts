import type { TableTransformation } from '@atrium/contract/wire/tableTransformation';
import { describe, expect, it } from 'vitest';
import { aColumn, anExtendedTable } from '../../../testing/tables.ts';
import {
  actingSort,
  parseSort,
  type SortKey,
  sortAfter,
  sortAfterClick,
  sortSteps,
  writeSort,
} from './sortKeys.ts';

const key = (entryId: string, direction: 1 | -1 = 1): SortKey => ({ entryId, direction });
const table = (...sort: SortKey[]) =>
  anExtendedTable({
    fields: ['a', 'b', 'c', 'd'].map((entryId) => aColumn({ entryId })),
    sort: sort.map((one) => ({ ...one, label: one.entryId })),
  });

/** The server's rule, written independently: the leading key reverses, any other becomes first, three are kept. */
function play(stored: readonly SortKey[], steps: readonly TableTransformation[]): readonly SortKey[] {
  let keys = [...stored];
  for (const step of steps) {
    if (step.kind === 'clear_sort_entries') keys = [];
    else if (step.kind === 'add_sort_entry') {
      const flips = keys[0]?.entryId === step.entryId && keys[0].direction === 1;
      keys = [key(step.entryId, flips ? -1 : 1), ...keys.filter((one) => one.entryId !== step.entryId)];
      keys = keys.slice(0, 3);
    }
  }
  return keys;
}

describe('a click on a sort button', () => {
  it('reverses the leading key', () => {
    expect(sortAfterClick(table(key('a'), key('b')), 'a')).toMatchObject([key('a', -1), key('b')]);
    expect(sortAfterClick(table(key('a', -1)), 'a')).toMatchObject([key('a')]);
  });

  it('makes another column the first key and keeps at most three', () => {
    const clicked = sortAfterClick(table(key('a'), key('b'), key('c')), 'd');
    expect(clicked).toMatchObject([key('d'), key('a'), key('b')]);
  });

  it('reverses the default order too, which is the first sortable column ascending', () => {
    expect(actingSort(table())).toEqual([key('a')]);
    expect(sortAfterClick(table(), 'a')).toEqual([key('a', -1)]);
    expect(sortAfterClick(table(), 'b')).toEqual([key('b')]);
  });
});

describe('a column that is asked for within the order', () => {
  it('joins it at the end, so that A, B, C keeps A first', () => {
    const then = (keys: readonly SortKey[], entryId: string) => sortAfter(table(...keys), entryId, 'then');
    expect(then(then([key('a')], 'b'), 'c')).toMatchObject([key('a'), key('b'), key('c')]);
    expect(then([], 'b')).toMatchObject([key('a'), key('b')]);
    expect(then([key('a'), key('b'), key('c')], 'd')).toMatchObject([key('a'), key('b'), key('d')]);
  });

  it('reverses in its place where it is part of it', () => {
    expect(sortAfter(table(key('a'), key('b')), 'b', 'then')).toMatchObject([key('a'), key('b', -1)]);
  });
});

it('an order that is cleared has no keys', () => {
  expect(sortAfter(table(key('a'), key('b')), 'a', 'clear')).toEqual([]);
});

describe('the edits that lead to an order', () => {
  it('are none if the table has it already', () => {
    expect(sortSteps([key('a')], [key('a')])).toEqual([]);
  });

  it('are one if a click is enough', () => {
    expect(sortSteps([key('a')], [key('a', -1)])).toEqual([{ kind: 'add_sort_entry', entryId: 'a' }]);
  });

  it('reach every order from every other', () => {
    const columns = ['a', 'b', 'c'];
    const singles = columns.flatMap((id) => [[key(id)], [key(id, -1)]]);
    const pairs = singles.flatMap((one) =>
      singles.flatMap((other) => (one[0]?.entryId === other[0]?.entryId ? [] : [[...one, ...other]])),
    );
    const orders = [[], ...singles, ...pairs];
    for (const stored of orders) {
      for (const wanted of orders) expect(play(stored, sortSteps(stored, wanted))).toEqual(wanted);
    }
  });
});

describe('the address of an order', () => {
  it('is the same after writing and parsing', () => {
    const keys = [key('a', -1), key('b')];
    expect(writeSort(keys)).toBe('-a.b');
    expect(parseSort('-a.b', ['a', 'b'])).toEqual(keys);
  });

  it('leaves out columns that the table does not have', () => {
    expect(parseSort('-gone.b', ['a', 'b'])).toEqual([key('b')]);
    expect(parseSort(undefined, ['a'])).toEqual([]);
  });
});
