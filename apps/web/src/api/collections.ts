import { catalogueEndpoints } from '@atrium/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type DatasetNouns, nounsOf } from '../lib/nouns.ts';
import { request } from './client.ts';

export const collectionsOptions = (dataset: string) =>
  queryOptions({
    queryKey: [dataset, 'collections'] as const,
    queryFn: ({ signal }) =>
      request(catalogueEndpoints.collections, { params: { dataset }, query: {}, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The words of this dataset; the general ones while its collections are unknown. */
export const useNouns = (dataset: string): DatasetNouns =>
  nounsOf(useQuery(collectionsOptions(dataset)).data);
