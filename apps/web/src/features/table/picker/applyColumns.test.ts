import type { TableEdited, TableTransformation } from '@atrium/contract';
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

/** A table of entry ids that answers edits as the server does; `refuse` has the kinds that it refuses or loses. */
function aServer(stored: string[], refuse: Readonly<Record<string, 'refused' | 'lost'>> = {}) {
  let entryIds = stored;
  const sent: TableTransformation['kind'][] = [];
  const edit = async (transformation: TableTransformation): Promise<TableEdited> => {
    sent.push(transformation.kind);
    const fate = refuse[transformation.kind];
    if (fate === 'lost') throw new Error('The portal cannot be reached.');
    if (fate === undefined) entryIds = after(entryIds, transformation);
    const fields = entryIds.map((entryId) => aColumn({ entryId }));
    const view = aTable(anExtendedTable({ fields }));
    return fate === undefined
      ? aTableEdit(view)
      : aTableEdit(view, { transformationSuccessful: false, transformationErrors: ['Not yours.'] });
  };
  return { edit, sent, entryIds: () => entryIds };
}

function after(entryIds: readonly string[], edit: TableTransformation): string[] {
  if (edit.kind === 'add_entry') return [...entryIds, `of ${edit.conceptId}`];
  if (edit.kind === 'delete_entry') return entryIds.filter((entryId) => entryId !== edit.entryId);
  if (edit.kind === 'resort_columns') return [...edit.entryIds];
  return [...entryIds];
}

/** Columns a, b and c; sex is added in front, and b removed. */
const staged = [
  { kind: 'opened', entries: listedColumns(['a', 'b', 'c'].map((entryId) => aColumn({ entryId }))) },
  adding({ conceptId: 'sex', name: 'Sex', detail: '' }),
  { kind: 'moved', key: 'new 1', to: { list: columnList, index: 0 } },
  { kind: 'removed', key: 'b' },
] satisfies ColumnListEvent[];
const list = staged.reduce<ColumnList>(reduceColumns, { entries: [], stored: [], additions: 0 });

/** Applies the list. Returns what is left of it, the progress, and the message of a failed call. */
async function applied(server: ReturnType<typeof aServer>) {
  let left = list;
  const progress: number[] = [];
  const failure = await applyColumns(list, {
    edit: server.edit,
    tell: (event) => {
      left = reduceColumns(left, event);
    },
    onMade: (made) => progress.push(made),
  }).then(
    () => undefined,
    (error: Error) => error.message,
  );
  return { left, progress, failure };
}

describe('applying staged edits', () => {
  it('makes them one at a time, additions first and the order last, until nothing is left', async () => {
    const server = aServer(['a', 'b', 'c']);
    const { left, progress, failure } = await applied(server);
    expect(server.sent).toEqual(['add_entry', 'delete_entry', 'resort_columns']);
    expect(server.entryIds()).toEqual(['of sex', 'a', 'c']);
    expect([progress, failure]).toEqual([[1, 2, 3], undefined]);
    expect(stagedCount(stagedEdits(list))).toBe(3);
    expect(stagedCount(stagedEdits(left))).toBe(0);
  });

  it('continues after a refused edit, which stays on the list with its reason', async () => {
    const { left, progress } = await applied(aServer(['a', 'b', 'c'], { delete_entry: 'refused' }));
    expect(progress).toEqual([1, 2]);
    expect(stagedEdits(left).removes.map(({ key, problem }) => [key, problem])).toEqual([
      ['b', 'Not yours.'],
    ]);
    expect(stagedEdits(left).adds).toEqual([]);
  });

  it('stops when a call fails: what was made is kept, the rest stays staged', async () => {
    const server = aServer(['a', 'b', 'c'], { delete_entry: 'lost' });
    const { left, progress, failure } = await applied(server);
    expect([progress, failure]).toEqual([[1], 'The portal cannot be reached.']);
    expect(server.entryIds()).toEqual(['a', 'b', 'c', 'of sex']);
    const { adds, removes, isReordered } = stagedEdits(left);
    expect([adds.length, removes.length, isReordered]).toEqual([0, 1, true]);
  });
});
