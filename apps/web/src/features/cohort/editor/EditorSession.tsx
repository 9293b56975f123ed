import type { AddFilter, CohortEdited, ConceptDetail, CriteriaSetView, FilterEntry } from '@atrium/contract';
import { Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { words } from '../words.ts';
import { type Scope, statisticsOptions } from './conceptQueries.ts';
import { DraftNotice } from './draft/DraftNotice.tsx';
import { useEditorDraft } from './draft/useEditorDraft.ts';
import { EditorActions } from './EditorActions.tsx';
import { EditorHeading } from './EditorHeading.tsx';
import classes from './EditorSession.module.css';
import { EditorSwitches } from './EditorSwitches.tsx';
import type { DateMode, EditorState } from './editorState.ts';
import { filterFromEditor } from './filterFromEditor.ts';
import { editorKind, initialState, inMode } from './initialState.ts';
import { needsPrefilter, PrefilterSelect } from './PrefilterSelect.tsx';
import { PlacementSelect } from './placement/PlacementSelect.tsx';
import { usePlacement } from './placement/usePlacement.ts';
import { asPossible } from './statisticsShapes.ts';
import { TrialCount } from './trial/TrialCount.tsx';
import { useTrial } from './trial/useTrial.ts';
import { useProblems } from './useProblems.ts';
import { useSubmit } from './useSubmit.ts';
import { ValueEditor } from './ValueEditor.tsx';

export interface EditorSessionProps {
  readonly dataset: string;
  readonly concept: ConceptDetail;
  /** The filter being edited; undefined while a new one is made. */
  readonly filter: FilterEntry | undefined;
  /** The criteria sets of the cohort, one of which a new filter joins. */
  readonly sets: readonly CriteriaSetView[];
  /** The cohort on the screen, which a filter joins. */
  readonly snapshotId: number | null;
  readonly scope: Scope;
  /** The active cohort where it restricts anything, to be drawn over everybody's data. */
  readonly cohort: Scope | null;
  readonly onCohortOnly: (on: boolean) => void;
  readonly isSaving: boolean;
  readonly save: (filter: AddFilter) => Promise<CohortEdited>;
  readonly onStopEditing: () => void;
  /** The person comes back from an existing filter. */
  readonly isReturn: boolean;
  /** The open tab of a date, which the address holds. */
  readonly tab: DateMode | undefined;
  readonly onTab: (tab: DateMode) => void;
  /** Stands beside the concept's name. */
  readonly besideName?: ((concept: ConceptDetail) => ReactNode) | undefined;
}

/** One concept open for filtering. A type without an editor says so. */
export function EditorSession(props: EditorSessionProps) {
  const kind = editorKind(props.concept.conceptType);
  if (kind === null) return <Text c="dimmed">{words.unknownType}</Text>;
  const start = initialState(
    kind,
    props.concept.cohortOptions ?? {},
    props.filter?.prefilterValue ?? props.concept.prefilterValue,
  );
  return <Session {...props} start={inMode(start, props.tab)} />;
}

function Session(props: EditorSessionProps & { readonly start: EditorState }) {
  const { dataset, concept, filter, scope, isSaving } = props;
  const { conceptId } = concept;
  const form = useRef<HTMLFormElement>(null);
  const kept = useEditorDraft(props.start, {
    dataset,
    conceptId,
    entryId: filter?.entryId,
    base: filter === undefined ? 'new' : JSON.stringify(filter),
  });
  const { state, dispatch } = kept;
  const isBlocked = needsPrefilter(concept) && state.prefilterValue === null;
  const asked = { dataset, conceptId, scope, prefilterValue: state.prefilterValue };
  const statistics = useQuery({ ...statisticsOptions(asked), enabled: !isBlocked });
  const canExclude = concept.conceptType !== 'boolean';
  const where = usePlacement(props.sets, concept, filter !== undefined);
  const toFilter = (given: EditorState) =>
    filterFromEditor(
      { ...given, draft: asPossible(given.draft, statistics.data) },
      { conceptId, entryId: filter?.entryId, criteriaSet: where?.value, canExclude },
    );
  const { submit, outcome } = useSubmit({
    state,
    toFilter,
    save: props.save,
    onSaved: kept.settle,
  });
  const problems = useProblems({ dataset, state, outcome, isDirty: kept.isDirty && !isSaving, toFilter });
  const trial = useTrial({
    dataset,
    snapshotId: props.snapshotId,
    filter: toFilter(state),
    isDue: kept.isDirty && !isSaving && !isBlocked && !problems.blocks,
  });
  const stopEditing = () => {
    kept.forget();
    props.onStopEditing();
  };
  useHotkeys([['mod+Enter', (event) => isInDialog(event) || form.current?.requestSubmit()]], ['TEXTAREA']);
  useHotkeys([
    [
      'Escape',
      (event) => filter !== undefined && isAtHand(event, form.current) && stopEditing(),
      { preventDefault: false },
    ],
  ]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (problems.blocks) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    else void submit({ ignoreWarnings: false });
  };

  return (
    <form ref={form} className={classes.editor} onSubmit={onSubmit} aria-label={concept.name} noValidate>
      <EditorHeading
        concept={concept}
        isEditing={filter !== undefined}
        isReturn={props.isReturn}
        onStopEditing={stopEditing}
        besideName={props.besideName?.(concept)}
      />
      {kept.isRestored && <DraftNotice onDiscard={kept.discard} />}
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
            cohort={scope.kind === 'all' ? props.cohort : null}
            conceptName={concept.name}
            statistics={statistics}
            draft={state.draft}
            errors={problems.fields}
            onChange={(draft) => dispatch({ kind: 'draftChanged', draft })}
            onAdd={(values) => dispatch({ kind: 'valuesAdded', values })}
            onMode={props.onTab}
            toFilter={(draft) => toFilter({ ...state, draft })}
          />
          <EditorActions
            errors={problems.rest}
            warnings={problems.warnings}
            onApplyAnyway={
              problems.isRefusedByWarnings ? () => void submit({ ignoreWarnings: true }) : undefined
            }
            isEditing={filter !== undefined}
            placement={where && <PlacementSelect {...where} />}
            trial={<TrialCount dataset={dataset} trial={trial} isEditing={filter !== undefined} />}
            isSaving={isSaving}
            isExcluded={state.excludeSelected}
            onExclude={canExclude ? (on) => dispatch({ kind: 'excluded', on }) : undefined}
          />
        </>
      )}
    </form>
  );
}

const isInDialog = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('[role="dialog"]') !== null;

/** Escape means the editor only there or nowhere in particular; dialogs, menus and lifted filters have it to themselves. */
const isAtHand = ({ target }: KeyboardEvent, form: HTMLElement | null): boolean =>
  target === document.body || (target instanceof Node && form?.contains(target) === true);
