import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { datasetQuery } from '../../api/session.ts';
import { ConceptBrowser } from '../../features/catalogue/ConceptBrowser.tsx';
import { ResultsPending, ResultsTable } from '../../features/table/ResultsTable.tsx';
import {
  parseTableAddress,
  parseTableDialog,
  type TableAddress,
  type TableDialog,
  writeTableAddress,
  writeTableDialog,
} from '../../features/table/tableAddress.ts';
import { useIsHere } from '../useIsHere.ts';
import { useLayer } from '../useLayer.ts';
import { useSaveReport } from '../useSaveReport.tsx';
import { useSubjectCells } from '../useSubjectCells.tsx';
import { BesideFilters, ToFilters } from './BesideFilters.tsx';
import { Overview } from './Overview.tsx';

const here = '/$dataset/results';

/** The table of the cohort's records, beside the cohort. Page, size, order, panels and dialogs are part of the address. */
export function ResultsScreen() {
  const { dataset } = useParams({ from: here });
  const search = useSearch({ from: here });
  const address = parseTableAddress(search);
  const navigate = useNavigate({ from: here });
  const router = useRouter();
  const layer = useLayer();
  const isHere = useIsHere(here, dataset);
  const saving = useSaveReport(dataset, {});
  const { data: detail } = useSuspenseQuery(datasetQuery(dataset));
  const subjects = useSubjectCells(dataset);
  const overview = detail.overviewConcepts ?? [];
  const { filters } = search;

  const onAddress = (change: Partial<TableAddress>, how: 'push' | 'replace') => {
    if (!isHere()) return;
    void navigate({
      search: (held) => ({ ...held, ...writeTableAddress({ ...parseTableAddress(held), ...change }) }),
      replace: how === 'replace',
    });
  };
  const onDialog = (dialog: TableDialog | undefined, also: Partial<TableAddress> = {}) => {
    if (!isHere()) return;
    const below = search.dialog === 'columns' && search.column !== undefined ? 'columns' : undefined;
    const left = dialog ?? (below && { kind: below, column: undefined });
    const { href } = router.buildLocation({
      to: here,
      params: { dataset },
      search: { ...search, ...writeTableAddress({ ...address, ...also }), ...writeTableDialog(left) },
    });
    if (dialog === undefined) layer.close(href);
    else layer.open(href);
  };
  const show = (panels: Partial<typeof search>) =>
    void navigate({ search: (held) => ({ ...held, ...panels }), replace: true });
  return (
    <>
      <BesideFilters
        dataset={dataset}
        isOpen={filters === undefined ? undefined : filters === 'shown'}
        onToggle={(isOpen) => show({ filters: isOpen ? 'shown' : 'hidden' })}
        pending={<ResultsPending dataset={dataset} />}
      >
        {(cohort) => (
          <>
            <ResultsTable
              subjects={subjects.cells}
              key={dataset}
              dataset={dataset}
              cohort={cohort.snapshotId}
              filtered={conceptsOfFilters(cohort.definition)}
              address={address}
              onAddress={onAddress}
              dialog={parseTableDialog(search)}
              onDialog={onDialog}
              onSave={saving.open}
              overview={
                detail.overviewConcepts === undefined
                  ? undefined
                  : {
                      isShown: search.overview === 'shown',
                      onToggle: (isShown) => show({ overview: isShown ? 'shown' : undefined }),
                      content: <Overview dataset={dataset} concepts={overview} />,
                    }
              }
              browse={(given) => <ConceptBrowser dataset={dataset} use="table" {...given} />}
              toQuery={<ToFilters dataset={dataset} />}
            />
            {subjects.dialog(cohort)}
          </>
        )}
      </BesideFilters>
      {saving.dialog}
    </>
  );
}

/** The concepts that a cohort filters by, each once, in their order. */
const conceptsOfFilters = (definition: CohortDefinition): readonly string[] => [
  ...new Set(
    definition.flatMap(({ entries }) =>
      entries.flatMap((entry) =>
        (entry.kind === 'or_group' ? entry.entries : [entry]).map(({ conceptId }) => conceptId),
      ),
    ),
  ),
];
