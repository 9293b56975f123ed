import type { AddFilter, CohortEdited, ConceptDetail, FilterEntry } from '@atrium/contract';
import { Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useReducer, useRef, useState } from 'react';
import { findFilter } from '../findFilter.ts';
import { messageOf } from '../LoadFailed.tsx';
import { words } from '../words.ts';
import { type Scope, statisticsOptions } from './conceptQueries.ts';
import { EditorActions } from './EditorActions.tsx';
import { EditorHeading } from './EditorHeading.tsx';
import classes from './EditorSession.module.css';
import { EditorSwitches } from './EditorSwitches.tsx';
import { type EditorState, editorReducer } from './editorState.ts';
import { filterFromEditor } from './filterFromEditor.ts';
import { editorKind, initialState } from './initialState.ts';
import { needsPrefilter, PrefilterSelect } from './PrefilterSelect.tsx';
import { ValueEditor } from './ValueEditor.tsx';

interface EditorSessionProps {
  readonly dataset: string;
  readonly concept: ConceptDetail;
  /** The filter being edited; undefined while a new one is made. */
  readonly filter: FilterEntry | undefined;
  readonly scope: Scope;
  readonly onCohortOnly: (on: boolean) => void;
  readonly isSaving: boolean;
  readonly save: (filter: AddFilter) => Promise<CohortEdited>;
  readonly onStopEditing: () => void;
}

interface Outcome {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}
const nothingSaid: Outcome = { errors: [], warnings: [] };

/** One concept open for filtering. A type without an editor says so. */
export function EditorSession(props: EditorSessionProps) {
  const kind = editorKind(props.concept.conceptType);
  if (kind === null) return <Text c="dimmed">{words.unknownType}</Text>;
  const start = initialState(
    kind,
    props.concept.cohortOptions ?? {},
    props.filter?.prefilterValue ?? props.concept.prefilterValue,
  );
  return <Session {...props} start={start} />;
}

function Session(props: EditorSessionProps & { readonly start: EditorState }) {
  const { dataset, concept, filter, scope, isSaving, save } = props;
  const { conceptId } = concept;
  const [state, dispatch] = useReducer(editorReducer, props.start);
  const [outcome, setOutcome] = useState(nothingSaid);
  const form = useRef<HTMLFormElement>(null);
  const isBlocked = needsPrefilter(concept) && state.prefilterValue === null;
  const asked = { dataset, conceptId, scope, prefilterValue: state.prefilterValue };
  const statistics = useQuery({ ...statisticsOptions(asked), enabled: !isBlocked });
  const canExclude = concept.conceptType !== 'boolean';
  const toFilter = (given: EditorState) =>
    filterFromEditor(given, { conceptId, entryId: filter?.entryId, canExclude });
  useHotkeys([['mod+Enter', () => form.current?.requestSubmit()]], ['TEXTAREA']);
  useHotkeys([['Escape', () => filter !== undefined && props.onStopEditing()]]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setOutcome(nothingSaid);
    try {
      const edited = await save(toFilter(state));
      setOutcome({ errors: edited.transformationErrors, warnings: edited.transformationWarnings });
      const entry = edited.transformationSuccessful
        ? findFilter(edited.definition, edited.entryId)
        : undefined;
      if (entry?.kind === 'ontology') dispatch({ kind: 'termsSaved', terms: entry.terms });
    } catch (error) {
      setOutcome({ errors: [messageOf(error)], warnings: [] });
    }
  };

  return (
    <form ref={form} className={classes.editor} onSubmit={submit} aria-label={concept.name} noValidate>
      <EditorHeading concept={concept} isEditing={filter !== undefined} onStopEditing={props.onStopEditing} />
      <EditorSwitches
        isCohortOnly={scope.kind === 'cohort'}
        onCohortOnly={props.onCohortOnly}
        includeMissing={state.includeMissing}
        onIncludeMissing={(on) => dispatch({ kind: 'missingIncluded', on })}
        missing={statistics.data?.countSubjectsWithMissingValues}
      />
      <PrefilterSelect
        dataset={dataset}
        concept={concept}
        value={state.prefilterValue}
        onChange={(value) => dispatch({ kind: 'prefilterChosen', value })}
      />
      {!isBlocked && (
        <>
          <ValueEditor
            asked={asked}
            conceptName={concept.name}
            statistics={statistics}
            draft={state.draft}
            onChange={(draft) => dispatch({ kind: 'draftChanged', draft })}
            onAdd={(values) => dispatch({ kind: 'valuesAdded', values })}
            toFilter={(draft) => toFilter({ ...state, draft })}
          />
          <EditorActions
            outcome={outcome}
            isEditing={filter !== undefined}
            isSaving={isSaving}
            isExcluded={state.excludeSelected}
            onExclude={canExclude ? (on) => dispatch({ kind: 'excluded', on }) : undefined}
          />
        </>
      )}
    </form>
  );
}
