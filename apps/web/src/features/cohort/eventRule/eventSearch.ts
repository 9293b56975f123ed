import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { addFilter } from '@atrium/contract/wire/cohortTransformation';
import type { ValueHit } from '@atrium/contract/wire/concept';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { request } from '../../../api/client.ts';
import { newSetEdit } from '../find/valueEdit.ts';

/** Values of records that have a time; a click on one makes it an event of the cohort. */
export const eventSearchOptions = (dataset: string, search: string) =>
  queryOptions({
    queryKey: [dataset, 'concept', 'search', search] as const,
    queryFn: ({ signal }) =>
      request(catalogueEndpoints.conceptSearch, {
        params: { dataset },
        query: { search, conceptType: 'cohort' },
        signal,
      }),
    staleTime: 300_000,
    placeholderData: keepPreviousData,
  });

/** A value as the other event of a rule. */
export interface FoundEvent {
  readonly label: string;
  /** The filter that a new criteria set would have, as it travels. */
  readonly filter: string;
}

/** So many are listed. */
const maxFound = 12;

/** The values that can be an event: those in collections of events for which one click makes a filter. */
export const eventsIn = (
  hits: readonly ValueHit[],
  eventCollections: ReadonlySet<string>,
): readonly FoundEvent[] =>
  hits
    .filter(({ concept }) => eventCollections.has(concept.collectionId))
    .flatMap((hit) => {
      const edit = newSetEdit(hit);
      const label = `${hit.text} (${hit.concept.name})`;
      return edit === null ? [] : [{ label, filter: JSON.stringify(z.encode(addFilter, edit)) }];
    })
    .slice(0, maxFound);
