import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, maxPauseSeconds } from './apiError.ts';
import { reloadAfter } from './client.ts';
import { datasetQuery } from './session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** What is missing where the query fails, if no other part of the screen says so: "The list of datasets". */
      readonly part?: string;
    };
  }
}

/** A portal that cannot answer for now is asked once more, where it does not ask for a long pause (rule 16.7). */
const mayRetry = (failures: number, error: Error): boolean =>
  failures < 1 &&
  error instanceof ApiError &&
  (error.status >= 500 || (error.status === 429 && error.retryAfter !== undefined)) &&
  (error.retryAfter ?? 0) <= maxPauseSeconds;

const pauseOf = (_: number, error: Error): number =>
  1000 * ((error instanceof ApiError ? error.retryAfter : undefined) ?? 1);

const shutOut: ReadonlySet<string> = new Set(['agreement_required', 'purpose_required', 'not_a_member']);

/** The dataset is closed to the person now, as after a new agreement or the end of a membership. */
const isShutOut = (error: Error): boolean => error instanceof ApiError && shutOut.has(error.code ?? '');

interface FailedQuery {
  readonly queryKey: readonly unknown[];
  getObserversCount(): number;
}

const isOfDataset = ({ queryKey }: Pick<FailedQuery, 'queryKey'>): boolean =>
  queryKey[1] === datasetQuery('').queryKey[1];

/** A query without data whose failure nobody looks at any more. */
const isForgotten = (query: Query): boolean =>
  query.state.status === 'error' &&
  query.state.fetchStatus === 'idle' &&
  query.state.data === undefined &&
  query.getObserversCount() === 0;

/**
 * Server state lives here only. Keys are `[dataset, noun, …]`, so that what belongs to one dataset is dropped with it,
 * and a snapshot id is part of the key wherever an answer depends on it. A call that finds its dataset closed has the
 * portal ask again what the dataset opens.
 *
 * What has failed stays failed until a person asks again (rule 16.7): a part of the screen that appears does not ask,
 * since its failure may have taken it away and brought it back. Who leaves the screen and returns asks anew.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: Error, query?: FailedQuery): void => {
    // Nobody waits for data that are loaded ahead of time.
    if (query === undefined || query.getObserversCount() > 0) reloadAfter(error);
    // The query of the dataset itself has asked already.
    if (isShutOut(error) && (query === undefined || !isOfDataset(query)))
      void client.invalidateQueries({ predicate: isOfDataset });
  };
  const queryCache = new QueryCache({ onError });
  const client: QueryClient = new QueryClient({
    queryCache,
    mutationCache: new MutationCache({ onError: (error) => onError(error) }),
    defaultOptions: {
      queries: {
        retry: mayRetry,
        retryDelay: pauseOf,
        retryOnMount: false,
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  queryCache.subscribe(({ query }) => {
    // What takes the place of a part may show the same query: it is there a moment later.
    if (isForgotten(query)) setTimeout(() => isForgotten(query) && queryCache.remove(query));
  });
  return client;
}
