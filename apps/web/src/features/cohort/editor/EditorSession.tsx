import { useHotkeys } from '@mantine/hooks';
import { type ComponentType, type FormEvent, type RefObject, useEffect, useRef } from 'react';
import { RestoredNotice } from '../../../ui/DraftNotice.tsx';
import { words } from '../cohortWords.ts';
import { CountedBase, ofSet } from './CountedBase.tsx';
import { EditorActions } from './EditorActions.tsx';
import { EditorHeading, EditorSwitches, PolaritySelect } from './EditorHeading.tsx';
import classes from './EditorSession.module.css';
import type { ConceptKind } from './kinds/kind.ts';
import { PrefilterSelect } from './PrefilterSelect.tsx';
import { PreviewCount } from './PreviewCount.tsx';
import { type EditorSessionProps, type KindSessionProps, useEditorSession } from './useEditorSession.ts';

/** The editor of one kind of concept, which alone knows the shape of its drafts. */
export const sessionOf =
  <Draft,>(kind: ConceptKind<Draft>): ComponentType<EditorSessionProps> =>
  (props) => <EditorSession {...props} kind={kind} />;

/** One concept open for filtering. */
function EditorSession<Draft>(props: KindSessionProps<Draft>) {
  const { concept, filter } = props;
  const form = useRef<HTMLFormElement>(null);
  const session = useEditorSession(props);
  const { errors, submit, stopEditing } = session;
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
      <Surroundings {...props} session={session} />
      {!session.isBlocked && <Values {...props} session={session} />}
    </form>
  );
}

type PartProps<Draft> = KindSessionProps<Draft> & {
  readonly session: ReturnType<typeof useEditorSession<Draft>>;
};

/** The concept, and whose values the editor shows. */
function Surroundings<Draft>({ session, ...props }: PartProps<Draft>) {
  const { kind, dataset, concept, filter } = props;
  const { kept, scope, choosing, polarity, statistics, nouns, stopEditing } = session;
  const { state, dispatch } = kept;
  return (
    <>
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
    </>
  );
}

/** The values to choose from, and the buttons that apply the choice. */
function Values<Draft>({ session, ...props }: PartProps<Draft>) {
  const { kind, dataset, concept, filter, isSaving } = props;
  const { kept, placement, set, scope, request, statistics, nouns } = session;
  const { toFilter, submit, errors, preview } = session;
  const { state, dispatch } = kept;
  const isEditing = filter !== undefined;
  const values = useRef<HTMLDivElement>(null);
  useFirstValue(values, props.takesFocus && statistics.data !== undefined);
  return (
    <>
      <div ref={values} className={classes.values}>
        <kind.Editor
          request={request}
          cohort={scope.kind === 'all' && props.cohort !== null ? ofSet(props.cohort, set) : null}
          snapshotId={props.snapshotId}
          cohortSize={props.cohortSize}
          conceptName={concept.name}
          search={props.search ?? ''}
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
        onApplyAnyway={errors.isRefusedByWarnings ? () => void submit({ ignoreWarnings: true }) : undefined}
        isEditing={isEditing}
        placement={placement}
        preview={
          <PreviewCount
            dataset={dataset}
            preview={preview}
            condition={isEditing ? words.afterUpdate : words.afterApply}
          />
        }
        isSaving={isSaving}
        isExcluded={state.excludeSelected}
        onExclude={kind.canExclude === false ? undefined : (on) => dispatch({ kind: 'excluded', on })}
      />
    </>
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
