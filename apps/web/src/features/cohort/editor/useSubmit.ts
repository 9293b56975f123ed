import type { AddFilter, CohortEdited } from '@atrium/contract';
import { useState } from 'react';
import { findFilter } from '../findFilter.ts';
import { messageOf } from '../LoadFailed.tsx';
import { type EditorState, withTerms } from './editorState.ts';

/** What the last try to save brought, for the state that was tried. */
export interface Outcome {
  readonly of: EditorState;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

interface Submitting {
  readonly state: EditorState;
  readonly toFilter: (state: EditorState) => AddFilter;
  readonly save: (filter: AddFilter) => Promise<CohortEdited>;
  readonly onSaved: (saved: EditorState, sent: EditorState) => void;
}

/** Sends the filter; what the server refuses is kept until the editor says something else. */
export function useSubmit({ state, toFilter, save, onSaved }: Submitting) {
  const [outcome, setOutcome] = useState<Outcome>();
  const submit = async (options: { readonly ignoreWarnings: boolean }) => {
    setOutcome(undefined);
    try {
      const edited = await save({ ...toFilter(state), ...options });
      const { transformationErrors: errors, transformationWarnings: warnings } = edited;
      const after = edited.transformationSuccessful ? asSaved(edited, state) : state;
      if (edited.transformationSuccessful) onSaved(after, state);
      setOutcome({ of: after, errors, warnings });
    } catch (error) {
      setOutcome({ of: state, errors: [messageOf(error)], warnings: [] });
    }
  };
  return { submit, outcome: outcome?.of === state ? outcome : undefined };
}

function asSaved(edited: CohortEdited, state: EditorState): EditorState {
  const entry = findFilter(edited.definition, edited.entryId);
  return entry?.kind === 'ontology' ? withTerms(state, entry.terms) : state;
}
