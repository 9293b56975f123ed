import { adminEndpoints, type MembershipItem, membershipSorts, membershipStates } from '@atrium/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { download, request } from '../../../api/client.ts';
import { DatasetFilter } from '../list/DatasetFilter.tsx';
import { type AddressProps, changed, type ListAddress, requestOf, roomOptions } from '../list/listAddress.ts';
import { RoomList } from '../list/RoomList.tsx';
import { type RoomColumn, TwoLines } from '../list/RoomTable.tsx';
import { StateFilter } from '../list/StateFilter.tsx';
import { Ends, levelAndLimits } from './MembershipTable.tsx';
import { words } from './words.ts';

export interface MembershipsAddress extends ListAddress {
  readonly dataset?: string | undefined;
  readonly state?: (typeof membershipStates)[number] | undefined;
}

const queryOf = ({ dataset, state, ...address }: MembershipsAddress) => ({
  ...requestOf(address, membershipSorts),
  dataset,
  state,
});

const membershipsQuery = (address: MembershipsAddress) =>
  roomOptions(['memberships', address], (signal) =>
    request(adminEndpoints.accounts.memberships, { query: queryOf(address), signal }),
  );

interface MembershipListProps extends AddressProps<MembershipsAddress> {
  /** A link to the page of an account, where its memberships are changed. */
  readonly linkTo: (account: number, text: string) => ReactNode;
}

/** The memberships of all accounts. */
export function MembershipList({ address, onAddress, linkTo }: MembershipListProps) {
  const found = useQuery(membershipsQuery(address));
  const changeFilters = (change: Partial<MembershipsAddress>) =>
    onAddress(changed(address, change), 'replace');
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
          <DatasetFilter value={address.dataset} onChange={(dataset) => changeFilters({ dataset })} />
          <StateFilter
            label={words.state}
            states={membershipStates}
            names={words.membershipStates}
            every={words.everyState}
            value={address.state}
            onChange={(state) => changeFilters({ state })}
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
      <TwoLines below={fullName}>{linkTo(accountId, username)}</TwoLines>
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
