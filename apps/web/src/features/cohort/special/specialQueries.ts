import { cohortInsightEndpoints } from '@atrium/contract/endpoints/cohortInsight';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/client.ts';
import { lasting, ofShown, type ShownCohort } from '../effects/effectQueries.ts';

/** How the subjects of the cohort, and everyone, are distributed over each concept (rule 4.18). */
export const distributionsOptions = (shown: ShownCohort) =>
  queryOptions({
    queryKey: [shown.dataset, 'cohort', shown.snapshotId, 'distributions'] as const,
    queryFn: async ({ signal, client }) => {
      const params = { dataset: shown.dataset };
      const reply = await request(cohortInsightEndpoints.distributions, { params, query: {}, signal });
      return await ofShown(shown, reply, client);
    },
    meta: { part: 'what is special about your cohort' },
    ...lasting,
  });
