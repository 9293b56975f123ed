import { type AccountState, accountSorts, adminEndpoints } from '@atrium/contract';
import { queryOptions } from '@tanstack/react-query';
import { download, request } from '../../../api/client.ts';
import { type ListAddress, requestOf, roomOptions } from '../list/listAddress.ts';

const accountsKey = ['admin', 'accounts'] as const;

export interface AccountsAddress extends ListAddress {
  readonly state?: AccountState | undefined;
}

const queryOf = ({ state, ...address }: AccountsAddress) => ({ ...requestOf(address, accountSorts), state });

export const accountsQuery = (address: AccountsAddress) =>
  roomOptions(['accounts', 'list', address], (signal) =>
    request(adminEndpoints.accounts.list, { query: queryOf(address), signal }),
  );

export const saveAccounts = (address: AccountsAddress): Promise<void> =>
  download(adminEndpoints.accounts.exportCsv, { query: queryOf(address), filename: 'accounts.csv' });

export const accountQuery = (accountId: number) =>
  queryOptions({
    queryKey: [...accountsKey, accountId] as const,
    queryFn: ({ signal }) => request(adminEndpoints.accounts.detail, { params: { accountId }, signal }),
    staleTime: 0,
  });
