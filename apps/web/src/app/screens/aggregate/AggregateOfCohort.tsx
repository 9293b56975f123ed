import { useQueryClient } from '@tanstack/react-query';
import { Aggregate } from '../../../features/analysis/Aggregate.tsx';
import { ConceptBrowser } from '../../../features/catalogue/ConceptBrowser.tsx';
import { cohortKey } from '../../../features/cohort/queries.ts';
import { ScreenLoading } from '../../shell/ScreenLoading.tsx';
import { BesideFilters } from '../cohort/BesideFilters.tsx';
import { ToFilters } from '../cohort/ToFilters.tsx';
import type { AggregateShown } from './aggregateShown.ts';

/** The cross-tab of the active cohort, with the cohort itself beside it. */
export function AggregateOfCohort({ filters, ...shown }: AggregateShown) {
  const { dataset } = shown;
  const client = useQueryClient();
  return (
    <BesideFilters dataset={dataset} {...filters} pending={<ScreenLoading />}>
      {(cohort) => (
        <Aggregate
          {...shown}
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
  );
}
