import { siteEndpoints } from '@atrium/contract/endpoints/site';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client.ts';

const pauseMs = 5000;

/** Asks again while the figures are being counted (rule 14.68). */
const untilCounted = ({ state: { data, status } }: Asked): number | false =>
  status === 'success' && data?.areCounted === false ? pauseMs : false;

interface Asked {
  readonly state: {
    readonly data: { readonly areCounted?: false | undefined } | undefined;
    readonly status: string;
  };
}

/** News, figures and days of the home page. */
export const homeDataQuery = queryOptions({
  queryKey: ['site', 'home-data'],
  queryFn: ({ signal }) => request(siteEndpoints.homeData, { signal }),
  staleTime: 60_000,
  refetchInterval: untilCounted,
});

/** The two tables of public figures. */
export const metricsQuery = queryOptions({
  queryKey: ['site', 'metrics-info'],
  queryFn: ({ signal }) => request(siteEndpoints.metricsInfo, { signal }),
  staleTime: 60_000,
  refetchInterval: untilCounted,
});
