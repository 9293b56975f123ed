import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { assistantEndpoints } from '@atrium/contract/endpoints/assistant';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client.ts';

/** The person's sessions, the latest first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => request(accessEndpoints.sessions, { signal }),
  select: (reply) => reply.sessions,
  staleTime: 0,
});

/** The person's tokens for programs, the latest first. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => request(accessEndpoints.tokens, { signal }),
  select: (reply) => reply.tokens,
  staleTime: 0,
});

/** The programs that may ask in the person's name now, the latest first. */
export const assistantsQuery = queryOptions({
  queryKey: ['assistants'],
  queryFn: ({ signal }) => request(assistantEndpoints.list, { signal }),
  select: ({ assistants }) => assistants,
  staleTime: 0,
});

/** The person's second factor. */
export const secondFactorQuery = queryOptions({
  queryKey: ['secondFactor'],
  queryFn: ({ signal }) => request(accessEndpoints.secondFactor, { signal }),
  staleTime: 0,
});
