import { expect, it } from 'vitest';
import { editorReducer, filterFromEditor, initialState } from './editorState.ts';
import { booleanKind, categoryKind } from './kinds/choice/ChoiceEditor.tsx';
import { ontologyKind } from './kinds/ontology/OntologyEditor.tsx';

const target = { conceptId: 'sex', entryId: undefined };
const chosen = (values: readonly string[]) => ({
  draft: { kind: 'choice', values } as const,
  excludeSelected: false,
  includeMissing: false,
  prefilterValue: null,
});

it('what was changed while a filter was on its way to the server stays', () => {
  const [sent, saved, changed] = [chosen([]), chosen(['Female']), chosen([])];
  expect(editorReducer(sent, { kind: 'saved', state: saved, from: sent })).toBe(saved);
  expect(editorReducer(changed, { kind: 'saved', state: saved, from: sent })).toBe(changed);
  expect(editorReducer(changed, { kind: 'reset', state: saved })).toBe(saved);
});

it('a null among the selected values means that missing ones are included', () => {
  const state = initialState(categoryKind, { selectedValues: ['Female', null] }, null);
  expect(state).toMatchObject({ draft: { values: ['Female'] }, includeMissing: true });
});

it('a new filter starts empty and remembers the prefilter it was opened with', () => {
  expect(initialState(ontologyKind, {}, 'Lactate')).toEqual({
    draft: { kind: 'ontology', terms: [], includeUnknown: false },
    excludeSelected: false,
    includeMissing: false,
    prefilterValue: 'Lactate',
  });
});

it('posts the concept with the values of its kind', () => {
  expect(filterFromEditor(categoryKind, chosen(['Female']), target)).toEqual({
    kind: 'add_entry',
    conceptId: 'sex',
    excludeSelected: false,
    ignoreWarnings: false,
    selectedCategories: ['Female'],
  });
});

it('never excludes where the concept has no exclude', () => {
  const state = { ...chosen(['True']), excludeSelected: true };
  expect(filterFromEditor(categoryKind, state, target).excludeSelected).toBe(true);
  expect(filterFromEditor(booleanKind, state, target).excludeSelected).toBe(false);
});

it('names the filter being edited and the prefilter value', () => {
  const state = { ...chosen(['Female']), prefilterValue: 'Lactate' };
  expect(filterFromEditor(categoryKind, state, { ...target, entryId: 'e1' })).toMatchObject({
    entryId: 'e1',
    prefilterValue: 'Lactate',
  });
});
