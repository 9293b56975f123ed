import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';

/** Who is signed in (user is null for an anonymous visitor) and the version of the platform. */
export const currentUserQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => request(accessEndpoints.currentUser, { signal }),
  staleTime: 5 * 60_000,
});

/** The datasets that the visitor may see or ask for; none for an anonymous visitor. */
export const datasetsQuery = queryOptions({
  queryKey: ['datasets'],
  queryFn: ({ signal }) => request(catalogueEndpoints.datasets, { signal }),
  select: (reply) => reply.datasets,
  staleTime: 5 * 60_000,
  meta: { part: 'the list of datasets' },
});

/** What the person is a member of already. */
export const membershipsQuery = queryOptions({
  queryKey: ['memberships'],
  queryFn: ({ signal }) => request(catalogueEndpoints.memberships, { signal }),
  select: (reply) => reply.memberships,
  staleTime: 0,
  meta: { part: 'your memberships' },
});

/** One dataset as its member sees it: access level, counts, links. Enters it: whom it lets in becomes a member. */
export const datasetQuery = (dataset: string) =>
  queryOptions({
    queryKey: [dataset, 'dataset'],
    queryFn: ({ signal }) => request(catalogueEndpoints.dataset, { params: { dataset }, signal }),
    staleTime: 5 * 60_000,
    meta: { part: 'the dataset' },
  });
