import { expect, test } from 'vitest';
import type { Draft, EditorState } from './editorState.ts';
import { filterFromEditor } from './filterFromEditor.ts';

const target = { conceptId: 'sex', entryId: undefined, canExclude: true };
const state = (draft: Draft, more: Partial<EditorState> = {}): EditorState => ({
  draft,
  excludeSelected: false,
  includeMissing: false,
  prefilterValue: null,
  ...more,
});
const head = { kind: 'add_entry', conceptId: 'sex', excludeSelected: false, ignoreWarnings: false };
const missing = { includeNullAndMissing: false };

test.each<[string, Draft, object]>([
  ['chosen values', { kind: 'choice', values: ['Female'] }, { selectedCategories: ['Female'] }],
  ['number bounds as typed', { kind: 'range', min: ' 1.5', max: '' }, { ...missing, min: '1.5', max: '' }],
  [
    'age bounds, empty as empty text',
    { kind: 'age', minYear: '2', minDay: '', maxYear: '', maxDay: '30' },
    { ...missing, ageMinYear: '2', ageMinDay: '', ageMaxYear: '', ageMaxDay: '30' },
  ],
  [
    'a date range',
    { kind: 'date', mode: 'date_range', min: '2015-01-02', max: '', daysAgo: 1 },
    { ...missing, queryType: 'date_range', min: '2015-01-02', max: '' },
  ],
  [
    'years as whole years',
    { kind: 'date', mode: 'date_range', min: '2015', max: '2016', daysAgo: 1 },
    { ...missing, queryType: 'date_range', min: '2015-01-01', max: '2016-12-31' },
  ],
  [
    'a window of days up to today',
    { kind: 'date', mode: 'relative_to_today', min: '2015-01-02', max: '', daysAgo: 14 },
    { ...missing, queryType: 'relative_to_today', daysAgo: 14 },
  ],
  [
    'terms by code and pasted words as they are',
    {
      kind: 'ontology',
      terms: [
        { kind: 'term', code: 'CL:1', label: 'Fallot' },
        { kind: 'pasted', label: 'truncus' },
      ],
      includeUnknown: true,
    },
    { ...missing, includeOntologyUnknown: true, ontologySelection: [{ code: 'CL:1' }, 'truncus'] },
  ],
  ['texts one per line', { kind: 'text', values: ['A', 'B'] }, { ...missing, textSelection: 'A\nB' }],
])('posts %s', (_, draft, fields) => {
  expect(filterFromEditor(state(draft), target)).toEqual({ ...head, ...fields });
});

test('posts null or missing as an empty value at the end of the chosen values', () => {
  const chosen = state({ kind: 'choice', values: ['Female'] }, { includeMissing: true });
  expect(filterFromEditor(chosen, target).selectedCategories).toEqual(['Female', '']);
});

test('posts null or missing as a flag for every other type', () => {
  const chosen = state({ kind: 'range', min: '', max: '' }, { includeMissing: true });
  expect(filterFromEditor(chosen, target).includeNullAndMissing).toBe(true);
});

test('never excludes where the concept has no exclude', () => {
  const chosen = state({ kind: 'choice', values: ['True'] }, { excludeSelected: true });
  expect(filterFromEditor(chosen, { ...target, canExclude: false }).excludeSelected).toBe(false);
});

test('names the filter being edited and the prefilter value', () => {
  const chosen = state({ kind: 'range', min: '1', max: '' }, { prefilterValue: 'Lactate' });
  expect(filterFromEditor(chosen, { ...target, entryId: 'e1' })).toMatchObject({
    entryId: 'e1',
    prefilterValue: 'Lactate',
  });
});
