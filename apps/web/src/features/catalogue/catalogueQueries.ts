import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import type { ConceptSummary } from '@atrium/contract/wire/concept';
import { queryOptions } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { ApiError } from '../../api/apiError.ts';
import { request } from '../../api/client.ts';
import type { ValueOffersProps } from '../../api/valueOffer.ts';

/** What concepts are chosen for: a filter, a column, or an axis of a cross-tab. */
export type ConceptUse = 'cohort' | 'table' | 'analysis';

export interface Browsed {
  readonly dataset: string;
  readonly use: ConceptUse;
}

/** The id of a category, or the top of the tree. */
export type CategoryId = number | 'top';

/** All levels of a tree that were loaded. */
export const levelsKey = ({ dataset, use }: Browsed) => [dataset, 'catalogue', use, 'level'] as const;

export const levelOptions = ({ dataset, use }: Browsed, categoryId: CategoryId) =>
  queryOptions({
    queryKey: [...levelsKey({ dataset, use }), categoryId] as const,
    queryFn: ({ signal }) =>
      categoryId === 'top'
        ? request(catalogueEndpoints.categories, {
            params: { dataset },
            query: { conceptType: use },
            signal,
          })
        : request(catalogueEndpoints.categoryChildren, {
            params: { dataset, categoryId },
            query: { conceptType: use },
            signal,
          }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const searchOptions = ({ dataset, use }: Browsed, search: string) =>
  queryOptions({
    queryKey: [dataset, 'catalogue', use, 'search', search] as const,
    queryFn: ({ signal }) =>
      request(catalogueEndpoints.conceptSearch, {
        params: { dataset },
        query: { search, conceptType: use },
        signal,
      }),
    staleTime: 300_000,
  });

/** The editor says that there is no such concept. */
function nowhereIfUnknown(error: unknown): undefined {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}

/** The categories above a concept, outermost first. */
export const pathOptions = (dataset: string, conceptId: string) =>
  queryOptions({
    queryKey: [dataset, 'catalogue', 'path', conceptId] as const,
    meta: { part: 'where the concept stands in the list' },
    queryFn: async ({ signal }) => {
      const concept = await request(catalogueEndpoints.concept, {
        params: { dataset, conceptId },
        query: {},
        signal,
      }).catch(nowhereIfUnknown);
      return concept?.categoryHierarchy.map(({ id }) => id) ?? [];
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The props of the browser and of its views. */
export interface ConceptBrowserProps extends Browsed {
  /** Ids of the concepts that are open, or already chosen. */
  readonly selected?: readonly string[];
  /** Ids of categories that are open at first, so that the selected concept is visible. */
  readonly revealed?: readonly number[];
  /** With the words for which values of the concept were found, if it was found for values. */
  readonly onSelect: (concept: ConceptSummary, words?: string) => void;
  /** Says what a click on each value that is found does; without it values are not listed. */
  readonly Offers?: ComponentType<ValueOffersProps>;
  /** Called when the pointer comes over a concept, to load it early. */
  readonly onPoint?: (concept: ConceptSummary) => void;
}
