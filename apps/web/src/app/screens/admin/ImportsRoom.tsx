import { importLogStates } from '@atrium/contract';
import { Stack } from '@mantine/core';
import { z } from 'zod';
import { ImportList } from '../../../features/admin/data/ImportList.tsx';
import { ImportPage } from '../../../features/admin/data/ImportPage.tsx';
import { words } from '../../../features/admin/data/words.ts';
import { listAddress } from '../../../features/admin/list/listAddress.ts';
import type { RoomProps } from '../../../features/admin/rooms/RoomFrame.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { RoomLink } from './RoomLink.tsx';
import { useRoomAddress } from './useRoomAddress.ts';

const schema = z.object({ ...listAddress, state: z.enum(importLogStates).optional().catch(undefined) });

/** The log of imports: all of them, or one. */
export function ImportsRoom({ item }: RoomProps) {
  const importId = Number(item);
  if (item !== undefined && Number.isInteger(importId))
    return (
      <ImportPage
        key={importId}
        importId={importId}
        back={<RoomLink room="imports">{words.imports.back}</RoomLink>}
        linkTo={(room, of, text) => (
          <RoomLink room={room} item={of}>
            {text}
          </RoomLink>
        )}
      />
    );
  return <AllImports />;
}

function AllImports() {
  const [address, onAddress] = useRoomAddress(schema);
  return (
    <Stack gap="lg">
      <PageHeader title={words.imports.title} description={words.imports.detail} />
      <ImportList
        address={address}
        onAddress={onAddress}
        linkTo={(importId, text) => (
          <RoomLink room="imports" item={importId}>
            {text}
          </RoomLink>
        )}
      />
    </Stack>
  );
}
