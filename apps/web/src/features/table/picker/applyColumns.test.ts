import type { TableTransformation } from '@atrium/contract/wire/tableTransformation';
import type { TableEdited } from '@atrium/contract/wire/tableView';
import { describe, expect, it } from 'vitest';
import { aColumn, anExtendedTable, aTable, aTableEdit } from '../../../testing/tables.ts';
import { applyColumns } from './applyColumns.ts';
import {
  adding,
  type ColumnList,
  type ColumnListEvent,
  columnList,
  listedColumns,
  reduceColumns,
  stagedCount,
  stagedEdits,
} from './columnList.ts';

/** A table of entry ids that answers batches as the server does; `refuse` has the kinds that it refuses or loses. */
function aServer(stored: string[], refuse: Readonly<Record<string, 'refused' | 'lost'>> = {}) {
  let entryIds = stored;
  const sent: TableTransformation['kind'][][] = [];
  const edit = async (...batch: readonly TableTransformation[]): Promise<TableEdited> => {
    sent.push(batch.map(({ kind }) => kind));
    const fates = batch.map(({ kind }) => refuse[kind]);
    if (fates.includes('lost')) throw new Error('The portal cannot be reached.');
    const refusedIndex = fates.indexOf('refused');
    if (refusedIndex === -1) entryIds = batch.reduce(after, entryIds);
    const fields = entryIds.map((entryId) => aColumn({ entryId }));
    const view = aTable(anExtendedTable({ fields }));
    return refusedIndex === -1
      ? aTableEdit(view)
      : aTableEdit(view, {
          transformationSuccessful: false,
          transformationErrors: ['Not yours.'],
          refusedIndex,
        });
  };
  return { edit, sent, entryIds: () => entryIds };
}

function after(entryIds: string[], edit: TableTransformation): string[] {
  if (edit.kind === 'add_entry') {
    const index = typeof edit.position === 'number' ? edit.position : entryIds.length;
    return entryIds.toSpliced(index, 0, `of ${edit.conceptId}`);
  }
  if (edit.kind === 'delete_entry') return entryIds.filter((entryId) => entryId !== edit.entryId);
  if (edit.kind === 'resort_columns') return edit.entryIds.filter((entryId) => entryIds.includes(entryId));
  return [...entryIds];
}

const abc = {
  kind: 'opened',
  entries: listedColumns(['a', 'b', 'c'].map((entryId) => aColumn({ entryId }))),
} satisfies ColumnListEvent;
const listOf = (events: readonly ColumnListEvent[]): ColumnList =>
  events.reduce<ColumnList>(reduceColumns, { entries: [], stored: [], additions: 0 });
const moved = (key: string, index: number): ColumnListEvent => ({
  kind: 'moved',
  key,
  to: { list: columnList, index },
});
const sex = adding({ conceptId: 'sex', name: 'Sex', detail: '' });
const age = adding({ conceptId: 'age', name: 'Age', detail: '' });

/** Columns a, b and c; sex is added in front, and b removed. */
const list = listOf([abc, sex, moved('new 1', 0), { kind: 'removed', key: 'b' }]);

/** Applies a list. Returns what is left of it, how many edits were made, and the message of a failed call. */
async function applied(server: ReturnType<typeof aServer>, given: ColumnList = list) {
  let left = given;
  const ended = await applyColumns(given, {
    edit: server.edit,
    tell: (event) => {
      left = reduceColumns(left, event);
    },
  }).then(
    ({ made, problem }) => ({ made, problem, failure: undefined }),
    (error: Error) => ({ made: 0, problem: undefined, failure: error.message }),
  );
  return { left, ...ended };
}

describe('applying staged edits', () => {
  it('makes them with one call, removals last, until nothing is left', async () => {
    const server = aServer(['a', 'b', 'c']);
    const { left, made, failure } = await applied(server);
    expect(server.sent).toEqual([['resort_columns', 'add_entry', 'delete_entry']]);
    expect(server.entryIds()).toEqual(['of sex', 'a', 'c']);
    expect([made, failure]).toEqual([3, undefined]);
    expect(stagedCount(stagedEdits(list))).toBe(3);
    expect(stagedCount(stagedEdits(left))).toBe(0);
    expect(left.entries.map(({ entryId }) => entryId)).toEqual(['of sex', 'a', 'c']);
  });

  it('leaves the columns as the list has them, whatever is added between them, moved and removed', async () => {
    const lists = [
      [abc, sex, age],
      [abc, sex, age, moved('new 2', 1), { kind: 'removed', key: 'a' }],
      [abc, sex, age, moved('new 1', 1), moved('c', 0), { kind: 'removed', key: 'a' }],
      [abc, age, ...['a', 'b', 'c'].map((key) => ({ kind: 'removed', key }) as const)],
      [abc, sex, moved('a', 3), age, moved('new 2', 2)],
    ] satisfies ColumnListEvent[][];
    for (const events of lists) {
      const given = listOf(events);
      const server = aServer(['a', 'b', 'c']);
      const { left } = await applied(server, given);
      const wanted = given.entries.flatMap(({ isRemoved, entryId, conceptId }) =>
        isRemoved ? [] : [entryId ?? `of ${conceptId}`],
      );
      expect(server.entryIds()).toEqual(wanted);
      expect(server.sent).toHaveLength(1);
      expect(left.entries.map(({ entryId }) => entryId)).toEqual(wanted);
      expect(stagedCount(stagedEdits(left))).toBe(0);
    }
  });

  it('is sent again without a refused edit, which stays on the list with its reason', async () => {
    const server = aServer(['a', 'b', 'c'], { delete_entry: 'refused' });
    const { left, made } = await applied(server);
    expect(made).toBe(2);
    expect(server.entryIds()).toEqual(['of sex', 'a', 'b', 'c']);
    expect(stagedEdits(left).removes.map(({ key, problem }) => [key, problem])).toEqual([
      ['b', 'Not yours.'],
    ]);
    expect(stagedEdits(left).adds).toEqual([]);
  });

  it('a refused column is asked for again the next time', async () => {
    const { left } = await applied(aServer(['a', 'b', 'c'], { add_entry: 'refused' }));
    expect(stagedEdits(left).adds.map(({ problem }) => problem)).toEqual(['Not yours.']);
    const server = aServer(['a', 'c']);
    expect((await applied(server, left)).made).toBe(2);
    expect(server.entryIds()).toEqual(['of sex', 'a', 'c']);
  });

  it('a refusal that is about no column changes nothing and is shown', async () => {
    const { left, made, problem } = await applied(aServer(['a', 'b', 'c'], { resort_columns: 'refused' }));
    expect([made, problem]).toEqual([0, 'Not yours.']);
    expect(stagedEdits(left)).toEqual(stagedEdits(list));
  });

  it('a call that fails makes nothing, and everything stays staged', async () => {
    const server = aServer(['a', 'b', 'c'], { delete_entry: 'lost' });
    const { left, made, failure } = await applied(server);
    expect([made, failure]).toEqual([0, 'The portal cannot be reached.']);
    expect(server.entryIds()).toEqual(['a', 'b', 'c']);
    expect(stagedEdits(left)).toEqual(stagedEdits(list));
  });
});
