import { accountStates } from '@atrium/contract';
import { Button, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { AccountList } from '../../../features/admin/accounts/AccountList.tsx';
import { AccountPage } from '../../../features/admin/accounts/AccountPage.tsx';
import { InviteDialog } from '../../../features/admin/accounts/InviteDialog.tsx';
import { words } from '../../../features/admin/accounts/words.ts';
import { listAddress } from '../../../features/admin/list/listAddress.ts';
import type { RoomProps } from '../../../features/admin/rooms/RoomFrame.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { site } from '../../site.ts';
import { RoomLink } from './RoomLink.tsx';
import { useRoomAddress } from './useRoomAddress.ts';

/** Accounts and memberships: all of them, or one. */
export function AccountsRoom({ item }: RoomProps) {
  const accountId = Number(item);
  if (item !== undefined && Number.isInteger(accountId))
    return (
      <AccountPage
        key={accountId}
        accountId={accountId}
        back={<RoomLink room="accounts">{words.back}</RoomLink>}
      />
    );
  return <AllAccounts />;
}

const schema = z.object({ ...listAddress, state: z.enum(accountStates).optional().catch(undefined) });

function AllAccounts() {
  const [address, onAddress] = useRoomAddress(schema);
  const [isInviting, setIsInviting] = useState(false);
  const navigate = useNavigate();
  const open = (account: number) =>
    void navigate({
      to: '/$app/admin/$room/{-$item}',
      params: { app: site.appSegment, room: 'accounts', item: String(account) },
    });
  return (
    <Stack gap="lg">
      <PageHeader
        title={words.title}
        description={words.detail}
        actions={
          <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={() => setIsInviting(true)}>
            {words.invite}
          </Button>
        }
      />
      <AccountList
        address={address}
        onAddress={onAddress}
        linkTo={(account, text) => (
          <RoomLink room="accounts" item={account}>
            {text}
          </RoomLink>
        )}
      />
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} onInvited={open} />}
    </Stack>
  );
}
