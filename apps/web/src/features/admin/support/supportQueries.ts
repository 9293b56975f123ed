import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/client.ts';

const key = ['admin', 'support'] as const;

export const requestQuery = (requestId: number) =>
  queryOptions({
    queryKey: [...key, 'request', requestId] as const,
    queryFn: ({ signal }) => request(adminEndpoints.support.request, { params: { requestId }, signal }),
    staleTime: 0,
    // Each load is noted in the audit as a reading by staff.
    refetchOnWindowFocus: false,
  });
