import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { describeError } from '../../api/apiError.ts';
import { ConceptBrowser } from '../../features/catalogue/ConceptBrowser.tsx';
import { FilterPanel } from '../../features/cohort/panel/FilterPanel.tsx';
import { cohortOptions } from '../../features/cohort/queries.ts';
import { ResultsPending } from '../../features/table/ResultsPending.tsx';
import { ResultsTable } from '../../features/table/ResultsTable.tsx';
import { readTableAddress, type TableAddress, writeTableAddress } from '../../features/table/tableAddress.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import { SidePanel } from './query/SidePanel.tsx';
import classes from './results/ResultsScreen.module.css';

const here = '/$dataset/results';

/** The table of the cohort's records, with the cohort itself beside it. Page, size and order stand in the address. */
export function ResultsScreen() {
  const { dataset } = useParams({ from: here });
  const address = readTableAddress(useSearch({ from: here }));
  const navigate = useNavigate({ from: here });
  const cohort = useQuery(cohortOptions(dataset));
  const isWide = useMediaQuery('(min-width: 52em)', true, { getInitialValueInEffect: false });
  const [panelToggled, setPanelToggled] = useState<boolean>();

  const onAddress = (change: Partial<TableAddress>, how: 'push' | 'replace') =>
    void navigate({
      search: (held) => writeTableAddress({ ...readTableAddress(held), ...change }),
      replace: how === 'replace',
    });
  return (
    <div className={classes.screen}>
      <div className={classes.table}>
        {cohort.data !== undefined ? (
          <ResultsTable
            key={dataset}
            dataset={dataset}
            cohort={cohort.data.snapshotId}
            address={address}
            onAddress={onAddress}
            browse={(given) => <ConceptBrowser dataset={dataset} use="table" {...given} />}
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
          <ResultsPending />
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
