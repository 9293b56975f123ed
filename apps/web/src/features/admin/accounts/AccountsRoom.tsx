import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { accountStates } from '@atrium/contract/endpoints/adminAccounts';
import { Badge, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { formatDayOf } from '../../../lib/formatInstant.ts';
import { UserPlus } from '../../../ui/icons.ts';
import { stateFilter } from '../list/filters.tsx';
import { TwoLines } from '../list/RoomTable.tsx';
import { defineRoom, numbered } from '../rooms/defineRoom.tsx';
import { RoomLink } from '../rooms/RoomLink.tsx';
import { useOpenRoom } from '../rooms/useRoomAddress.ts';
import { AccountPage } from './AccountPage.tsx';
import { words } from './accountsWords.ts';
import { InviteDialog } from './InviteDialog.tsx';
import { StateBadge } from './StateBadge.tsx';

/** Accounts and memberships: all of them, or one. */
export const AccountsRoom = defineRoom({
  calls: adminEndpoints.accounts,
  words: {
    detail: 'Who may sign in, what each person may see of which dataset, and until when.',
    noun: ['account', 'accounts'],
    searchHint: 'Name or e-mail',
  },
  filters: { state: stateFilter(accountStates, words.states) },
  columns: () => [
    {
      label: 'Account',
      sort: 'username',
      cell: ({ id, username, fullName, isStaff }) => (
        <TwoLines below={fullName}>
          <Group gap="xs">
            <RoomLink room="accounts" item={id}>
              {username}
            </RoomLink>
            {isStaff && (
              <Badge size="sm" variant="light" tt="none">
                {words.staff}
              </Badge>
            )}
          </Group>
        </TwoLines>
      ),
    },
    { label: 'E-mail', cell: ({ email }) => email },
    { label: 'State', cell: ({ state }) => <StateBadge state={state} /> },
    { label: 'Datasets', sort: 'memberships', isNumber: true, cell: ({ memberships }) => memberships },
    {
      label: 'Last seen',
      sort: 'last_used',
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? words.never : formatDayOf(lastUsedAt)),
    },
  ],
  Buttons: InviteButton,
  page: numbered((id) => (
    <AccountPage accountId={id} back={<RoomLink room="accounts">{words.back}</RoomLink>} />
  )),
});

function InviteButton() {
  const [isInviting, setIsInviting] = useState(false);
  const open = useOpenRoom();
  return (
    <>
      <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={() => setIsInviting(true)}>
        {words.invite}
      </Button>
      {isInviting && (
        <InviteDialog
          onClose={() => setIsInviting(false)}
          onInvited={(account) => open('accounts', account)}
        />
      )}
    </>
  );
}
