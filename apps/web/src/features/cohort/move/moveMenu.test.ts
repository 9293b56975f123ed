import { expect, it } from 'vitest';
import { aFilter, aSet } from '../../../testing/cohorts.ts';
import { isEmptyMenu, moveMenu } from './moveMenu.ts';
import { positionWords } from './moveWords.ts';

const filter = (entryId: string, conceptName: string) => aFilter({ entryId, conceptName });
const [a, b, c] = [filter('a', 'Sex'), filter('b', 'Race'), filter('c', 'Age')];
const group = { kind: 'or_group' as const, entryId: 'g', entries: [b, c] };
const surgery = { collectionId: 'surgery', label: 'Participant has at least 1 surgery where:' };
const first = aSet({ ...surgery, entryId: 's', criteriaSetName: 'Surgery 1', entries: [a, group] });
const second = aSet({ ...surgery, entryId: 't', alias: 'Late ones', entries: [] });
const other = aSet({ entryId: 'u', collectionId: 'stay', entries: [] });
const sets = [first, second, other];

it('a filter alone may move past its neighbour, join it, or go to another set of its collection', () => {
  const menu = moveMenu(sets, 'a');
  expect(menu.up).toBeUndefined();
  expect(menu.down).toEqual({ kind: 'before', setId: 's', entryId: null });
  expect(menu.out).toBeUndefined();
  expect(menu.join.map(({ names }) => names)).toEqual([['Race', 'Age']]);
  expect(menu.sets.map(({ name }) => name)).toEqual(['Late ones']);
});

it('an alternative may be taken out, to below its group', () => {
  const menu = moveMenu(sets, 'b');
  expect(menu.out).toEqual({ kind: 'before', setId: 's', entryId: null });
  expect([menu.up, menu.down]).toEqual([undefined, undefined]);
});

it('a lonely filter has nowhere to go', () => {
  expect(isEmptyMenu(moveMenu([aSet({ entries: [a] })], 'a'))).toBe(true);
  expect(isEmptyMenu(moveMenu(sets, 'a'))).toBe(false);
});

it.each([
  [{ kind: 'join', setId: 's', entryId: 'g' }, 'or Race or Age'],
  [{ kind: 'before', setId: 's', entryId: 'g' }, 'before Race or Age in Surgery 1'],
  [{ kind: 'before', setId: 't', entryId: null }, 'at the end of Late ones'],
] as const)('says a position in words', (position, words) => {
  expect(positionWords(position, sets)).toBe(words);
});
