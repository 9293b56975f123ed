import { expect, it } from 'vitest';
import { aFilter, aSet } from '../../../testing/cohorts.ts';
import { planMove } from './planMove.ts';
import { type Position, positionKey, positionsFor } from './position.ts';

/** `ab(cd)` is a set of the filters a and b and the or-group of c and d. */
const setOf = (entryId: string, text: string, collectionId = 'surgery') =>
  aSet({
    entryId,
    collectionId,
    entries: [...text.matchAll(/\((\w+)\)|(\w)/g)].map(([, group, single]) => {
      const filters = [...(group ?? single ?? '')].map((id) => aFilter({ entryId: id, conceptName: id }));
      const [first] = filters;
      return group === undefined && first !== undefined
        ? first
        : { kind: 'or_group' as const, entryId: `(${group})`, entries: filters };
    }),
  });

const sort = (order: string, entryId = 's') => ({
  kind: 'sort_cd_entries',
  entryId,
  childIds: [...order],
});
const or = (entryId: string) => ({ kind: 'change_to_boolean_or', entryId });
const and = (entryId: string) => ({ kind: 'change_to_boolean_and', entryId });
const before = (entryId: string | null, setId = 's'): Position => ({ kind: 'before', setId, entryId });
const join = (entryId: string, setId = 's'): Position => ({ kind: 'join', setId, entryId });

it.each([
  ['up', 'abc', 'c', before('a'), [sort('cab')]],
  ['to the end', 'abc', 'a', before(null), [sort('bca')]],
  ['to where it is, above itself', 'abc', 'b', before('b'), []],
  ['to where it is, below itself', 'abc', 'b', before('c'), []],
  ['past a group', 'a(bc)d', 'a', before('d'), [sort('bcad')]],
  ['out of a group, far', '(ab)cd', 'a', before(null), [sort('bcda')]],
  ['out of a group of three, just below, being last', '(abc)d', 'c', before('d'), [and('b')]],
  ['out of a group of three, just above, being first', '(abc)d', 'a', before('(abc)'), [and('a')]],
  ['out of the middle of a group', '(abc)d', 'b', before('d'), [sort('acbd'), and('c')]],
  ['out of a pair, just below', '(ab)', 'a', before(null), [sort('ba'), and('b')]],
  ['out of a pair, just above', '(ab)', 'b', before('(ab)'), [sort('ba'), and('b')]],
])('moves a filter %s', (_, entries, filter, position, edits) => {
  expect(planMove([setOf('s', entries)], filter, position)).toEqual(edits);
});

it.each([
  ['the next filter', 'ab', 'a', join('b'), [or('a')]],
  ['the one before', 'ab', 'b', join('a'), [or('a')]],
  ['a filter further off', 'abc', 'c', join('a'), [sort('acb'), or('a')]],
  ['a group below', 'a(bc)', 'a', join('(bc)'), [or('a')]],
  ['a group above', '(bc)a', 'a', join('(bc)'), [or('c')]],
  ['its own group', '(ab)c', 'a', join('(ab)'), []],
  ['a filter below its old group', '(ab)c', 'b', join('c'), [sort('acb'), or('c')]],
  ['a filter above its old group', 'c(ab)', 'a', join('c'), [sort('acb'), or('a')]],
])('makes a filter an alternative to %s', (_, entries, filter, position, edits) => {
  expect(planMove([setOf('s', entries)], filter, position)).toEqual(edits);
});

it('moves a filter to another set of its collection, beside or into its entries', () => {
  const sets = [setOf('s', 'a(bc)'), setOf('t', 'd(ef)')];
  expect(planMove(sets, 'b', before('d', 't'))).toEqual([sort('bdef', 't')]);
  expect(planMove(sets, 'b', before(null, 't'))).toEqual([sort('defb', 't')]);
  expect(planMove(sets, 'a', join('(ef)', 't'))).toEqual([sort('defa', 't'), or('f')]);
});

it('a filter may not lie in a set on another collection', () => {
  const sets = [setOf('s', 'ab'), setOf('t', 'd', 'diagnosis')];
  expect(planMove(sets, 'a', before('d', 't'))).toEqual([]);
  expect(positionsFor(sets, 'a').map(positionKey)).toEqual([
    'before s a',
    'join s a',
    'before s b',
    'join s b',
    'before s ',
  ]);
});

it('a filter that is gone is not moved', () => {
  expect(planMove([setOf('s', 'ab')], 'z', before('a'))).toEqual([]);
});
