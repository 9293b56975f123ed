import { supportStates } from '@atrium/contract';
import { Stack } from '@mantine/core';
import { z } from 'zod';
import { listAddress } from '../../../features/admin/list/listAddress.ts';
import type { RoomProps } from '../../../features/admin/rooms/RoomFrame.tsx';
import { Inbox } from '../../../features/admin/support/Inbox.tsx';
import { RequestPage } from '../../../features/admin/support/RequestPage.tsx';
import { words } from '../../../features/admin/support/words.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { RoomLink } from './RoomLink.tsx';
import { useRoomAddress } from './useRoomAddress.ts';

const schema = z.object({ ...listAddress, state: z.enum(supportStates).optional().catch(undefined) });

/** The support inbox: all requests, or one. */
export function SupportRoom({ item }: RoomProps) {
  const [address, onAddress] = useRoomAddress(schema);
  const requestId = Number(item);
  if (item !== undefined && Number.isInteger(requestId))
    return (
      <RequestPage
        key={requestId}
        requestId={requestId}
        back={<RoomLink room="support">{words.back}</RoomLink>}
      />
    );
  return (
    <Stack gap="lg">
      <PageHeader title={words.title} description={words.detail} />
      <Inbox
        address={address}
        onAddress={onAddress}
        linkTo={(request, text) => (
          <RoomLink room="support" item={request}>
            {text}
          </RoomLink>
        )}
      />
    </Stack>
  );
}
