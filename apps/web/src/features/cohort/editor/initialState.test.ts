import { expect, test } from 'vitest';
import { initialState } from './initialState.ts';

test('a null among the selected values means that missing ones are included', () => {
  const state = initialState('choice', { selectedValues: ['Female', null] }, null);
  expect(state).toMatchObject({ draft: { values: ['Female'] }, includeMissing: true });
});

test('a zero bound survives', () => {
  expect(initialState('range', { existingMin: 0, existingMax: null }, null).draft).toEqual({
    kind: 'range',
    min: '0',
    max: '',
  });
});

test('days arrive in the US spelling and are shown in the ISO one', () => {
  const { draft } = initialState('date', { existingMin: '01/31/2015', existingMax: '' }, null);
  expect(draft).toEqual({ kind: 'date', mode: 'date_range', min: '2015-01-31', max: '', daysAgo: 1 });
});

test('text terms arrive as lines', () => {
  expect(initialState('text', { terms: 'A\nB' }, null).draft).toEqual({ kind: 'text', values: ['A', 'B'] });
});

test('a new filter starts empty and remembers the prefilter it was opened with', () => {
  expect(initialState('ontology', {}, 'Lactate')).toEqual({
    draft: { kind: 'ontology', terms: [], includeUnknown: false },
    excludeSelected: false,
    includeMissing: false,
    prefilterValue: 'Lactate',
  });
});
