import { type AccountItem, accountStates } from '@atrium/contract';
import { Badge, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDayOf } from '../../../lib/formatInstant.ts';
import { formatCount } from '../../../lib/formatNumber.ts';
import { type AddressProps, changed } from '../list/listAddress.ts';
import { RoomList } from '../list/RoomList.tsx';
import { type RoomColumn, TwoLines } from '../list/RoomTable.tsx';
import { StateFilter } from '../list/StateFilter.tsx';
import { type AccountsAddress, accountsQuery, saveAccounts } from './queries.ts';
import { StateBadge } from './StateBadge.tsx';
import { words } from './words.ts';

interface AccountListProps extends AddressProps<AccountsAddress> {
  /** A link to the page of an account. */
  readonly linkTo: (account: number, text: string) => ReactNode;
}

/** The accounts of the portal. */
export function AccountList({ address, onAddress, linkTo }: AccountListProps) {
  const found = useQuery(accountsQuery(address));
  return (
    <RoomList
      label={words.table}
      noun={['account', 'accounts']}
      found={found}
      columns={columnsWith(linkTo)}
      keyOf={({ id }) => id}
      address={address}
      usualSort="username"
      onAddress={onAddress}
      searchHint={words.searchHint}
      isFiltered={address.state !== undefined}
      filters={
        <StateFilter
          label={words.state}
          states={accountStates}
          names={words.states}
          every={words.everyState}
          value={address.state}
          onChange={(state) => onAddress(changed(address, { state }), 'replace')}
        />
      }
      onSave={() => saveAccounts(address)}
    />
  );
}

const columnsWith = (linkTo: AccountListProps['linkTo']): readonly RoomColumn<AccountItem>[] => [
  {
    label: words.columns.username,
    sort: 'username',
    cell: ({ id, username, fullName, isStaff }) => (
      <TwoLines below={fullName}>
        <Group gap="xs">
          {linkTo(id, username)}
          {isStaff && (
            <Badge size="sm" variant="light" tt="none">
              {words.staff}
            </Badge>
          )}
        </Group>
      </TwoLines>
    ),
  },
  {
    label: words.columns.email,
    cell: ({ email }) => email,
  },
  { label: words.columns.state, cell: ({ state }) => <StateBadge state={state} /> },
  {
    label: words.columns.memberships,
    sort: 'memberships',
    isNumber: true,
    cell: ({ memberships }) => formatCount(memberships),
  },
  {
    label: words.columns.lastUsed,
    sort: 'last_used',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? words.never : formatDayOf(lastUsedAt)),
  },
];
