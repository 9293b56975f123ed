import { lazy, Suspense } from 'react';
import classes from './CohortOverview.module.css';
import type { CohortOverviewProps } from './CohortOverview.tsx';

const Overview = lazy(async () => ({ default: (await import('./CohortOverview.tsx')).CohortOverview }));

/** The overview, whose drawings are loaded only where it is shown; its room is kept meanwhile. */
export const LazyOverview = (props: CohortOverviewProps) => (
  <Suspense fallback={<div className={classes.overview} aria-busy="true" />}>
    <Overview {...props} />
  </Suspense>
);
