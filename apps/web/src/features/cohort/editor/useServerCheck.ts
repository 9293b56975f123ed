import type { AddFilter } from '@atrium/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { validateFilter } from '../queries.ts';

const typingPause = 500;

interface Checked {
  readonly dataset: string;
  readonly filter: AddFilter;
  /** Whether there is anything to check now. */
  readonly isDue: boolean;
}

/** What the server would say to this filter, asked after a pause and without saving it (contract 9.4). */
export function useServerCheck({ dataset, filter, isDue }: Checked) {
  const text = JSON.stringify(filter);
  const [settled] = useDebouncedValue(text, typingPause);
  const { data } = useQuery({
    queryKey: [dataset, 'filter check', text],
    queryFn: ({ signal }) => validateFilter(dataset, filter, signal),
    enabled: isDue && settled === text,
    staleTime: 60_000,
    retry: false,
  });
  return data === undefined || !isDue
    ? undefined
    : { errors: data.transformationErrors, warnings: data.transformationWarnings };
}
