import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { request } from './client.ts';
import { type DatasetNouns, nounsOf } from './nouns.ts';

export const collectionsOptions = (dataset: string) =>
  queryOptions({
    queryKey: [dataset, 'collections'] as const,
    queryFn: ({ signal }) =>
      request(catalogueEndpoints.collections, { params: { dataset }, query: {}, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { part: 'the collections of the dataset' },
  });

/** The words of this dataset, the same objects at every render; the general ones while its collections are unknown. */
export function useNouns(dataset: string): DatasetNouns {
  const { data } = useQuery(collectionsOptions(dataset));
  return useMemo(() => nounsOf(data), [data]);
}
