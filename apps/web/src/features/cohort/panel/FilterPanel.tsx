import { oneOfFamily } from '@atrium/contract/wire/cohortDefinition';
import type { CohortTransformation } from '@atrium/contract/wire/cohortTransformation';
import type { CohortView, CriteriaSetView, FilterView } from '@atrium/contract/wire/cohortView';
import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { collectionsOptions } from '../../../api/collections.ts';
import { useOtherTabs } from '../../../api/definition/otherTabs.ts';
import { Users } from '../../../ui/icons.ts';
import { isFocusLost } from '../../../ui/lostFocus.ts';
import { cohortKind, cohortOptions, countOptions } from '../cohortQueries.ts';
import { words } from '../cohortWords.ts';
import { setWords } from '../criteriaSet/criteriaSetWords.ts';
import { FilterEffects } from '../effects/FilterEffects.tsx';
import { filterViews } from '../findFilter.ts';
import { LoadFailed } from '../LoadFailed.tsx';
import { Messages } from '../Messages.tsx';
import { MoveArea } from '../move/MoveArea.tsx';
import type { SubjectPage } from '../subject/SubjectDialog.tsx';
import { AddSet } from './AddSet.tsx';
import { CohortCount } from './CohortCount.tsx';
import { CriteriaSetCard } from './CriteriaSetCard.tsx';
import classes from './FilterPanel.module.css';
import { Joint } from './Joint.tsx';
import { PanelDialogs } from './PanelDialogs.tsx';
import { PanelHeader } from './PanelHeader.tsx';
import { Problems } from './Problems.tsx';
import { SetList } from './SetList.tsx';
import { usePanelActions } from './usePanelActions.ts';

const SubjectDialog = lazy(async () => ({
  default: (await import('../subject/SubjectDialog.tsx')).SubjectDialog,
}));

export interface FilterPanelProps {
  readonly dataset: string;
  /** The filter that the editor has open. */
  readonly editing?: string | undefined;
  readonly onEdit: (filter: FilterView) => void;
  /** Leads on from the count, to the results for example. */
  readonly onward?: ReactNode;
}

/** The active cohort: how many subjects it has, its filters, and every edit of them but their values. */
export function FilterPanel(props: FilterPanelProps) {
  const cohort = useQuery(cohortOptions(props.dataset));
  useOtherTabs(cohortKind, props.dataset);
  if (cohort.data !== undefined) return <Panel {...props} view={cohort.data} />;
  return cohort.isError ? (
    <LoadFailed error={cohort.error} retry={() => void cohort.refetch()} />
  ) : (
    <PanelSkeleton />
  );
}

function Panel({ dataset, view, editing, onEdit, onward }: FilterPanelProps & { readonly view: CohortView }) {
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const collections = useQuery(collectionsOptions(dataset)).data;
  const [areEffectsShown, setAreEffectsShown] = useEffectsShown(dataset, view);
  const [subjects, setSubjects] = useState<SubjectPage>();
  const seesIds = collections?.some(({ subjectIdConcept }) => subjectIdConcept !== undefined) === true;
  const mayShowSubjects = seesIds && view.errors.length === 0;
  const returnFocus = useReturningFocus(panel, view);
  const panelActions = usePanelActions({ dataset, view, onEdit, heading, returnFocus });
  const { actions, clear, dialog, closeDialog, landing, confirmRemoval, errors, warnings } = panelActions;
  return (
    <section ref={panel} className={classes.panel} aria-label={words.filters}>
      <CohortCount dataset={dataset} view={view} onward={onward} />
      <PanelHeader
        heading={heading}
        dataset={dataset}
        view={view}
        onClear={clear}
        areEffectsShown={areEffectsShown}
        onShowEffects={setAreEffectsShown}
        onSubjects={mayShowSubjects ? () => setSubjects({ kind: 'some' }) : undefined}
      />
      <Problems view={view} onRepair={actions.edit} />
      <Messages errors={errors} warnings={[...view.warnings, ...warnings]} />
      {areEffectsShown && (
        <FilterEffects
          dataset={dataset}
          view={view}
          onMisses={mayShowSubjects ? (misses) => setSubjects({ kind: 'misses', ...misses }) : undefined}
          onEdit={(batch) => {
            heading.current?.focus();
            actions.edit(batch);
          }}
        />
      )}
      {view.criteriaSets.length === 0 ? (
        <NoFilters />
      ) : (
        <MoveArea
          sets={view.criteriaSets}
          landing={landing}
          onMove={(filterId, position) => {
            const filter = filterViews(view).find(({ entryId }) => entryId === filterId);
            if (filter !== undefined) actions.move(filter, position);
          }}
        >
          <SetList
            sets={view.criteriaSets}
            card={(set) => (
              <CriteriaSetCard
                set={set}
                sets={view.criteriaSets}
                collections={collections}
                editing={editing}
                actions={actions}
              />
            )}
            joint={(word, above, below) => (
              <Joint
                word={word}
                of={setWords.ofSets}
                between={below.entryId}
                isFixed={below.about === oneOfFamily}
                onSwitch={() => actions.edit([switched(word, above)], `joint ${below.entryId}`)}
              />
            )}
          />
        </MoveArea>
      )}
      <AddSet
        dataset={dataset}
        onAdd={(collectionId, about) =>
          actions.edit([{ kind: 'add_criteria_set', collectionId, ...(about && { about }) }])
        }
        onTrio={() => actions.edit([{ kind: 'add_trio' }])}
      />
      {subjects !== undefined && (
        <Suspense>
          <SubjectDialog
            dataset={dataset}
            view={view}
            start={subjects}
            onClose={() => setSubjects(undefined)}
          />
        </Suspense>
      )}
      {dialog !== undefined && (
        <PanelDialogs
          dataset={dataset}
          view={view}
          dialog={dialog}
          onClose={() => closeDialog()}
          onConfirm={confirmRemoval}
        />
      )}
    </section>
  );
}

/** The edit that changes the word below a criteria set. */
const switched = (word: 'and' | 'or', { entryId }: CriteriaSetView): CohortTransformation => ({
  kind: word === 'and' ? 'change_to_boolean_or' : 'change_to_boolean_and',
  entryId,
});

/** What each filter costs is shown on request, and by itself where nobody meets all of them (rule 4.19). */
function useEffectsShown(dataset: string, view: CohortView) {
  const [wanted, setWanted] = useState<boolean>();
  const { data } = useQuery(countOptions(dataset, view));
  const mayBeShown = view.criteriaSets.length > 0 && view.errors.length === 0;
  return [mayBeShown && (wanted ?? data?.count === 0), setWanted] as const;
}

const NoFilters = () => (
  <div className={classes.empty}>
    <Users size={28} strokeWidth={1.5} aria-hidden />
    <Text size="sm">{words.noFilters}</Text>
  </div>
);

const PanelSkeleton = () => (
  <Stack aria-busy data-testid="panel-loading">
    <Skeleton height={76} radius="md" />
    <Skeleton height={24} width="50%" />
    <Skeleton height={120} radius="md" />
    <Skeleton height={80} radius="md" />
  </Stack>
);

/**
 * The pressed button may be rendered elsewhere when the answer comes, and would lose the focus. The name given here
 * (`data-focus`) is looked for after the next change, and gets the focus if nothing else has taken it.
 */
function useReturningFocus(within: RefObject<HTMLElement | null>, changed: unknown) {
  const wanted = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again after each change of the cohort
  useEffect(() => {
    const name = wanted.current;
    wanted.current = undefined;
    if (name === undefined || !isFocusLost()) return;
    const all = within.current?.querySelectorAll<HTMLElement>('[data-focus]') ?? [];
    [...all].find(({ dataset }) => dataset['focus'] === name)?.focus();
  }, [changed, within]);
  return (name: string | undefined) => {
    wanted.current = name;
  };
}
