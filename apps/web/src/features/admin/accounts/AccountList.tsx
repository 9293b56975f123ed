import { type AccountItem, accountStates } from '@atrium/contract';
import { Badge, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDayOf } from '../../../lib/formatInstant.ts';
import { formatCount } from '../../../lib/formatNumber.ts';
import { changed } from '../list/listAddress.ts';
import { RoomList } from '../list/RoomList.tsx';
import type { RoomColumn } from '../list/RoomTable.tsx';
import { type AccountsAddress, accountsQuery, saveAccounts } from './queries.ts';
import { words } from './words.ts';

interface AccountListProps {
  readonly address: AccountsAddress;
  readonly onAddress: (address: AccountsAddress, how?: 'push' | 'replace') => void;
}

/** The accounts of the portal. */
export function AccountList({ address, onAddress }: AccountListProps) {
  const found = useQuery(accountsQuery(address));
  return (
    <RoomList
      label={words.table}
      noun={['account', 'accounts']}
      found={found}
      columns={columns}
      keyOf={({ id }) => id}
      address={address}
      usualSort="username"
      onAddress={onAddress}
      searchHint={words.searchHint}
      isFiltered={address.state !== undefined}
      filters={
        <NativeSelect
          label={words.state}
          value={address.state ?? ''}
          data={[
            { value: '', label: words.everyState },
            ...accountStates.map((state) => ({ value: state, label: words.states[state] })),
          ]}
          onChange={({ currentTarget }) =>
            onAddress(
              changed(address, { state: accountStates.find((state) => state === currentTarget.value) }),
              'replace',
            )
          }
        />
      }
      onSave={() => saveAccounts(address)}
    />
  );
}

const colours = { active: 'tide', invited: 'yellow', disabled: 'gray' } as const;

const columns: readonly RoomColumn<AccountItem>[] = [
  {
    label: words.columns.username,
    sort: 'username',
    cell: ({ username, fullName, isStaff }) => (
      <Stack gap={0}>
        <Group gap="xs">
          <Text span size="sm" fw={600}>
            {username}
          </Text>
          {isStaff && (
            <Badge size="sm" variant="light" tt="none">
              {words.staff}
            </Badge>
          )}
        </Group>
        <Text span size="xs" c="dimmed">
          {fullName}
        </Text>
      </Stack>
    ),
  },
  { label: words.columns.email, cell: ({ email }) => email, isMinor: true },
  {
    label: words.columns.state,
    cell: ({ state }) => (
      <Badge variant="light" color={colours[state]} tt="none">
        {words.states[state]}
      </Badge>
    ),
  },
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
