import { beforeEach, describe, expect, it } from 'vitest';
import { aColumn } from '../../../testing/tables.ts';
import {
  adding,
  type ColumnList,
  type ColumnListEvent,
  columnList,
  listedColumns,
  reduceColumns,
  stagedEdits,
  wantedOrder,
} from './columnList.ts';

const after = (list: ColumnList, ...events: ColumnListEvent[]): ColumnList =>
  events.reduce(reduceColumns, list);
const sex = { conceptId: 'sex', name: 'Sex', detail: '' };
const age = { conceptId: 'age', name: 'Age', detail: '' };
const keysOf = (list: ColumnList) => list.entries.map((column) => column.key);
const columns = (...entryIds: string[]) => listedColumns(entryIds.map((entryId) => aColumn({ entryId })));
const to = (index: number) => ({ list: columnList, index }) as const;

let list: ColumnList;
beforeEach(() => {
  list = after(
    { entries: [], stored: [], additions: 0 },
    { kind: 'opened', entries: columns('a', 'b', 'c') },
  );
});

describe('the list of columns', () => {
  it('has nothing to apply when it is opened', () => {
    expect(stagedEdits(list)).toEqual({ adds: [], removes: [], changes: [], isReordered: false });
  });

  it('adds chosen concepts at the end, also the same concept twice', () => {
    const chosen = after(list, adding(sex), adding(sex));
    expect(keysOf(chosen)).toEqual(['a', 'b', 'c', 'new 1', 'new 2']);
    expect(stagedEdits(chosen).adds).toHaveLength(2);
    expect(stagedEdits(chosen).isReordered).toBe(false);
  });

  it('keeps a stored column until its removal is applied, and can restore it', () => {
    const removed = after(list, { kind: 'removed', key: 'b' });
    expect(keysOf(removed)).toEqual(['a', 'b', 'c']);
    expect(stagedEdits(removed).removes.map(({ key }) => key)).toEqual(['b']);
    expect(stagedEdits(after(removed, { kind: 'restored', key: 'b' })).removes).toEqual([]);
  });

  it('drops a column that was only staged at once when it is removed', () => {
    const gone = after(list, adding(sex), { kind: 'removed', key: 'new 1' });
    expect(keysOf(gone)).toEqual(['a', 'b', 'c']);
  });

  it('stages options of a stored column as a change, and drops them when they have been applied', () => {
    const options = {
      kind: 'add_entry',
      conceptId: 'sex',
      aggregationMethod: 'count_all',
      inputs: {},
    } as const;
    const changed = after(list, { kind: 'optionsChosen', key: 'b', options });
    expect(stagedEdits(changed).changes.map(({ key }) => key)).toEqual(['b']);
    expect(stagedEdits(after(changed, { kind: 'removed', key: 'b' })).changes).toEqual([]);
    expect(stagedEdits(after(changed, { kind: 'wasAdded', key: 'b', entryId: 'b' })).changes).toEqual([]);
  });

  it('never gives two staged columns the same key', () => {
    const again = after(list, adding(sex), { kind: 'removed', key: 'new 1' }, adding(age));
    expect(keysOf(again).at(-1)).toBe('new 2');
  });

  it('detects another order, and that the old one is back', () => {
    const moved = after(list, { kind: 'moved', key: 'c', to: to(0) });
    expect(keysOf(moved)).toEqual(['c', 'a', 'b']);
    expect(stagedEdits(moved).isReordered).toBe(true);
    expect(stagedEdits(after(moved, { kind: 'moved', key: 'c', to: to(2) })).isReordered).toBe(false);
  });

  it('detects that a new column was moved up', () => {
    const moved = after(list, adding(sex), { kind: 'moved', key: 'new 1', to: to(0) });
    expect(stagedEdits(moved).isReordered).toBe(true);
  });

  it('does not report a removal as another order', () => {
    expect(stagedEdits(after(list, { kind: 'removed', key: 'a' })).isReordered).toBe(false);
  });
});

describe('the order that is sent', () => {
  it('keeps a column whose removal was refused, and one that was added elsewhere', () => {
    const left = after(
      list,
      { kind: 'removed', key: 'b' },
      { kind: 'wasRefused', key: 'b', problem: 'No.' },
      { kind: 'moved', key: 'c', to: to(0) },
      {
        kind: 'wasStored',
        stored: ['a', 'b', 'c', 'elsewhere'].map((entryId) => ({ list: columnList, entryId })),
      },
    );
    expect(wantedOrder(left)).toEqual(['c', 'a', 'b', 'elsewhere']);
  });
});

describe('a list that was left and opened again', () => {
  const staged = () =>
    after(list, adding(sex), { kind: 'moved', key: 'new 1', to: to(0) }, { kind: 'removed', key: 'b' });
  const resume = (entryIds: readonly string[]) =>
    after(staged(), { kind: 'resumed', entries: columns(...entryIds) });

  it('is as before while the table has the same columns', () => {
    expect(resume(['a', 'b', 'c'])).toEqual(staged());
  });

  it('takes over the new columns of the table, and keeps what is staged', () => {
    const resumed = resume(['c', 'b', 'd']);
    expect(keysOf(resumed)).toEqual(['c', 'b', 'd', 'new 1']);
    expect(stagedEdits(resumed)).toMatchObject({ adds: [{ key: 'new 1' }], removes: [{ key: 'b' }] });
  });

  it('does not remove a column that the table has already lost', () => {
    expect(stagedEdits(resume(['a', 'c'])).removes).toEqual([]);
  });
});
