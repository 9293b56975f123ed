import { Stack } from '@mantine/core';
import { z } from 'zod';
import { GroupList } from '../../../features/admin/groups/GroupList.tsx';
import { words } from '../../../features/admin/groups/words.ts';
import { listAddress } from '../../../features/admin/list/listAddress.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useRoomAddress } from './useRoomAddress.ts';

const schema = z.object({ ...listAddress, dataset: listAddress.search });

/** What some members of a dataset may see. */
export function GroupsRoom() {
  const [address, onAddress] = useRoomAddress(schema);
  return (
    <Stack gap="lg">
      <PageHeader title={words.title} description={words.detail} />
      <GroupList address={address} onAddress={onAddress} />
    </Stack>
  );
}
