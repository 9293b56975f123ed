import { adminEndpoints, type SupportState, supportSorts } from '@atrium/contract';
import { queryOptions } from '@tanstack/react-query';
import { download, request } from '../../../api/client.ts';
import { type ListAddress, requestOf, roomOptions } from '../list/listAddress.ts';

const key = ['admin', 'support'] as const;

export interface InboxAddress extends ListAddress {
  readonly state?: SupportState | undefined;
}

const queryOf = ({ state, ...address }: InboxAddress) => ({ ...requestOf(address, supportSorts), state });

export const inboxQuery = (address: InboxAddress) =>
  roomOptions(['support', 'list', address], (signal) =>
    request(adminEndpoints.support.list, { query: queryOf(address), signal }),
  );

export const saveInbox = (address: InboxAddress): Promise<void> =>
  download(adminEndpoints.support.exportCsv, { query: queryOf(address), filename: 'support.csv' });

export const requestQuery = (requestId: number) =>
  queryOptions({
    queryKey: [...key, 'request', requestId] as const,
    queryFn: ({ signal }) => request(adminEndpoints.support.request, { params: { requestId }, signal }),
    staleTime: 0,
    // Each load is noted in the audit as a reading by staff.
    refetchOnWindowFocus: false,
  });
