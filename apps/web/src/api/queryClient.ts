import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './apiError.ts';

const mayRetry = (failures: number, error: Error): boolean =>
  failures < 1 && error instanceof ApiError && error.status >= 500;

/**
 * Server state lives here only. Keys are `[dataset, noun, …]`, so that what belongs to one dataset is dropped with it,
 * and a snapshot id is part of the key wherever an answer depends on it.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: mayRetry, staleTime: 30_000, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
