import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './apiError.ts';
import { currentUserQuery } from './session.ts';

const mayRetry = (failures: number, error: Error): boolean =>
  failures < 1 && error instanceof ApiError && error.status >= 500;

const isSignedOut = (error: Error): boolean => error instanceof ApiError && error.code === 'not_signed_in';

/**
 * Server state lives here only. Keys are `[dataset, noun, …]`, so that what belongs to one dataset is dropped with it,
 * and a snapshot id is part of the key wherever an answer depends on it. A call that is refused for want of a session,
 * and that may not load the page anew, has the portal ask again who is signed in.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: Error): void => {
    if (isSignedOut(error)) void client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: mayRetry, staleTime: 30_000, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}
