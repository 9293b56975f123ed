import { accountStates } from '@atrium/contract';
import { Stack } from '@mantine/core';
import { z } from 'zod';
import { AccountList } from '../../../features/admin/accounts/AccountList.tsx';
import { words } from '../../../features/admin/accounts/words.ts';
import { listAddress } from '../../../features/admin/list/listAddress.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useRoomAddress } from './useRoomAddress.ts';

const schema = z.object({ ...listAddress, state: z.enum(accountStates).optional().catch(undefined) });

/** Accounts and memberships. */
export function AccountsRoom() {
  const [address, onAddress] = useRoomAddress(schema);
  return (
    <Stack gap="lg">
      <PageHeader title={words.title} description={words.detail} />
      <AccountList address={address} onAddress={onAddress} />
    </Stack>
  );
}
