import type { EditableArticle } from '@atrium/contract/endpoints/adminNews';
import { expect, it } from 'vitest';
import { bodyOf, draftOf, emptyDraft, isLater, localTime, withMark } from './articleDraft.ts';

const held: EditableArticle = {
  id: 3,
  slug: 'freeze',
  title: 'Freeze',
  source: 'Done.',
  body: '<p>Done.</p>',
  created: '2026-04-02T09:15:42.000Z',
  tags: [{ id: 1, name: 'Releases' }],
  state: 'published',
  audience: 'members',
  version: 4,
};

it('an article that is saved as it was opened keeps its date to the second', () => {
  const body = bodyOf(draftOf(held), { state: 'published', held, version: 4 });
  expect(body).toEqual({
    title: 'Freeze',
    source: 'Done.',
    tags: ['Releases'],
    audience: 'members',
    state: 'published',
    version: 4,
  });
});

it('a date that was typed is sent as an instant', () => {
  const publishAt = '2030-01-02T03:04';
  const body = bodyOf({ ...draftOf(held), publishAt, author: ' ' }, { state: 'published', held, version: 4 });
  expect(body).toMatchObject({ publishAt: new Date(2030, 0, 2, 3, 4).toISOString() });
  expect(body).not.toHaveProperty('author');
  expect(isLater({ publishAt }, new Date('2029-01-01T00:00:00Z'))).toBe(true);
  expect(isLater({ publishAt }, new Date('2031-01-01T00:00:00Z'))).toBe(false);
  expect(isLater(emptyDraft, new Date())).toBe(false);
});

it('a local time is written as its field reads it', () => {
  expect(localTime(new Date(2026, 3, 2, 9, 5))).toBe('2026-04-02T09:05');
});

it.each([
  ['bold', 'a word', [2, 6], 'a **word**', [4, 8]],
  ['link', 'see here', [4, 8], 'see [here](https://)', [5, 9]],
  ['heading', 'one\ntwo', [5, 5], 'one\n## two', [4, 8]],
  ['numbers', 'one\ntwo', [0, 7], '1. one\n2. two', [0, 13]],
  ['bullets', '', [0, 0], '- ', [0, 2]],
] as const)('the button for %s marks what is selected', (mark, text, [from, to], marked, [start, end]) => {
  expect(withMark(text, [from, to], mark)).toEqual({ text: marked, from: start, to: end });
});
