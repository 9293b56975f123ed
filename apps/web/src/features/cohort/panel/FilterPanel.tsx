import type { CohortTransformation, FilterView } from '@atrium/contract';
import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useCohortEdit, useCohortStep } from '../cohortEdits.ts';
import { LoadFailed, messageOf } from '../LoadFailed.tsx';
import { Messages } from '../Messages.tsx';
import { cohortOptions } from '../queries.ts';
import { words } from '../words.ts';
import { AddSet } from './AddSet.tsx';
import { CohortCount } from './CohortCount.tsx';
import { CriteriaSetCard } from './CriteriaSetCard.tsx';
import classes from './FilterPanel.module.css';
import { offerUndo } from './offerUndo.tsx';
import { PanelHeader } from './PanelHeader.tsx';

export interface FilterPanelProps {
  readonly dataset: string;
  /** The filter that the editor has open. */
  readonly editing?: string | undefined;
  readonly onEdit: (filter: FilterView) => void;
  /** Leads on from the count, to the results for example. */
  readonly onward?: ReactNode;
}

/** The active cohort: how many subjects it has, its filters, and every edit of them but their values. */
export function FilterPanel({ dataset, editing, onEdit, onward }: FilterPanelProps) {
  const cohort = useQuery(cohortOptions(dataset));
  const edit = useCohortEdit(dataset);
  const step = useCohortStep(dataset);
  const heading = useRef<HTMLHeadingElement>(null);
  if (cohort.data === undefined) {
    return cohort.isError ? (
      <LoadFailed error={cohort.error} retry={() => void cohort.refetch()} />
    ) : (
      <PanelSkeleton />
    );
  }
  const view = cohort.data;
  const onChange = (transformation: CohortTransformation) => {
    // What was pressed is about to vanish or change its name; the focus waits where it can be found again.
    if (vanishes(transformation)) heading.current?.focus();
    edit.mutate(transformation);
  };
  const clear = () => {
    const before = view.snapshotId;
    heading.current?.focus();
    edit.mutate(
      { kind: 'clear_all' },
      {
        onSuccess: ({ transformationSuccessful }) => {
          if (transformationSuccessful && before !== null)
            offerUndo(words.cleared, () => step.mutate(before));
        },
      },
    );
  };
  return (
    <section className={classes.panel} aria-label={words.filters}>
      <CohortCount dataset={dataset} view={view} onward={onward} />
      <PanelHeader heading={heading} dataset={dataset} view={view} onClear={clear} />
      <Messages
        errors={[
          ...view.errors,
          ...(edit.data?.transformationErrors ?? []),
          ...(edit.isError ? [messageOf(edit.error)] : []),
        ]}
        warnings={[...view.warnings, ...(edit.data?.transformationWarnings ?? [])]}
      />
      {view.criteriaSets.length === 0 ? (
        <div className={classes.empty}>
          <Users size={28} strokeWidth={1.5} aria-hidden />
          <Text size="sm">{words.noFilters}</Text>
        </div>
      ) : (
        <ol className={classes.sets}>
          {view.criteriaSets.map((set) => (
            <CriteriaSetCard
              key={set.entryId}
              set={set}
              editing={editing}
              onEdit={onEdit}
              onChange={onChange}
            />
          ))}
        </ol>
      )}
      <AddSet
        dataset={dataset}
        onAdd={(collectionId) => onChange({ kind: 'add_criteria_set', collectionId })}
      />
    </section>
  );
}

const vanishes = ({ kind }: CohortTransformation): boolean =>
  kind === 'delete_entry' || kind === 'delete_criteria_set';

const PanelSkeleton = () => (
  <Stack aria-busy data-testid="panel-loading">
    <Skeleton height={76} radius="md" />
    <Skeleton height={24} width="50%" />
    <Skeleton height={120} radius="md" />
    <Skeleton height={80} radius="md" />
  </Stack>
);
