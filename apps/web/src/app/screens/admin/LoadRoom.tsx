import { Stack } from '@mantine/core';
import { DescribePage } from '../../../features/admin/data/DescribePage.tsx';
import { describeWords } from '../../../features/admin/data/describeWords.ts';
import { LoadPage } from '../../../features/admin/data/LoadPage.tsx';
import { words } from '../../../features/admin/data/words.ts';
import type { RoomProps } from '../../../features/admin/rooms/RoomFrame.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { RoomLink } from './RoomLink.tsx';
import { useOpenRoom } from './useOpenRoom.ts';

/** Files that are sent, and tables that are described. */
export function LoadRoom({ item }: RoomProps) {
  const open = useOpenRoom();
  const onImport = (importId: number) => open('imports', importId);
  if (item !== undefined)
    return (
      <DescribePage
        key={item}
        draftId={item}
        back={<RoomLink room="load">{describeWords.back}</RoomLink>}
        onImport={onImport}
      />
    );
  return (
    <Stack gap="lg">
      <PageHeader title={words.load.title} description={words.load.detail} />
      <LoadPage onImport={onImport} onDraft={(draftId) => open('load', draftId)} />
    </Stack>
  );
}
