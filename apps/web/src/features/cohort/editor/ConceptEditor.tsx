import type { AddFilter, CohortEdited, CohortView, ConceptDetail } from '@atrium/contract';
import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useCohortEdit } from '../cohortEdits.ts';
import { findFilter } from '../findFilter.ts';
import { LoadFailed } from '../LoadFailed.tsx';
import { words } from '../words.ts';
import { editorOptions, type Scope } from './conceptQueries.ts';
import { EditorSession } from './EditorSession.tsx';
import { EditorSkeleton } from './EditorSkeleton.tsx';
import type { DateMode } from './editorState.ts';

export interface ConceptEditorProps {
  readonly dataset: string;
  readonly view: CohortView;
  readonly conceptId: string;
  /** The filter being edited, if any; one that is no longer in the cohort counts as none. */
  readonly entryId: string | undefined;
  /** Show the data of the active cohort only. */
  readonly isCohortOnly: boolean;
  readonly onCohortOnly: (on: boolean) => void;
  /** The open tab of a date editor, and the change to the other one. */
  readonly tab?: DateMode | undefined;
  readonly onTab?: (tab: DateMode) => void;
  /** Stands beside the concept's name. */
  readonly besideName?: ((concept: ConceptDetail) => ReactNode) | undefined;
  /** Editing goes on with this filter, or with none. */
  readonly onEntry: (entryId: string | undefined) => void;
}

/** What this editor itself saved last: the same piece of work goes on, nothing is read anew. */
interface Saved {
  readonly state: string;
  readonly session: string;
  /** What was stored until then, while the screen has not been told of the new state. */
  readonly before?: string | undefined;
}

/** Loads a concept and keeps one editing session over saves; another filter or an undo starts a new one. */
export function ConceptEditor(props: ConceptEditorProps) {
  const { dataset, view, conceptId, entryId, onEntry } = props;
  const [saved, setSaved] = useState<Saved>();
  const [held, setHeld] = useState<string>();
  const edit = useCohortEdit(dataset);
  const filter = findFilter(view.definition, entryId);
  const stored = filter === undefined ? undefined : JSON.stringify(filter);
  const state = stateOf(conceptId, stored);
  if (saved?.before !== undefined && saved.state === state) setSaved({ ...saved, before: undefined });
  const goesOn = saved?.state === state || saved?.before === state;
  const session = held ?? (saved !== undefined && goesOn ? saved.session : state);
  const detail = useQuery(editorOptions({ dataset, conceptId, entryId: filter?.entryId, stored }));

  const save = async (wanted: AddFilter): Promise<CohortEdited> => {
    setHeld(session);
    try {
      const edited = await edit.mutateAsync(wanted);
      const entry = edited.transformationSuccessful
        ? findFilter(edited.definition, edited.entryId)
        : undefined;
      if (entry !== undefined) {
        setSaved({ state: stateOf(conceptId, JSON.stringify(entry)), session, before: state });
        onEntry(entry.entryId);
      }
      return edited;
    } finally {
      setHeld(undefined);
    }
  };

  if (detail.data === undefined) {
    return detail.isError ? (
      <Stack>
        <Title order={1} size="h2">
          {words.conceptFailed}
        </Title>
        <LoadFailed error={detail.error} retry={() => void detail.refetch()} />
      </Stack>
    ) : (
      <EditorSkeleton />
    );
  }
  if (detail.isPlaceholderData && session === state) return <EditorSkeleton />;
  const cohort: Scope = { kind: 'cohort', snapshotId: view.snapshotId };
  return (
    <EditorSession
      key={session}
      dataset={dataset}
      concept={detail.data}
      filter={filter}
      scope={props.isCohortOnly ? cohort : { kind: 'all' }}
      cohort={view.definition.length > 0 ? cohort : null}
      tab={props.tab}
      onTab={(tab) => props.onTab?.(tab)}
      besideName={props.besideName}
      onCohortOnly={props.onCohortOnly}
      isSaving={edit.isPending}
      save={save}
      onStopEditing={() => onEntry(undefined)}
    />
  );
}

const stateOf = (conceptId: string, stored: string | undefined): string => `${conceptId} ${stored ?? 'new'}`;
