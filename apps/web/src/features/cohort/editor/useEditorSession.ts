import type { FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { AddFilter } from '@atrium/contract/wire/cohortTransformation';
import type { CohortEdited, CriteriaSetView } from '@atrium/contract/wire/cohortView';
import type { ConceptDetail } from '@atrium/contract/wire/concept';
import type { ShownCount } from '@atrium/contract/wire/statistics';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNouns } from '../../../api/collections.ts';
import { describedSet, ofSet } from './CountedBase.tsx';
import { type Scope, statisticsOptions } from './conceptQueries.ts';
import { type EditorState, filterFromEditor, initialState } from './editorState.ts';
import type { ConceptKind, DateMode } from './kinds/kind.ts';
import { needsPrefilter } from './PrefilterSelect.tsx';
import { usePreview } from './PreviewCount.tsx';
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
  /** The subjects of the active cohort, once they are counted and where it restricts anything. */
  readonly cohortSize: ShownCount | undefined;
  readonly onCohortOnly: (on: boolean) => void;
  /** The values that the editor looks for at first. */
  readonly search: string | undefined;
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

export interface KindSessionProps<Draft> extends EditorSessionProps {
  readonly kind: ConceptKind<Draft>;
}

function startOf<Draft>({ kind, concept, filter, tab }: KindSessionProps<Draft>): EditorState<Draft> {
  const prefilterValue = filter?.prefilterValue ?? concept.prefilterValue;
  const start = initialState(kind, concept.cohortOptions ?? {}, prefilterValue);
  if (tab === undefined || kind.inTab === undefined) return start;
  return { ...start, draft: kind.inTab(start.draft, tab) };
}

/** The state of one concept that is open for filtering. */
export function useEditorSession<Draft>(props: KindSessionProps<Draft>) {
  const { kind, dataset, concept, filter, isSaving } = props;
  const { conceptId } = concept;
  const nouns = useNouns(dataset).of(concept.collectionId);
  const kept = useEditorDraft(kind, startOf(props), {
    dataset,
    conceptId,
    entryId: filter?.entryId,
    base: filter === undefined ? 'new' : JSON.stringify(filter),
  });
  const { state } = kept;
  const isOfRoot = nouns.record === nouns.subject;
  const isBlocked = needsPrefilter(concept) && state.prefilterValue === null;
  const placement = usePlacement(props.sets, { ...concept, isOfRoot }, filter !== undefined);
  const set = describedSet(props.sets, { concept, filter, placement });
  const scope = ofSet(props.scope, set);
  const choosing = usePolarity(props.sets, concept, { placement, isPlaced: filter !== undefined });
  const polarity = chosenPolarity(choosing);
  const request = { dataset, conceptId, scope, prefilterValue: state.prefilterValue, polarity };
  const statistics = useQuery({ ...statisticsOptions(request), enabled: !isBlocked });
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
    transformation: { ...toFilter(state), ignoreWarnings: true },
    isDue: kept.isDirty && !isSaving && !isBlocked && !errors.blocks,
  });
  const stopEditing = () => {
    kept.forget();
    props.onStopEditing();
  };
  return {
    ...{ kept, nouns, isBlocked, placement, set, scope, choosing, polarity, request, statistics },
    ...{ toFilter, submit, errors, preview, stopEditing },
  };
}
