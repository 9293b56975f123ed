import { analysisEndpoints } from '@atrium/contract/endpoints/analysis';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import type { ConceptSummary } from '@atrium/contract/wire/concept';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client.ts';

/** All concepts that the member may use, in the order of the tree. */
export const dictionaryOptions = (dataset: string) =>
  queryOptions({
    queryKey: [dataset, 'dictionary', 'concepts'] as const,
    queryFn: ({ signal }) => conceptsBelow({ dataset, signal }, null),
    staleTime: Number.POSITIVE_INFINITY,
  });

interface Asking {
  readonly dataset: string;
  readonly signal: AbortSignal;
}

async function conceptsBelow(
  { dataset, signal }: Asking,
  categoryId: number | null,
): Promise<readonly ConceptSummary[]> {
  const { concepts, categories } =
    categoryId === null
      ? await request(catalogueEndpoints.categories, { params: { dataset }, query: {}, signal })
      : await request(catalogueEndpoints.categoryChildren, {
          params: { dataset, categoryId },
          query: {},
          signal,
        });
  const below = await Promise.all(categories.map(({ id }) => conceptsBelow({ dataset, signal }, id)));
  return [...concepts, ...below.flat()];
}

/** The values of a concept with their counts over everyone (rule 11.42). */
export const valuesOptions = (dataset: string, conceptId: string) =>
  queryOptions({
    queryKey: [dataset, 'dictionary', 'values', conceptId] as const,
    queryFn: ({ signal }) =>
      request(analysisEndpoints.run, { params: { dataset }, query: { concept: conceptId }, signal }),
    retry: false,
    staleTime: 300_000,
  });
