import { Box } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { ConceptBrowser } from '../../features/catalogue/ConceptBrowser.tsx';

const Charts = lazy(async () => ({
  default: (await import('../../features/cohort/overview/CohortOverview.tsx')).CohortOverview,
}));

interface OverviewProps {
  readonly dataset: string;
  /** The concepts that the dataset's package names. */
  readonly concepts: readonly string[];
}

/**
 * Charts of the cohort, with the concepts of which people choose others. Its drawings are loaded only where it is shown;
 * its room is kept meanwhile.
 */
export const Overview = ({ dataset, concepts }: OverviewProps) => (
  <Suspense fallback={<Box mih="18.5rem" aria-busy="true" />}>
    <Charts
      dataset={dataset}
      concepts={concepts}
      browse={(given) => <ConceptBrowser dataset={dataset} use="cohort" {...given} />}
    />
  </Suspense>
);
