import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import type { CohortView, CriteriaSetView } from '@atrium/contract/wire/cohortView';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/client.ts';

/** A criteria set of the cohort on the screen. */
export interface SetOf {
  readonly dataset: string;
  readonly view: CohortView;
  readonly set: CriteriaSetView;
}

const detailOptions = ({ dataset, view, set }: SetOf, part: 'set' | 'event') =>
  queryOptions({
    queryKey: [dataset, 'cohort', view.snapshotId, 'criteriaSet', set.entryId, part] as const,
    queryFn: ({ signal }) =>
      request(catalogueEndpoints.collection, {
        params: { dataset, collection: set.collectionId },
        query: {
          criteriaSetEntryId: set.entryId,
          ...(part === 'set'
            ? { includeCriteriaSetOptions: true }
            : { includeCriteriaSetEventOptions: true }),
        },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The choices for the count rule and the name of a set, with their present values (rule 3.22). */
export const setOptionsOf = (of: SetOf) => detailOptions(of, 'set');

/** The forms of date rule that a set may carry, with the values of the one it has (rule 3.22). */
export const eventOptionsOf = (of: SetOf) => detailOptions(of, 'event');
