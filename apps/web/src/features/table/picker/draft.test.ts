import { beforeEach, describe, expect, it } from 'vitest';
import { aColumn } from '../../../testing/tables.ts';
import { type Draft, type DraftEvent, emptyDraft, reduceDraft } from './draft.ts';
import { stagedEdits, wantedOrder } from './stagedEdits.ts';

const after = (draft: Draft, ...events: DraftEvent[]): Draft => events.reduce(reduceDraft, draft);
const sex = { conceptId: 'sex', name: 'Sex', detail: '' };
const age = { conceptId: 'age', name: 'Age', detail: '' };
const keysOf = (draft: Draft) => draft.columns.map((column) => column.key);

let draft: Draft;
beforeEach(() => {
  draft = after(emptyDraft, {
    kind: 'opened',
    columns: ['a', 'b', 'c'].map((entryId) => aColumn({ entryId })),
  });
});

describe('the list of columns', () => {
  it('has nothing to apply when it is opened', () => {
    expect(stagedEdits(draft)).toEqual({ adds: [], removes: [], changes: [], isReordered: false });
  });

  it('appends what is chosen, also the same concept twice', () => {
    const chosen = after(draft, { kind: 'chosen', concept: sex }, { kind: 'chosen', concept: sex });
    expect(keysOf(chosen)).toEqual(['a', 'b', 'c', 'new 1', 'new 2']);
    expect(stagedEdits(chosen).adds).toHaveLength(2);
    expect(stagedEdits(chosen).isReordered).toBe(false);
  });

  it('keeps a stored column until its removal is applied, and can take it back', () => {
    const removed = after(draft, { kind: 'removed', key: 'b' });
    expect(keysOf(removed)).toEqual(['a', 'b', 'c']);
    expect(stagedEdits(removed).removes.map(({ key }) => key)).toEqual(['b']);
    expect(stagedEdits(after(removed, { kind: 'restored', key: 'b' })).removes).toEqual([]);
  });

  it('drops a staged column at once when it is removed', () => {
    const gone = after(draft, { kind: 'chosen', concept: sex }, { kind: 'removed', key: 'new 1' });
    expect(keysOf(gone)).toEqual(['a', 'b', 'c']);
  });

  it('stages options of a stored column as a change, and forgets them once they were applied', () => {
    const options = {
      kind: 'add_entry',
      conceptId: 'sex',
      aggregationMethod: 'count_all',
      inputs: {},
    } as const;
    const changed = after(draft, { kind: 'optionsChosen', key: 'b', options });
    expect(stagedEdits(changed).changes.map(({ key }) => key)).toEqual(['b']);
    expect(stagedEdits(after(changed, { kind: 'removed', key: 'b' })).changes).toEqual([]);
    expect(stagedEdits(after(changed, { kind: 'wasAdded', key: 'b', entryId: 'b' })).changes).toEqual([]);
  });

  it('never gives two staged columns one key', () => {
    const again = after(
      draft,
      { kind: 'chosen', concept: sex },
      { kind: 'removed', key: 'new 1' },
      { kind: 'chosen', concept: age },
    );
    expect(keysOf(again).at(-1)).toBe('new 2');
  });

  it('notices another order, and that it was put back', () => {
    const moved = after(draft, { kind: 'moved', key: 'c', to: 0 });
    expect(keysOf(moved)).toEqual(['c', 'a', 'b']);
    expect(stagedEdits(moved).isReordered).toBe(true);
    expect(stagedEdits(after(moved, { kind: 'moved', key: 'c', to: 2 })).isReordered).toBe(false);
  });

  it('notices that a new column was moved up', () => {
    const moved = after(draft, { kind: 'chosen', concept: sex }, { kind: 'moved', key: 'new 1', to: 0 });
    expect(stagedEdits(moved).isReordered).toBe(true);
  });

  it('does not take a removal for another order', () => {
    expect(stagedEdits(after(draft, { kind: 'removed', key: 'a' })).isReordered).toBe(false);
  });
});

describe('the order that is asked for', () => {
  it('keeps a column whose removal was refused, and one that appeared elsewhere', () => {
    const left = after(
      draft,
      { kind: 'removed', key: 'b' },
      { kind: 'wasRefused', key: 'b', problem: 'No.' },
      { kind: 'moved', key: 'c', to: 0 },
      { kind: 'wasStored', stored: ['a', 'b', 'c', 'elsewhere'] },
    );
    expect(wantedOrder(left)).toEqual(['c', 'a', 'b', 'elsewhere']);
  });
});

describe('a list that was left', () => {
  const staged = () =>
    after(
      draft,
      { kind: 'chosen', concept: sex },
      { kind: 'moved', key: 'new 1', to: 0 },
      { kind: 'removed', key: 'b' },
    );
  const resume = (entryIds: readonly string[]) =>
    after(staged(), { kind: 'resumed', columns: entryIds.map((entryId) => aColumn({ entryId })) });

  it('goes on as it was while the table has the same columns', () => {
    expect(resume(['a', 'b', 'c'])).toEqual(staged());
  });

  it('takes what became of the table in the meantime, and keeps what is staged', () => {
    const resumed = resume(['c', 'b', 'd']);
    expect(keysOf(resumed)).toEqual(['c', 'b', 'd', 'new 1']);
    expect(stagedEdits(resumed)).toMatchObject({ adds: [{ key: 'new 1' }], removes: [{ key: 'b' }] });
  });

  it('asks for nothing that the table has lost already', () => {
    expect(stagedEdits(resume(['a', 'c'])).removes).toEqual([]);
  });
});
