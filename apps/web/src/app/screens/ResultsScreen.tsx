import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { describeError } from '../../api/apiError.ts';
import { datasetQuery } from '../../api/session.ts';
import { ConceptBrowser } from '../../features/catalogue/ConceptBrowser.tsx';
import { LazyOverview } from '../../features/cohort/overview/LazyOverview.tsx';
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

/** The table of the cohort's records, with the cohort itself beside it. Page, size, order and panels stand in the address. */
export function ResultsScreen() {
  const { dataset } = useParams({ from: here });
  const search = useSearch({ from: here });
  const address = readTableAddress(search);
  const navigate = useNavigate({ from: here });
  const cohort = useQuery(cohortOptions(dataset));
  const isWide = useMediaQuery('(min-width: 52em)', true, { getInitialValueInEffect: false });
  const { data: detail } = useSuspenseQuery(datasetQuery(dataset));
  const overview = detail.overviewConcepts ?? [];
  const hasFilters = search.filters === undefined ? isWide : search.filters === 'shown';

  const onAddress = (change: Partial<TableAddress>, how: 'push' | 'replace') =>
    void navigate({
      search: (held) => ({ ...held, ...writeTableAddress({ ...readTableAddress(held), ...change }) }),
      replace: how === 'replace',
    });
  const show = (panels: Partial<typeof search>) =>
    void navigate({ search: (held) => ({ ...held, ...panels }), replace: true });
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
            overview={
              overview.length === 0
                ? undefined
                : {
                    isShown: search.overview === 'shown',
                    onToggle: (isShown) => show({ overview: isShown ? 'shown' : undefined }),
                    content: <LazyOverview dataset={dataset} concepts={overview} />,
                  }
            }
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
      <SidePanel
        side="right"
        label="Filters"
        isOpen={hasFilters}
        onToggle={(isOpen) => show({ filters: isOpen ? 'shown' : 'hidden' })}
      >
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
