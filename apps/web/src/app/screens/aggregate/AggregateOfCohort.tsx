import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { Aggregate } from '../../../features/analysis/Aggregate.tsx';
import { ConceptBrowser } from '../../../features/catalogue/ConceptBrowser.tsx';
import { FilterPanel } from '../../../features/cohort/panel/FilterPanel.tsx';
import { cohortKey, cohortOptions } from '../../../features/cohort/queries.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { StateMessage } from '../../../ui/StateMessage.tsx';
import { ScreenLoading } from '../../shell/ScreenLoading.tsx';
import { SidePanel } from '../query/SidePanel.tsx';
import classes from './AggregateScreen.module.css';
import type { AggregateShown } from './aggregateShown.ts';

/** The cross-tab of the active cohort, with the cohort itself beside it. */
export function AggregateOfCohort(shown: AggregateShown) {
  const { dataset } = shown;
  const navigate = useNavigate();
  const client = useQueryClient();
  const cohort = useQuery(cohortOptions(dataset));
  const isWide = useMediaQuery('(min-width: 52em)', true, { getInitialValueInEffect: false });
  const [panelToggled, setPanelToggled] = useState<boolean>();
  return (
    <div className={classes.screen}>
      <div className={classes.figures}>
        {cohort.data !== undefined ? (
          <Aggregate
            {...shown}
            population={{
              kind: 'cohort',
              cohort: cohort.data,
              onMoved: () => void client.invalidateQueries({ queryKey: cohortKey(dataset) }),
            }}
            browse={(given) => <ConceptBrowser dataset={dataset} use="analysis" {...given} />}
            toQuery={
              <LinkButton to="/$dataset/query" params={{ dataset }} variant="default">
                Change the filters
              </LinkButton>
            }
          />
        ) : cohort.isError ? (
          <StateMessage
            kind="error"
            title="Concept failed to load"
            detail={describeError(cohort.error)}
            onRetry={() => void cohort.refetch()}
          />
        ) : (
          <ScreenLoading />
        )}
      </div>
      <SidePanel side="right" label="Filters" isOpen={panelToggled ?? isWide} onToggle={setPanelToggled}>
        <div className={classes.filters}>
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
        </div>
      </SidePanel>
    </div>
  );
}
