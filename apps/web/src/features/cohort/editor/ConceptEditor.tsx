import type { AddFilter } from '@atrium/contract/wire/cohortTransformation';
import type { CohortEdited, CohortView } from '@atrium/contract/wire/cohortView';
import type { ConceptDetail } from '@atrium/contract/wire/concept';
import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useEdit } from '../../../api/definition/edits.ts';
import { cohortKind, countOptions } from '../cohortQueries.ts';
import { words } from '../cohortWords.ts';
import { findFilter } from '../findFilter.ts';
import { LoadFailed } from '../LoadFailed.tsx';
import { editorOptions, filterKey, type Scope } from './conceptQueries.ts';
import { EditorSkeleton } from './EditorSkeleton.tsx';
import { editors } from './kinds/index.ts';
import type { DateMode } from './kinds/kind.ts';

export interface ConceptEditorProps {
  readonly dataset: string;
  readonly view: CohortView;
  readonly conceptId: string;
  /** The filter being edited, if any; one that is no longer in the cohort counts as none. */
  readonly entryId: string | undefined;
  /** The values that the editor looks for at first. */
  readonly search?: string;
  /** The concept was opened by keyboard: its first value takes the focus. */
  readonly takesFocus?: boolean;
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

/** The filter that this editor saved last: the same editing session goes on, and nothing is loaded again. */
interface Saved {
  readonly state: string;
  readonly session: string;
  /** The filter that was stored before, until the screen has the new state. */
  readonly before?: string | undefined;
}

/** The session that waits for an answer, and the filter it is about. */
interface WaitingSession {
  readonly session: string;
  readonly entryId: string | undefined;
}

/** Loads a concept; another concept begins another editing session. */
export const ConceptEditor = (props: ConceptEditorProps) => <OneConcept key={props.conceptId} {...props} />;

/** Keeps one editing session over saves; another filter, an undo or a return to a new filter starts the next. */
function OneConcept(props: ConceptEditorProps) {
  const { dataset, view, conceptId, entryId, onEntry } = props;
  const [saved, setSaved] = useState<Saved>();
  const [held, setHeld] = useState<WaitingSession>();
  const edit = useEdit(cohortKind, { dataset });
  const filter = findFilter(view.definition, entryId);
  const stored = filter === undefined ? undefined : JSON.stringify(filter);
  const opened = useOpenedFilter(entryId);
  const state = stored ?? `new ${opened.returns}`;
  if (saved?.before !== undefined && saved.state === state) setSaved({ ...saved, before: undefined });
  const goesOn = saved?.state === state || saved?.before === state;
  const isHeld = held !== undefined && held.entryId === entryId;
  const session = isHeld ? held.session : saved !== undefined && goesOn ? saved.session : state;
  const edited = { entryId: filter?.entryId, stored };
  const detail = useQuery(
    editorOptions({
      ...edited,
      dataset,
      conceptId,
      prefilterValue: filter?.prefilterValue,
      scope: props.isCohortOnly ? 'cohort' : 'all',
    }),
  );

  const size = useQuery({ ...countOptions(dataset, view), enabled: view.definition.length > 0 });

  const save = async (wanted: AddFilter): Promise<CohortEdited> => {
    setHeld({ session, entryId });
    try {
      const edited = await edit.mutateAsync(wanted);
      const entry = edited.transformationSuccessful
        ? findFilter(edited.definition, edited.entryId)
        : undefined;
      if (entry !== undefined && opened.isStill(entryId)) {
        setSaved({ state: JSON.stringify(entry), session, before: state });
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
  const { concept, of } = detail.data;
  if (of !== filterKey(edited) && session === state) return <EditorSkeleton />;
  const Editor = editors[concept.conceptType];
  if (Editor === null) return <Text c="dimmed">{words.unknownType}</Text>;
  const cohort: Scope = { kind: 'cohort', snapshotId: view.snapshotId };
  return (
    <Editor
      key={session}
      dataset={dataset}
      concept={concept}
      filter={filter}
      sets={view.criteriaSets}
      snapshotId={view.snapshotId}
      scope={props.isCohortOnly ? cohort : { kind: 'all' }}
      cohort={view.definition.length > 0 ? cohort : null}
      cohortSize={size.data?.count}
      search={props.search}
      tab={props.tab}
      onTab={(tab) => props.onTab?.(tab)}
      besideName={props.besideName}
      takesFocus={props.takesFocus === true && entryId === undefined && opened.returns === 0}
      onCohortOnly={props.onCohortOnly}
      isSaving={isHeld}
      isReturn={opened.returns > 0}
      save={save}
      onStopEditing={() => onEntry(undefined)}
    />
  );
}

interface OpenedFilter {
  /** Grows with each return from an existing filter to a new one. */
  readonly returns: number;
  /** Whether this filter is still the open one; a late answer must not lead the person back to another. */
  readonly isStill: (entryId: string | undefined) => boolean;
}

/** Follows which filter of the concept the person edits. */
function useOpenedFilter(entryId: string | undefined): OpenedFilter {
  const [last, setLast] = useState({ entryId, number: 0 });
  const there = useRef<{ readonly entryId: string | undefined }>(undefined);
  const isReturn = last.entryId !== undefined && entryId === undefined;
  const number = isReturn ? last.number + 1 : last.number;
  if (last.entryId !== entryId) setLast({ entryId, number });
  useEffect(() => {
    there.current = { entryId };
    return () => {
      there.current = undefined;
    };
  }, [entryId]);
  return {
    returns: number,
    isStill: (wanted) => there.current !== undefined && there.current.entryId === wanted,
  };
}
