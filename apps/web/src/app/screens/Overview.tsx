import { lazy, Suspense } from 'react';
import { LazyOverview } from '../../features/cohort/overview/LazyOverview.tsx';

const Browser = lazy(async () => ({
  default: (await import('../../features/catalogue/ConceptBrowser.tsx')).ConceptBrowser,
}));

interface OverviewProps {
  readonly dataset: string;
  /** The concepts that the dataset's package names. */
  readonly concepts: readonly string[];
}

/** Charts of the cohort, with the concepts of which people choose others. */
export const Overview = ({ dataset, concepts }: OverviewProps) => (
  <LazyOverview
    dataset={dataset}
    concepts={concepts}
    browse={(given) => (
      <Suspense fallback={null}>
        <Browser dataset={dataset} use="cohort" {...given} />
      </Suspense>
    )}
  />
);
