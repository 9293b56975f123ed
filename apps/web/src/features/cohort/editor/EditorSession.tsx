import type { AddFilter, CohortEdited, ConceptDetail, CriteriaSetView, FilterEntry } from '@atrium/contract';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useNouns } from '../../../api/collections.ts';
import { RestoredNotice } from '../../../ui/DraftNotice.tsx';
import { CountedBase, describedSet, ofSet } from './CountedBase.tsx';
import { type Scope, statisticsOptions } from './conceptQueries.ts';
import { EditorActions } from './EditorActions.tsx';
import { EditorHeading, EditorSwitches, PolaritySelect } from './EditorHeading.tsx';
import classes from './EditorSession.module.css';
import { type EditorState, filterFromEditor, initialState } from './editorState.ts';
import type { ConceptKind, DateMode } from './kinds/kind.ts';
import { needsPrefilter, PrefilterSelect } from './PrefilterSelect.tsx';
import { PreviewCount, usePreview } from './PreviewCount.tsx';
import { usePlacement } from './placement.ts';
import { chosenPolarity, usePolarity } from './polarity.ts';
import { useEditorDraft } from './useEditorDraft.ts';
import { useErrors } from './useErrors.ts';
import { useSubmit } from './useSubmit.ts';

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
  /** The first value takes the focus when it is there. */
  readonly takesFocus: boolean;
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

/** The editor of one kind of concept, which alone knows the shape of its drafts. */
export const sessionOf =
  <Draft,>(kind: ConceptKind<Draft>): ComponentType<EditorSessionProps> =>
  (props) => <EditorSession {...props} kind={kind} />;

interface KindSessionProps<Draft> extends EditorSessionProps {
  readonly kind: ConceptKind<Draft>;
}

function startOf<Draft>({ kind, concept, filter, tab }: KindSessionProps<Draft>): EditorState<Draft> {
  const prefilterValue = filter?.prefilterValue ?? concept.prefilterValue;
  const start = initialState(kind, concept.cohortOptions ?? {}, prefilterValue);
  if (tab === undefined || kind.inTab === undefined) return start;
  return { ...start, draft: kind.inTab(start.draft, tab) };
}

/** One concept open for filtering. */
function EditorSession<Draft>(props: KindSessionProps<Draft>) {
  const { kind, dataset, concept, filter, isSaving } = props;
  const { conceptId } = concept;
  const nouns = useNouns(dataset).of(concept.collectionId);
  const form = useRef<HTMLFormElement>(null);
  const values = useRef<HTMLDivElement>(null);
  const kept = useEditorDraft(kind, startOf(props), {
    dataset,
    conceptId,
    entryId: filter?.entryId,
    base: filter === undefined ? 'new' : JSON.stringify(filter),
  });
  const { state, dispatch } = kept;
  const isBlocked = needsPrefilter(concept) && state.prefilterValue === null;
  const placement = usePlacement(props.sets, concept, filter !== undefined);
  const set = describedSet(props.sets, { concept, filter, placement });
  const scope = ofSet(props.scope, set);
  const choosing = usePolarity(props.sets, concept, { placement, isPlaced: filter !== undefined });
  const polarity = chosenPolarity(choosing);
  const request = { dataset, conceptId, scope, prefilterValue: state.prefilterValue, polarity };
  const statistics = useQuery({ ...statisticsOptions(request), enabled: !isBlocked });
  useFirstValue(values, props.takesFocus && statistics.data !== undefined);
  const toFilter = (given: EditorState<Draft>) =>
    filterFromEditor(
      kind,
      { ...given, draft: kind.permitted?.(given.draft, statistics.data) ?? given.draft },
      { conceptId, entryId: filter?.entryId, criteriaSet: placement?.value, polarity },
    );
  const { submit, outcome } = useSubmit({
    kind,
    state,
    toFilter,
    save: props.save,
    onSaved: kept.markSaved,
  });
  const errors = useErrors({
    dataset,
    typed: kind.typed,
    draft: state.draft,
    filter: toFilter(state),
    outcome,
    isDirty: kept.isDirty && !isSaving,
  });
  const preview = usePreview({
    dataset,
    snapshotId: props.snapshotId,
    filter: toFilter(state),
    isDue: kept.isDirty && !isSaving && !isBlocked && !errors.blocks,
  });
  const stopEditing = () => {
    kept.forget();
    props.onStopEditing();
  };
  useHotkeys([['mod+Enter', (event) => isInDialog(event) || form.current?.requestSubmit()]], ['TEXTAREA']);
  useHotkeys([
    [
      'Escape',
      (event) => filter !== undefined && isInOrNowhere(event, form.current) && stopEditing(),
      { preventDefault: false },
    ],
  ]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (errors.blocks) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    else void submit({ ignoreWarnings: false });
  };

  return (
    <form ref={form} className={classes.editor} onSubmit={onSubmit} aria-label={concept.name} noValidate>
      <EditorHeading
        concept={concept}
        kindName={kind.name}
        isEditing={filter !== undefined}
        isReturn={props.isReturn}
        onStopEditing={stopEditing}
        besideName={props.besideName?.(concept)}
      />
      {kept.isRestored && <RestoredNotice onDiscard={kept.discard} />}
      <EditorSwitches
        isCohortOnly={scope.kind === 'cohort'}
        onCohortOnly={props.onCohortOnly}
        includeMissing={state.includeMissing}
        onIncludeMissing={(on) => dispatch({ kind: 'missingIncluded', on })}
        missing={statistics.data?.countSubjectsWithMissingValues}
        subject={nouns.subject}
      />
      {choosing && <PolaritySelect concept={concept} {...choosing} />}
      <CountedBase
        polarity={polarity}
        dataset={dataset}
        concept={concept}
        scope={scope}
        sets={props.sets}
        isCounting={statistics.isLoading || statistics.isPlaceholderData}
      />
      <PrefilterSelect
        dataset={dataset}
        concept={concept}
        value={state.prefilterValue}
        onChange={(value) => dispatch({ kind: 'prefilterChosen', value })}
        takesFocus={props.takesFocus}
      />
      {!isBlocked && (
        <>
          <div ref={values} className={classes.values}>
            <kind.Editor
              request={request}
              cohort={scope.kind === 'all' && props.cohort !== null ? ofSet(props.cohort, set) : null}
              conceptName={concept.name}
              nouns={nouns}
              statistics={statistics}
              draft={state.draft}
              errors={errors.fields}
              onChange={(draft) => dispatch({ kind: 'draftChanged', change: () => draft })}
              onUpdate={(change) => dispatch({ kind: 'draftChanged', change })}
              onTab={props.onTab}
              toFilter={(draft) => toFilter({ ...state, draft })}
            />
          </div>
          <EditorActions
            errors={errors.rest}
            warnings={errors.warnings}
            onApplyAnyway={
              errors.isRefusedByWarnings ? () => void submit({ ignoreWarnings: true }) : undefined
            }
            isEditing={filter !== undefined}
            placement={placement}
            preview={<PreviewCount dataset={dataset} preview={preview} isEditing={filter !== undefined} />}
            isSaving={isSaving}
            isExcluded={state.excludeSelected}
            onExclude={kind.canExclude === false ? undefined : (on) => dispatch({ kind: 'excluded', on })}
          />
        </>
      )}
    </form>
  );
}

/** Gives the focus to the first value, once. */
function useFirstValue(values: RefObject<HTMLElement | null>, isDue: boolean): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!isDue || isDone.current) return;
    isDone.current = true;
    values.current?.querySelector<HTMLElement>('input:not([disabled]), textarea, button')?.focus();
  }, [values, isDue]);
}

const isInDialog = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('[role="dialog"]') !== null;

/** Escape ends editing where it is pressed in the editor, or with nothing focused. Dialogs, menus and lifted filters keep their own. */
const isInOrNowhere = ({ target }: KeyboardEvent, form: HTMLElement | null): boolean =>
  target === document.body || (target instanceof Node && form?.contains(target) === true);
