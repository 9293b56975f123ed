import { Stack } from '@mantine/core';
import { DeskPage } from '../../../features/admin/data/desk/DeskPage.tsx';
import { deskWords } from '../../../features/admin/data/desk/deskWords.ts';
import { LoadPage } from '../../../features/admin/data/LoadPage.tsx';
import { words } from '../../../features/admin/data/words.ts';
import type { RoomProps } from '../../../features/admin/rooms/RoomFrame.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { RoomLink } from './RoomLink.tsx';
import { useOpenRoom } from './useOpenRoom.ts';

/** Files that are sent, and tables that are described. */
export function LoadRoom({ item }: RoomProps) {
  const open = useOpenRoom();
  const onImport = (importId: number) => open('imports', importId);
  if (item !== undefined)
    return (
      <DeskPage
        key={item}
        draftId={item}
        back={<RoomLink room="load">{deskWords.back}</RoomLink>}
        linkTo={(room, of, text) => (
          <RoomLink room={room} {...(of !== undefined && { item: of })}>
            {text}
          </RoomLink>
        )}
        linkToDataset={(dataset, text) => (
          <LinkButton to="/dataset/$dataset" params={{ dataset }}>
            {text}
          </LinkButton>
        )}
      />
    );
  return (
    <Stack gap="lg">
      <PageHeader title={words.load.title} description={words.load.detail} />
      <LoadPage onImport={onImport} onDraft={(draftId) => open('load', draftId)} />
    </Stack>
  );
}
