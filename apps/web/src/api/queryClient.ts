import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './apiError.ts';
import { reloadAfter } from './client.ts';
import { currentUserQuery, datasetQuery } from './session.ts';

const mayRetry = (failures: number, error: Error): boolean =>
  failures < 1 && error instanceof ApiError && error.status >= 500;

const isSignedOut = (error: Error): boolean => error instanceof ApiError && error.code === 'not_signed_in';

/** The dataset is closed to the person now, as after a new agreement or the end of a membership. */
const isShutOut = (error: Error): boolean =>
  error instanceof ApiError && (error.code === 'agreement_required' || error.code === 'not_a_member');

interface FailedQuery {
  readonly queryKey: readonly unknown[];
  getObserversCount(): number;
}

const isOfDataset = ({ queryKey }: Pick<FailedQuery, 'queryKey'>): boolean =>
  queryKey[1] === datasetQuery('').queryKey[1];

/**
 * Server state lives here only. Keys are `[dataset, noun, …]`, so that what belongs to one dataset is dropped with it,
 * and a snapshot id is part of the key wherever an answer depends on it. A call that is refused for want of a session,
 * and that may not load the page anew, has the portal ask again who is signed in; one that finds its dataset closed, what
 * the dataset opens.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: Error, query?: FailedQuery): void => {
    // Nobody waits for data that are loaded ahead of time.
    if (query === undefined || query.getObserversCount() > 0) reloadAfter(error);
    if (isSignedOut(error)) void client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
    // The query of the dataset itself has asked already.
    if (isShutOut(error) && (query === undefined || !isOfDataset(query)))
      void client.invalidateQueries({ predicate: isOfDataset });
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError: (error) => onError(error) }),
    defaultOptions: {
      queries: { retry: mayRetry, staleTime: 30_000, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}
