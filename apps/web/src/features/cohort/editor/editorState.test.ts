import { expect, test } from 'vitest';
import { type EditorState, editorReducer, toggleTerm, withTerms } from './editorState.ts';

const blank = { excludeSelected: false, includeMissing: false, prefilterValue: null };
const ontology = (terms: Extract<EditorState['draft'], { kind: 'ontology' }>['terms']): EditorState => ({
  ...blank,
  draft: { kind: 'ontology', terms, includeUnknown: false },
});
const fallot = { kind: 'term', code: 'CL:1', label: 'Tetralogy of Fallot' } as const;

test('pasted texts go to the top of the selection, each once', () => {
  const state: EditorState = { ...blank, draft: { kind: 'text', values: ['NOTCH1', 'GATA4'] } };
  const after = editorReducer(state, { kind: 'valuesAdded', values: ['TBX5', 'GATA4', 'TBX5'] });
  expect(after.draft).toEqual({ kind: 'text', values: ['TBX5', 'GATA4', 'NOTCH1'] });
});

test('a pasted term that is chosen already, by code or label, is not added again', () => {
  const after = editorReducer(ontology([fallot]), {
    kind: 'valuesAdded',
    values: ['CL:1', 'Tetralogy of Fallot', 'Truncus'],
  });
  expect(after.draft).toMatchObject({ terms: [{ kind: 'pasted', label: 'Truncus' }, fallot] });
});

test('once saved, pasted words become the terms the server understood', () => {
  const after = withTerms(ontology([{ kind: 'pasted', label: 'truncus' }]), [
    { code: 'CL:2', label: 'Truncus arteriosus' },
  ]);
  expect(after.draft).toMatchObject({ terms: [{ kind: 'term', code: 'CL:2', label: 'Truncus arteriosus' }] });
});

test('what was changed while a filter was on its way to the server stays', () => {
  const [sent, saved, changed] = [ontology([]), ontology([fallot]), ontology([])];
  expect(editorReducer(sent, { kind: 'settled', state: saved, from: sent })).toBe(saved);
  expect(editorReducer(changed, { kind: 'settled', state: saved, from: sent })).toBe(changed);
  expect(editorReducer(changed, { kind: 'settled', state: saved })).toBe(saved);
});

test('two terms of one label are told apart by their codes', () => {
  const twin = { code: 'CL:9', label: 'Tetralogy of Fallot' };
  expect(toggleTerm([fallot], twin)).toHaveLength(2);
  expect(toggleTerm([fallot], fallot)).toEqual([]);
});
