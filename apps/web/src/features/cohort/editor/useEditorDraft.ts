import { useEffect, useMemo, useReducer, useState } from 'react';
import { z } from 'zod';
import { type KeptDraft, useKeptDraft } from '../../../api/useDraft.ts';
import { type EditorAction, type EditorState, editorReducer } from './editorState.ts';
import type { ConceptKind } from './kinds/kind.ts';

/** The filter that a draft is of; `base` is that filter as text, from which the person set out. */
export interface DraftOf {
  readonly dataset: string;
  readonly conceptId: string;
  readonly entryId: string | undefined;
  readonly base: string;
}

/** The part of an editor that the tab keeps. A draft belongs to the filter as it was when the person began. */
const keptState = <Draft>(kind: ConceptKind<Draft>) =>
  z.object({
    base: z.string(),
    state: z.object({
      draft: kind.draft,
      excludeSelected: z.boolean(),
      includeMissing: z.boolean(),
      prefilterValue: z.string().nullable(),
    }),
  });

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The state of an editor that outlives a reload: begun from the draft of this filter, if there is one. */
export function useEditorDraft<Draft>(kind: ConceptKind<Draft>, start: EditorState<Draft>, filter: DraftOf) {
  const { dataset, conceptId, entryId, base } = filter;
  const schema = useMemo(() => keptState(kind), [kind]);
  const kept = useKeptDraft(schema, ['filter', dataset, conceptId, entryId ?? 'new']);
  const [found] = useState(() => draftFor(kept, base, start));
  const [state, dispatch] = useReducer<EditorState<Draft>, [EditorAction<Draft>]>(
    editorReducer,
    found ?? start,
  );
  const [applied, setApplied] = useState(start);
  const [isRestored, setIsRestored] = useState(found !== null);
  const isDirty = !isSame(state, applied);

  useEffect(() => {
    if (isDirty) kept.write({ base, state });
    else kept.clear();
  }, [kept, base, state, isDirty]);

  const forget = () => {
    kept.clear();
    setIsRestored(false);
  };
  return {
    state,
    dispatch,
    isDirty,
    isRestored,
    /** The server holds this state now. */
    markSaved: (saved: EditorState<Draft>, sent: EditorState<Draft>) => {
      dispatch({ kind: 'saved', state: saved, from: sent });
      setApplied(saved);
      forget();
    },
    discard: () => {
      dispatch({ kind: 'reset', state: applied });
      forget();
    },
    forget,
  };
}

type Kept<Draft> = KeptDraft<{ readonly base: string; readonly state: EditorState<Draft> }>;

/** The draft that was kept; none where it says the same as the filter, or where the filter is another one by now. */
function draftFor<Draft>(
  kept: Pick<Kept<Draft>, 'read'>,
  base: string,
  start: EditorState<Draft>,
): EditorState<Draft> | null {
  const found = kept.read();
  return found !== null && found.base === base && !isSame(found.state, start) ? found.state : null;
}
