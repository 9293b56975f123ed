import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/client.ts';

const accountsKey = ['admin', 'accounts'] as const;

export const accountQuery = (accountId: number) =>
  queryOptions({
    queryKey: [...accountsKey, accountId] as const,
    queryFn: ({ signal }) => request(adminEndpoints.accounts.detail, { params: { accountId }, signal }),
    staleTime: 0,
  });
