import type { AddFilter } from '@atrium/contract/wire/cohortTransformation';
import type { CohortEdited } from '@atrium/contract/wire/cohortView';
import { useState } from 'react';
import { ofWholeForm } from '../../../api/definition/fieldErrors.ts';
import { findFilter } from '../findFilter.ts';
import { messageOf } from '../LoadFailed.tsx';
import type { EditorState } from './editorState.ts';
import type { ConceptKind } from './kinds/kind.ts';
import type { Verdict } from './useErrors.ts';

/** The result of the last attempt to save, for the state that was sent. */
interface Outcome<Draft> extends Verdict {
  readonly of: EditorState<Draft>;
}

interface Submitting<Draft> {
  readonly kind: Pick<ConceptKind<Draft>, 'afterSave'>;
  readonly state: EditorState<Draft>;
  readonly toFilter: (state: EditorState<Draft>) => AddFilter;
  readonly save: (filter: AddFilter) => Promise<CohortEdited>;
  readonly onSaved: (saved: EditorState<Draft>, sent: EditorState<Draft>) => void;
}

/** Sends the filter; a refusal is shown until something is changed. */
export function useSubmit<Draft>({ kind, state, toFilter, save, onSaved }: Submitting<Draft>) {
  const [outcome, setOutcome] = useState<Outcome<Draft>>();
  const submit = async (options: { readonly ignoreWarnings: boolean }) => {
    setOutcome(undefined);
    try {
      const edited = await save({ ...toFilter(state), ...options });
      const { transformationRefusals: errors, transformationWarnings: warnings } = edited;
      const after = edited.transformationSuccessful ? asSaved(edited) : state;
      if (edited.transformationSuccessful) onSaved(after, state);
      setOutcome({ of: after, errors, warnings });
    } catch (error) {
      setOutcome({ of: state, errors: [ofWholeForm(messageOf(error))], warnings: [] });
    }
  };
  const asSaved = (edited: CohortEdited): EditorState<Draft> => {
    const entry = findFilter(edited.definition, edited.entryId);
    if (entry === undefined || kind.afterSave === undefined) return state;
    return { ...state, draft: kind.afterSave(state.draft, entry) };
  };
  return { submit, outcome: outcome?.of === state ? outcome : undefined };
}
