import { membershipStates } from '@atrium/contract';
import { Stack } from '@mantine/core';
import { z } from 'zod';
import { MembershipList } from '../../../features/admin/accounts/MembershipList.tsx';
import { words } from '../../../features/admin/accounts/words.ts';
import { listAddress } from '../../../features/admin/list/listAddress.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { RoomLink } from './RoomLink.tsx';
import { useRoomAddress } from './useRoomAddress.ts';

const schema = z.object({
  ...listAddress,
  dataset: listAddress.search,
  state: z.enum(membershipStates).optional().catch(undefined),
});

/** The memberships of all accounts. */
export function MembershipsRoom() {
  const [address, onAddress] = useRoomAddress(schema);
  return (
    <Stack gap="lg">
      <PageHeader title={words.membershipsTitle} description={words.membershipsRoomDetail} />
      <MembershipList
        address={address}
        onAddress={onAddress}
        linkTo={(account, text) => (
          <RoomLink room="accounts" item={account}>
            {text}
          </RoomLink>
        )}
      />
    </Stack>
  );
}
