import type { AnalysisRole } from '@atrium/contract/wire/analysis';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { datasetQuery } from '../../api/session.ts';
import { Aggregate } from '../../features/analysis/Aggregate.tsx';
import {
  type AnalysisDisplay,
  parseAnalysisAddress,
  writeAnalysisAddress,
} from '../../features/analysis/analysisAddress.ts';
import { ConceptBrowser } from '../../features/catalogue/ConceptBrowser.tsx';
import { cohortKey } from '../../features/cohort/cohortQueries.ts';
import { mayOpen } from '../mayOpen.ts';
import { ScreenLoading } from '../shell/ScreenLoading.tsx';
import { useIsHere } from '../useIsHere.ts';
import { useLayer } from '../useLayer.ts';
import { useSaveReport } from '../useSaveReport.tsx';
import { BesideFilters, ToFilters } from './BesideFilters.tsx';
import classes from './layout.module.css';

const here = '/$dataset/aggregate';

/** The cross-tab, beside the cohort for members who may see one. The display and what is open are part of the address. */
export function AggregateScreen() {
  const { dataset } = useParams({ from: here });
  const search = useSearch({ from: here });
  const display = parseAnalysisAddress(search);
  const navigate = useNavigate({ from: here });
  const router = useRouter();
  const layer = useLayer();
  const isHere = useIsHere(here, dataset);
  const member = useQuery(datasetQuery(dataset)).data;
  if (member === undefined) return null;

  const onDisplay = (change: Partial<AnalysisDisplay>) =>
    void navigate({
      search: (held) => ({ ...held, ...writeAnalysisAddress({ ...parseAnalysisAddress(held), ...change }) }),
      replace: change.view === undefined,
    });
  const onEditing = (edit: AnalysisRole | undefined) => {
    if (!isHere()) return;
    const { href } = router.buildLocation({ to: here, params: { dataset }, search: { ...search, edit } });
    if (edit === undefined) layer.close(href);
    else layer.open(href);
  };
  const { filters } = search;
  const Shown = mayOpen('subjects', member) ? AggregateOfCohort : AggregateOfEveryone;
  return (
    <Shown
      key={dataset}
      dataset={dataset}
      display={display}
      onDisplay={onDisplay}
      editing={search.edit}
      onEditing={onEditing}
      filters={{
        isOpen: filters === undefined ? undefined : filters === 'shown',
        onToggle: (isOpen) =>
          void navigate({
            search: (held) => ({ ...held, filters: isOpen ? 'shown' : 'hidden' }),
            replace: true,
          }),
      }}
    />
  );
}

/** The cross-tab of the active cohort, with the cohort itself beside it. */
function AggregateOfCohort({ filters, ...shown }: AggregateShown) {
  const { dataset } = shown;
  const client = useQueryClient();
  const saving = useSaveReport(dataset, { isBesideCrossTab: true });
  return (
    <>
      <BesideFilters dataset={dataset} {...filters} pending={<ScreenLoading />}>
        {(cohort) => (
          <Aggregate
            {...shown}
            onSave={saving.open}
            population={{
              kind: 'cohort',
              cohort,
              onMoved: () => void client.invalidateQueries({ queryKey: cohortKey(dataset) }),
            }}
            browse={(given) => <ConceptBrowser dataset={dataset} use="analysis" {...given} />}
            toQuery={<ToFilters dataset={dataset} />}
          />
        )}
      </BesideFilters>
      {saving.dialog}
    </>
  );
}

const everyone = { kind: 'everyone' } as const;

/** The cross-tab of a member who may see aggregates only. There is no cohort; everyone is counted. */
function AggregateOfEveryone({ filters: _, ...shown }: AggregateShown) {
  return (
    <div className={classes.screen}>
      <div className={classes.main}>
        <Aggregate
          {...shown}
          population={everyone}
          browse={(given) => <ConceptBrowser dataset={shown.dataset} use="analysis" {...given} />}
          toQuery={null}
        />
      </div>
    </div>
  );
}

/** The props of both forms of the aggregate screen. */
interface AggregateShown {
  readonly dataset: string;
  readonly display: AnalysisDisplay;
  readonly onDisplay: (change: Partial<AnalysisDisplay>) => void;
  /** The axis whose dialog is open. */
  readonly editing: AnalysisRole | undefined;
  readonly onEditing: (role: AnalysisRole | undefined) => void;
  readonly filters: {
    /** Undefined lets the width of the window decide. */
    readonly isOpen: boolean | undefined;
    readonly onToggle: (isOpen: boolean) => void;
  };
}
