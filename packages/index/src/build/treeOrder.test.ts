import { expect, it } from 'vitest';
import { toRanges } from '../compile/codeSets.ts';
import { inOrder, treeOrder } from './treeOrder.ts';

const edges = [
  { code: 'z', parent: 'root' },
  { code: 'b', parent: 'root' },
  { code: 'a', parent: 'z' },
  { code: 'c', parent: 'z' },
  { code: 'c', parent: 'b' },
];
const texts = ['a', 'b', 'c', 'not a term', 'z'];

it('what lies below a term follows it, also where some terms have no rows, and other texts come last', () => {
  expect(treeOrder(texts, edges).texts).toEqual(['b', 'c', 'z', 'a', 'not a term']);
});

it('terms keep their labels and what lies below them', () => {
  const within = new Map([
    ['root', [1, 2, 3, 5]],
    ['z', [1, 3, 5]],
  ]);
  const labels = ['A', 'B', 'C', null, 'Z'];
  const terms = { labels, within, alternatives: new Map(), unknown: [4] };
  const order = treeOrder(texts, edges);
  const moved = inOrder(terms, order);
  expect(moved.labels).toEqual(['B', 'C', 'Z', 'A', null]);
  const named = (codes: readonly number[] = []) => codes.map((code) => order.texts[code - 1]).sort();
  expect(named(moved.within.get('z'))).toEqual(['a', 'c', 'z']);
  expect(named(moved.unknown)).toEqual(['not a term']);
  expect(toRanges(moved.within.get('root') ?? [])).toEqual([{ low: 1, high: 4 }]);
});

it('an ontology whose terms lie below each other loses no text', () => {
  const circle = [
    { code: 'a', parent: 'b' },
    { code: 'b', parent: 'a' },
  ];
  expect(treeOrder(texts, circle).texts).toEqual(texts);
});
