import type { CohortView } from '@atrium/contract/wire/cohortView';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { describeError } from '../../api/apiError.ts';
import { cohortOptions } from '../../features/cohort/cohortQueries.ts';
import { FilterPanel } from '../../features/cohort/panel/FilterPanel.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import { pane, usePanes } from '../usePanes.ts';
import classes from './layout.module.css';
import { SidePanel } from './SidePanel.tsx';

interface BesideFiltersProps {
  readonly dataset: string;
  /** Whether the filters are open; undefined lets the width of the window decide. */
  readonly isOpen: boolean | undefined;
  readonly onToggle: (isOpen: boolean) => void;
  readonly pending: ReactNode;
  readonly children: (cohort: CohortView) => ReactNode;
}

/** A view of the active cohort with its filters beside it. A filter opens on the query screen. */
export function BesideFilters({ dataset, isOpen, onToggle, pending, children }: BesideFiltersProps) {
  const navigate = useNavigate();
  usePanes();
  const cohort = useQuery(cohortOptions(dataset));
  const isWide = useMediaQuery('(min-width: 52em)', true, { getInitialValueInEffect: false });
  return (
    <div className={classes.screen}>
      <div className={classes.main} {...pane}>
        {cohort.data !== undefined ? (
          children(cohort.data)
        ) : cohort.isError ? (
          <StateMessage
            kind="error"
            title="Concept failed to load"
            detail={describeError(cohort.error)}
            onRetry={() => void cohort.refetch()}
          />
        ) : (
          pending
        )}
      </div>
      <SidePanel side="right" label="Filters" isOpen={isOpen ?? isWide} onToggle={onToggle}>
        <ScrollRegion label="Filters" className={classes.filters}>
          <FilterPanel
            dataset={dataset}
            onEdit={({ conceptId, entryId }) =>
              void navigate({
                to: '/$dataset/query',
                params: { dataset },
                search: { concept: conceptId, entry: entryId },
              })
            }
          />
        </ScrollRegion>
      </SidePanel>
    </div>
  );
}

/** Leads from an empty screen to the filters. */
export function ToFilters({ dataset }: { readonly dataset: string }) {
  return (
    <LinkButton to="/$dataset/query" params={{ dataset }} variant="default">
      Change the filters
    </LinkButton>
  );
}
