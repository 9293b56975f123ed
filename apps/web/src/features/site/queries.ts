import { siteEndpoints } from '@atrium/contract';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client.ts';

/** News, figures and days of the home page. */
export const homeDataQuery = queryOptions({
  queryKey: ['site', 'home-data'],
  queryFn: ({ signal }) => request(siteEndpoints.homeData, { signal }),
  staleTime: 60_000,
});

/** The two tables of public figures. */
export const metricsQuery = queryOptions({
  queryKey: ['site', 'metrics-info'],
  queryFn: ({ signal }) => request(siteEndpoints.metricsInfo, { signal }),
  staleTime: 60_000,
});
