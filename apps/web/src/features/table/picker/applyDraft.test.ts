import type { TableEdited, TableTransformation } from '@atrium/contract';
import { describe, expect, it } from 'vitest';
import { aColumn, anExtendedTable, aTable, aTableEdit } from '../../../testing/tables.ts';
import { applyDraft } from './applyDraft.ts';
import { type Draft, type DraftEvent, emptyDraft, reduceDraft } from './draft.ts';
import { isStaged, stagedCount, stagedEdits } from './stagedEdits.ts';

/** A table of entry ids that answers edits as the server does; `refuse` names the edits that it refuses or drops. */
function aServer(stored: string[], refuse: Readonly<Record<string, 'refused' | 'lost'>> = {}) {
  let entryIds = stored;
  const asked: TableTransformation['kind'][] = [];
  const edit = async (transformation: TableTransformation): Promise<TableEdited> => {
    asked.push(transformation.kind);
    const fate = refuse[transformation.kind];
    if (fate === 'lost') throw new Error('The portal cannot be reached.');
    if (fate === undefined) entryIds = after(entryIds, transformation);
    const fields = entryIds.map((entryId) => aColumn({ entryId }));
    const view = aTable(anExtendedTable({ fields }));
    return fate === undefined
      ? aTableEdit(view)
      : aTableEdit(view, { transformationSuccessful: false, transformationErrors: ['Not yours.'] });
  };
  return { edit, asked, entryIds: () => entryIds };
}

function after(entryIds: readonly string[], edit: TableTransformation): string[] {
  if (edit.kind === 'add_entry') return [...entryIds, `of ${edit.conceptId}`];
  if (edit.kind === 'delete_entry') return entryIds.filter((entryId) => entryId !== edit.entryId);
  if (edit.kind === 'resort_columns') return [...edit.entryIds];
  return [...entryIds];
}

/** Columns a, b and c; sex is added in front, and b removed. */
const staged = [
  { kind: 'opened', columns: ['a', 'b', 'c'].map((entryId) => aColumn({ entryId })) },
  { kind: 'chosen', concept: { conceptId: 'sex', name: 'Sex', detail: '' } },
  { kind: 'moved', key: 'new 1', to: 0 },
  { kind: 'removed', key: 'b' },
] satisfies DraftEvent[];
const draft = staged.reduce<Draft>(reduceDraft, emptyDraft);

/** Applies the draft, and tells what the list and the progress became, also when a call failed. */
async function applied(server: ReturnType<typeof aServer>) {
  let left = draft;
  const progress: number[] = [];
  const failure = await applyDraft(draft, {
    edit: server.edit,
    tell: (event) => {
      left = reduceDraft(left, event);
    },
    onMade: (made) => progress.push(made),
  }).then(
    () => undefined,
    (error: Error) => error.message,
  );
  return { left, progress, failure };
}

describe('applying staged edits', () => {
  it('makes them one at a time, additions first and the order last, and nothing is left', async () => {
    const server = aServer(['a', 'b', 'c']);
    const { left, progress, failure } = await applied(server);
    expect(server.asked).toEqual(['add_entry', 'delete_entry', 'resort_columns']);
    expect(server.entryIds()).toEqual(['of sex', 'a', 'c']);
    expect([progress, failure]).toEqual([[1, 2, 3], undefined]);
    expect(stagedCount(stagedEdits(draft))).toBe(3);
    expect(isStaged(stagedEdits(left))).toBe(false);
  });

  it('goes on after a refusal, which stays on the list with its reason', async () => {
    const { left, progress } = await applied(aServer(['a', 'b', 'c'], { delete_entry: 'refused' }));
    expect(progress).toEqual([1, 2]);
    expect(stagedEdits(left).removes.map(({ key, problem }) => [key, problem])).toEqual([
      ['b', 'Not yours.'],
    ]);
    expect(stagedEdits(left).adds).toEqual([]);
  });

  it('stops where a call fails: what was made is kept, the rest stays staged', async () => {
    const server = aServer(['a', 'b', 'c'], { delete_entry: 'lost' });
    const { left, progress, failure } = await applied(server);
    expect([progress, failure]).toEqual([[1], 'The portal cannot be reached.']);
    expect(server.entryIds()).toEqual(['a', 'b', 'c', 'of sex']);
    const { adds, removes, isReordered } = stagedEdits(left);
    expect([adds.length, removes.length, isReordered]).toEqual([0, 1, true]);
  });
});
