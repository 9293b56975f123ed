import type { Category, ConceptSummary } from '@atrium/contract/wire/concept';
import { expect, it } from 'vitest';
import { aCategory, aConcept } from '../../testing/concepts.ts';
import { moveFor } from './treeKeys.ts';
import { type Level, type Tree, treeRows } from './treeRows.ts';

const loaded = (categories: readonly Category[], concepts: readonly ConceptSummary[]): Level => ({
  kind: 'loaded',
  categories,
  concepts,
});
const heart = aCategory({ id: 1, name: 'Heart' });
const genes = aCategory({ id: 2, name: 'Genes' });
const sex = aConcept({ conceptId: 'sex', name: 'Sex' });
const lesion = aConcept({ conceptId: 'lesion', name: 'Lesion' });

const tree = (open: readonly number[], heartLevel: Level = loaded([], [lesion])): Tree => ({
  use: 'cohort',
  isOpen: (id) => open.includes(id),
  level: (id) => (id === 'top' ? loaded([heart, genes], [sex]) : heartLevel),
});
const keys = (rows: ReturnType<typeof treeRows>) => rows.map((row) => row.key);

it('shows the concepts of a level before its categories, and the content of open categories', () => {
  expect(keys(treeRows(tree([1])))).toEqual([
    '/concept-sex',
    '/category-1',
    '/category-1/concept-lesion',
    '/category-2',
  ]);
});

it('gives each item its depth and its number among its siblings', () => {
  expect(treeRows(tree([1]))[2]).toMatchObject({ depth: 2, position: 1, siblings: 1 });
  expect(treeRows(tree([1]))[3]).toMatchObject({ depth: 1, position: 3, siblings: 3 });
});

it('hides concepts that cannot be used here', () => {
  const hidden = aConcept({ conceptId: 'hidden', includeInCohort: false });
  expect(treeRows(tree([1], loaded([], [hidden])))[2]).toMatchObject({ kind: 'empty' });
});

it('shows an open category that is still loading', () => {
  expect(treeRows(tree([1], { kind: 'loading' }))[2]).toMatchObject({ kind: 'loading', depth: 2 });
});

it.each([
  ['ArrowDown', '/concept-sex', { kind: 'focus', key: '/category-1' }],
  ['ArrowUp', '/category-1', { kind: 'focus', key: '/concept-sex' }],
  ['ArrowUp', '/concept-sex', undefined],
  ['End', '/concept-sex', { kind: 'focus', key: '/category-2' }],
  ['Home', '/category-2', { kind: 'focus', key: '/concept-sex' }],
  ['ArrowRight', '/category-2', { kind: 'open', categoryId: 2 }],
  ['ArrowRight', '/category-1', { kind: 'focus', key: '/category-1/concept-lesion' }],
  ['ArrowRight', '/concept-sex', undefined],
  ['ArrowLeft', '/category-1', { kind: 'close', categoryId: 1 }],
  ['ArrowLeft', '/category-1/concept-lesion', { kind: 'focus', key: '/category-1' }],
  ['g', '/concept-sex', { kind: 'focus', key: '/category-2' }],
  ['Tab', '/concept-sex', undefined],
])('the key %s on %s', (pressed, focused, move) => {
  expect(moveFor(pressed, treeRows(tree([1])), focused)).toEqual(move);
});

it('Enter and space choose the focused item', () => {
  const rows = treeRows(tree([]));
  expect(moveFor('Enter', rows, '/concept-sex')).toEqual({ kind: 'choose', item: rows[0] });
  expect(moveFor(' ', rows, '/category-1')).toEqual({ kind: 'choose', item: rows[1] });
});
