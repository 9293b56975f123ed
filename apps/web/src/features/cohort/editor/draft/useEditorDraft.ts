import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer, useState } from 'react';
import { currentUserQuery } from '../../../../api/session.ts';
import { type EditorState, editorReducer } from '../editorState.ts';
import { createDraftStore, type DraftPlace } from './draftStore.ts';

const drafts = createDraftStore(window.sessionStorage);
const isSame = (a: EditorState, b: EditorState): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The state of an editor that outlives a reload: begun from the draft of this filter, if there is one. */
export function useEditorDraft(start: EditorState, filter: Omit<DraftPlace, 'account'>) {
  const { data: session } = useQuery({ ...currentUserQuery, enabled: false });
  const account = session?.user?.id;
  const { dataset, conceptId, entryId, base } = filter;
  const [found] = useState(() => (account === undefined ? null : readFor({ account, ...filter }, start)));
  const [state, dispatch] = useReducer(editorReducer, found ?? start);
  const [applied, setApplied] = useState(start);
  const [isRestored, setIsRestored] = useState(found !== null);
  const isDirty = !isSame(state, applied);

  useEffect(() => {
    if (account === undefined) return;
    const place = { account, dataset, conceptId, entryId, base };
    if (isDirty) drafts.write(place, state);
    else drafts.clear(place);
  }, [account, dataset, conceptId, entryId, base, state, isDirty]);

  const forget = () => {
    if (account !== undefined) drafts.clear({ account, ...filter });
    setIsRestored(false);
  };
  return {
    state,
    dispatch,
    isDirty,
    isRestored,
    /** The server holds this state now. */
    settle: (saved: EditorState, sent: EditorState) => {
      dispatch({ kind: 'settled', state: saved, from: sent });
      setApplied(saved);
      forget();
    },
    discard: () => {
      dispatch({ kind: 'settled', state: applied });
      forget();
    },
    forget,
  };
}

/** A draft that says the same as the filter itself is none. */
function readFor(place: DraftPlace, start: EditorState): EditorState | null {
  const found = drafts.read(place);
  const fits = found !== null && found.draft.kind === start.draft.kind && !isSame(found, start);
  return fits ? found : null;
}
