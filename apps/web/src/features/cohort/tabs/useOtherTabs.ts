import type { CohortView } from '@atrium/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { cohortKey } from '../queries.ts';
import { hearOtherTabs } from './otherTabs.ts';

/** Reads the cohort again when another tab has changed it. */
export function useOtherTabs(dataset: string): void {
  const client = useQueryClient();
  useEffect(
    () =>
      hearOtherTabs((told) => {
        const shown = client.getQueryData<CohortView>(cohortKey(dataset));
        if (told.dataset !== dataset || told.snapshotId === shown?.snapshotId) return;
        void client.invalidateQueries({ queryKey: cohortKey(dataset) });
      }),
    [client, dataset],
  );
}
