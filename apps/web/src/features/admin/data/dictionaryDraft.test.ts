import type { DictionaryRoom } from '@atrium/contract/wire/adminData';
import { noDictionaryEdits } from '@atrium/contract/wire/dictionaryEdits';
import { expect, it } from 'vitest';
import { differencesOf } from './dictionaryDifferences.ts';
import {
  changeDraft,
  changedIds,
  type DraftChange,
  draftOf,
  draftWith,
  editsOf,
  isChanged,
  keptDictionary,
  keptOf,
  matches,
} from './dictionaryDraft.ts';

const textsOf = (title: string) => ({
  title,
  titlePlural: `${title}s`,
  description: '',
  category: null,
  uses: ['cohort', 'table', 'analysis'] as const satisfies readonly string[],
  hasPhi: false,
  isAggregatable: true,
  isPublished: true,
  prefilter: null,
});
const concept = (id: string, now = id, given = id) => ({
  id,
  collection: 'person',
  type: 'category' as const,
  ...textsOf(now),
  uses: [...textsOf(now).uses],
  given: { ...textsOf(given), uses: [...textsOf(given).uses] },
});
const room: DictionaryRoom = {
  dataset: 'tiny',
  release: 2,
  number: 2,
  state: 'live',
  dataOf: 1,
  isEditable: true,
  keepsDictionary: true,
  concepts: [concept('sex', 'Sex at birth', 'sex'), concept('age')],
  collections: [],
  categories: [],
  edits: { ...noDictionaryEdits, concepts: { sex: { title: 'Sex at birth', titlePlural: 'Sex at births' } } },
};
const draft = draftOf(room);

it('an unchanged draft gives the existing edits', () => {
  expect(isChanged(room, draft)).toBe(false);
  expect(editsOf(room, draft)).toEqual(room.edits);
});

it('a concept that is as it came with the data has no edit any more', () => {
  const back = changeDraft(draft, { kind: 'concept', id: 'sex', to: { title: 'sex', titlePlural: 'sexs' } });
  expect(changedIds(room, back)).toEqual(['sex']);
  expect(editsOf(room, back)).toEqual(noDictionaryEdits);
});

it('order and categories are sent as a whole, and only when they differ', () => {
  const moved = changeDraft(draft, { kind: 'move', id: 'age', by: -1 });
  expect(editsOf(room, moved).order).toEqual(['age', 'sex']);
  expect(changeDraft(moved, { kind: 'move', id: 'age', by: -1 }).order).toEqual(['age', 'sex']);
  const categories = [{ id: 'about', title: 'About', parent: null }];
  const sorted = changeDraft(moved, { kind: 'categories', categories });
  const placed = changeDraft(sorted, { kind: 'concept', id: 'age', to: { category: 'about' } });
  expect(editsOf(room, placed)).toMatchObject({ categories, concepts: { age: { category: 'about' } } });
  const age = placed.texts.get('age');
  expect(age && matches('abo AGE', 'age', age, categories)).toBe(true);
  expect(age && matches('abo sex', 'age', age, categories)).toBe(false);
});

it('what is kept of a draft gives the same draft, and on a later release changes only what the person changed', () => {
  const renamed = changeDraft(draft, { kind: 'concept', id: 'age', to: { title: 'Age at visit' } });
  const moved = changeDraft(renamed, { kind: 'move', id: 'age', by: -1 });
  const kept = { ...keptOf(room, moved), note: '' };
  expect(kept).toMatchObject({ concepts: { age: { title: 'Age at visit' } }, categories: null });
  expect(keptDictionary.parse(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  expect(draftWith(room, kept)).toEqual(moved);
  const later = { ...room, concepts: [concept('race'), concept('age', 'Years')] };
  const there = draftWith(later, kept);
  expect(there.order).toEqual(['age', 'race']);
  expect(there.texts.get('age')).toMatchObject({ title: 'Age at visit', titlePlural: 'Yearss' });
});

it('everything that is changed is shown as it was and as it will be', () => {
  const changes: readonly DraftChange[] = [
    { kind: 'categories', categories: [{ id: 'about', title: 'About', parent: null }] },
    {
      kind: 'concept',
      id: 'sex',
      to: { hasPhi: true, category: 'about', prefilter: { conceptId: 'age', mode: 'required' } },
    },
    { kind: 'concept', id: 'sex', to: { description: 'Of a person', uses: ['cohort'] } },
    { kind: 'move', id: 'age', by: -1 },
  ];
  const changed = changes.reduce((held, change) => changeDraft(held, change), draft);
  expect(
    differencesOf(room, changed).map(({ about, what, before, after }) => [about, what, before, after]),
  ).toEqual([
    ['Sex at birth', 'Description', '–', 'Of a person'],
    ['Sex at birth', 'Category', 'None', 'About'],
    ['Sex at birth', 'Used in', 'Filters, Tables, Aggregates', 'Filters'],
    ['Sex at birth', 'Protected', 'no', 'yes'],
    ['Sex at birth', 'Prefilter', 'Nothing', 'age, required'],
    ['Sex at birth', 'Order', 'No. 1', 'No. 2'],
    ['age', 'Order', 'No. 2', 'No. 1'],
    ['About', 'Category', '–', 'About'],
    ['About', 'Under', '–', 'At the top'],
  ]);
  expect(differencesOf(room, draft)).toEqual([]);
});
