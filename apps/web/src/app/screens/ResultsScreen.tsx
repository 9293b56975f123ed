import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { datasetQuery } from '../../api/session.ts';
import { ConceptBrowser } from '../../features/catalogue/ConceptBrowser.tsx';
import { LazyOverview } from '../../features/cohort/overview/LazyOverview.tsx';
import { ResultsPending } from '../../features/table/ResultsPending.tsx';
import { ResultsTable } from '../../features/table/ResultsTable.tsx';
import { readTableAddress, type TableAddress, writeTableAddress } from '../../features/table/tableAddress.ts';
import { BesideFilters } from './cohort/BesideFilters.tsx';
import { ToFilters } from './cohort/ToFilters.tsx';

const here = '/$dataset/results';

/** The table of the cohort's records, with the cohort itself beside it. Page, size, order and panels stand in the address. */
export function ResultsScreen() {
  const { dataset } = useParams({ from: here });
  const search = useSearch({ from: here });
  const address = readTableAddress(search);
  const navigate = useNavigate({ from: here });
  const { data: detail } = useSuspenseQuery(datasetQuery(dataset));
  const overview = detail.overviewConcepts ?? [];
  const { filters } = search;

  const onAddress = (change: Partial<TableAddress>, how: 'push' | 'replace') =>
    void navigate({
      search: (held) => ({ ...held, ...writeTableAddress({ ...readTableAddress(held), ...change }) }),
      replace: how === 'replace',
    });
  const show = (panels: Partial<typeof search>) =>
    void navigate({ search: (held) => ({ ...held, ...panels }), replace: true });
  return (
    <BesideFilters
      dataset={dataset}
      isOpen={filters === undefined ? undefined : filters === 'shown'}
      onToggle={(isOpen) => show({ filters: isOpen ? 'shown' : 'hidden' })}
      pending={<ResultsPending />}
    >
      {(cohort) => (
        <ResultsTable
          key={dataset}
          dataset={dataset}
          cohort={cohort.snapshotId}
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
          toQuery={<ToFilters dataset={dataset} />}
        />
      )}
    </BesideFilters>
  );
}
