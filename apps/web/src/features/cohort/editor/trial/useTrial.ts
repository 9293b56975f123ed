import type { AddFilter, ShownCount } from '@atrium/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { countAfterOptions } from '../../queries.ts';

const choosingPause = 300;

interface Tried {
  readonly dataset: string;
  /** The cohort on the screen, which the filter would join. */
  readonly snapshotId: number | null;
  readonly filter: AddFilter;
  /** Whether there is anything to try now. */
  readonly isDue: boolean;
}

/** What a filter would do; the count is undefined while it is being counted. */
export interface Trial {
  readonly count: ShownCount | undefined;
}

/**
 * How many subjects the cohort would have with this filter, never with an earlier choice or in another cohort; nothing
 * where there is nothing to try or the server cannot tell.
 */
export function useTrial({ dataset, snapshotId, filter, isDue }: Tried): Trial | undefined {
  const text = JSON.stringify(filter);
  const [settled] = useDebouncedValue(text, choosingPause);
  const trial = useQuery({
    ...countAfterOptions(dataset, snapshotId, { ...filter, ignoreWarnings: true }),
    enabled: isDue && settled === text,
  });
  return !isDue || trial.isError || trial.data === null ? undefined : { count: trial.data };
}
