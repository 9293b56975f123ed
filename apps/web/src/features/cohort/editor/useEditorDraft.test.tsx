import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { currentUserQuery } from '../../../api/session.ts';
import { createTestClient } from '../../../testing/clients.ts';
import { aUser } from '../../../testing/people.ts';
import type { EditorState } from './editorState.ts';
import { categoryKind } from './kinds/choice/ChoiceEditor.tsx';
import type { ChoiceDraft } from './kinds/choice/choiceDraft.ts';
import { type DraftOf, useEditorDraft } from './useEditorDraft.ts';

const start: EditorState<ChoiceDraft> = {
  draft: { kind: 'choice', values: [] },
  excludeSelected: true,
  includeMissing: false,
  prefilterValue: null,
};
const filter: DraftOf = { dataset: 'default', conceptId: 'sex', entryId: undefined, base: 'new' };

/** The draft of an editor in a page that has just been loaded. */
function openDraft(given: Partial<DraftOf> = {}, account = 1) {
  const client = createTestClient();
  client.setQueryData(currentUserQuery.queryKey, {
    user: aUser({ id: account }),
    platformVersion: '1.0.0',
    version: '1.0.0',
  });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result, unmount } = renderHook(
    () => useEditorDraft<ChoiceDraft>(categoryKind, start, { ...filter, ...given }),
    { wrapper },
  );
  return { draft: () => result.current, unmount };
}

function leaveWithChoice() {
  const { draft, unmount } = openDraft();
  act(() =>
    draft().dispatch({ kind: 'draftChanged', change: () => ({ kind: 'choice', values: ['Female'] }) }),
  );
  unmount();
}

it('a draft comes back as it was left, until it is given up', () => {
  leaveWithChoice();
  const { draft, unmount } = openDraft();
  expect(draft()).toMatchObject({ isRestored: true, isDirty: true });
  expect(draft().state).toEqual({ ...start, draft: { kind: 'choice', values: ['Female'] } });
  act(() => draft().discard());
  expect(draft().state).toEqual(start);
  unmount();
  expect(openDraft().draft().isRestored).toBe(false);
});

it.each([
  ['another account', {}, 2],
  ['another dataset', { dataset: 'other' }, 1],
  ['another concept', { conceptId: 'race' }, 1],
  ['another filter', { entryId: 'e1' }, 1],
  ['a filter that has changed since', { base: '{"min":1}' }, 1],
])('%s does not get this draft', (_, given, account) => {
  leaveWithChoice();
  expect(openDraft(given, account).draft().state).toEqual(start);
});

it.each(['', 'nonsense', '{"base":"new","state":{"draft":{"kind":"number"}}}'])(
  'what is no draft is ignored: %s',
  (stored) => {
    window.sessionStorage.setItem('atrium-draft 1 filter default sex new', stored);
    expect(openDraft().draft().state).toEqual(start);
  },
);
