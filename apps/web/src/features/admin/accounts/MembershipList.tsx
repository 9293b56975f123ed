import { adminEndpoints, type MembershipItem, membershipSorts, membershipStates } from '@atrium/contract';
import { NativeSelect, Stack, Text } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { download, request } from '../../../api/client.ts';
import { DatasetFilter } from '../list/DatasetFilter.tsx';
import { changed, type ListAddress, requestOf } from '../list/listAddress.ts';
import { RoomList } from '../list/RoomList.tsx';
import type { RoomColumn } from '../list/RoomTable.tsx';
import { Ends, levelAndLimits } from './MembershipTable.tsx';
import { words } from './words.ts';

export interface MembershipsAddress extends ListAddress {
  readonly dataset?: string | undefined;
  readonly state?: (typeof membershipStates)[number] | undefined;
}

const queryOf = ({ dataset, state, ...address }: MembershipsAddress) => ({
  ...requestOf(address, membershipSorts),
  ...(dataset === undefined ? {} : { dataset }),
  ...(state === undefined ? {} : { state }),
});

const membershipsQuery = (address: MembershipsAddress) =>
  queryOptions({
    queryKey: ['admin', 'memberships', address] as const,
    queryFn: ({ signal }) =>
      request(adminEndpoints.accounts.memberships, { query: queryOf(address), signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

interface MembershipListProps {
  readonly address: MembershipsAddress;
  readonly onAddress: (address: MembershipsAddress, how?: 'push' | 'replace') => void;
  /** A link to the page of an account, where its memberships are changed. */
  readonly linkTo: (account: number, text: string) => ReactNode;
}

/** The memberships of all accounts. */
export function MembershipList({ address, onAddress, linkTo }: MembershipListProps) {
  const found = useQuery(membershipsQuery(address));
  const narrow = (change: Partial<MembershipsAddress>) => onAddress(changed(address, change), 'replace');
  return (
    <RoomList
      label={words.membershipsTitle}
      noun={['membership', 'memberships']}
      found={found}
      columns={columnsWith(linkTo)}
      keyOf={({ id }) => id}
      address={address}
      usualSort="username"
      onAddress={onAddress}
      searchHint={words.searchHint}
      isFiltered={address.dataset !== undefined || address.state !== undefined}
      filters={
        <>
          <DatasetFilter value={address.dataset} onChange={(dataset) => narrow({ dataset })} />
          <NativeSelect
            label={words.state}
            value={address.state ?? ''}
            data={[
              { value: '', label: words.everyState },
              { value: 'current', label: words.current },
              { value: 'ended', label: words.hasEnded },
            ]}
            onChange={({ currentTarget }) =>
              narrow({ state: membershipStates.find((state) => state === currentTarget.value) })
            }
          />
        </>
      }
      onSave={() =>
        download(adminEndpoints.accounts.exportMemberships, {
          query: queryOf(address),
          filename: 'memberships.csv',
        })
      }
    />
  );
}

const columnsWith = (linkTo: MembershipListProps['linkTo']): readonly RoomColumn<MembershipItem>[] => [
  {
    label: words.columns.username,
    sort: 'username',
    cell: ({ accountId, username, fullName }) => (
      <Stack gap={0}>
        {linkTo(accountId, username)}
        <Text span size="xs" c="dimmed">
          {fullName}
        </Text>
      </Stack>
    ),
  },
  { label: words.dataset, sort: 'dataset', cell: ({ datasetName }) => datasetName },
  {
    label: words.level,
    sort: 'level',
    cell: levelAndLimits,
  },
  { label: words.groups, cell: ({ groups }) => groups.join(', ') || '–' },
  { label: words.until, sort: 'until', cell: (item) => <Ends item={item} /> },
];
