import { Button, Stack } from '@mantine/core';
import { FileUp } from 'lucide-react';
import { z } from 'zod';
import { DatasetList } from '../../../features/admin/data/DatasetList.tsx';
import { DatasetPage } from '../../../features/admin/data/DatasetPage.tsx';
import { words } from '../../../features/admin/data/words.ts';
import { listAddress } from '../../../features/admin/list/listAddress.ts';
import type { RoomProps } from '../../../features/admin/rooms/RoomFrame.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { RoomLink } from './RoomLink.tsx';
import { useOpenRoom } from './useOpenRoom.ts';
import { useRoomAddress } from './useRoomAddress.ts';

const schema = z.object(listAddress);

/** Datasets and releases: all of them, or one. */
export function DatasetsRoom({ item }: RoomProps) {
  const open = useOpenRoom();
  if (item === undefined) return <AllDatasets />;
  return (
    <DatasetPage
      key={item}
      dataset={item}
      back={<RoomLink room="datasets">{words.datasets.back}</RoomLink>}
      linkToDictionary={(release, text) => (
        <RoomLink room="dictionary" item={`${item}.${release}`}>
          {text}
        </RoomLink>
      )}
      onRemoved={() => open('datasets')}
    />
  );
}

function AllDatasets() {
  const [address, onAddress] = useRoomAddress(schema);
  const open = useOpenRoom();
  const { datasets } = words;
  return (
    <Stack gap="lg">
      <PageHeader
        title={datasets.title}
        description={datasets.detail}
        actions={
          <Button leftSection={<FileUp size={16} aria-hidden />} onClick={() => open('load')}>
            {datasets.load}
          </Button>
        }
      />
      <DatasetList
        address={address}
        onAddress={onAddress}
        linkTo={(dataset, text) => (
          <RoomLink room="datasets" item={dataset}>
            {text}
          </RoomLink>
        )}
      />
    </Stack>
  );
}
