import { beforeEach, expect, test } from 'vitest';
import { createDraftStore } from './draftStore.ts';

const place = { account: 1, dataset: 'default', conceptId: 'sex', entryId: undefined, base: 'new' };
const state = {
  draft: { kind: 'choice', values: ['Female'] },
  excludeSelected: true,
  includeMissing: false,
  prefilterValue: null,
} as const;
const drafts = createDraftStore(window.sessionStorage);

beforeEach(() => window.sessionStorage.clear());

test('a draft comes back as it was left', () => {
  drafts.write(place, state);
  expect(drafts.read(place)).toEqual(state);
  drafts.clear(place);
  expect(drafts.read(place)).toBeNull();
});

test.each([
  ['another account', { account: 2 }],
  ['another dataset', { dataset: 'other' }],
  ['another concept', { conceptId: 'race' }],
  ['another filter', { entryId: 'e1' }],
  ['a filter that has changed since', { base: '{"min":1}' }],
])('%s has not this draft', (_, given) => {
  drafts.write(place, state);
  expect(drafts.read({ ...place, ...given })).toBeNull();
});

test.each(['', 'nonsense', '{"base":"new","state":{"draft":{"kind":"range"}}}'])(
  'what is no draft is none: %s',
  (stored) => {
    window.sessionStorage.setItem('atrium-draft 1 default sex new', stored);
    expect(drafts.read(place)).toBeNull();
  },
);

test('a storage that takes nothing loses the draft and no more', () => {
  const full = createDraftStore({
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
    removeItem: () => {},
  });
  expect(() => full.write(place, state)).not.toThrow();
});
