import { Stack } from '@mantine/core';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import type { RoomProps } from '../rooms/RoomFrame.tsx';
import { RoomLink } from '../rooms/RoomLink.tsx';
import { useOpenRoom } from '../rooms/useRoomAddress.ts';
import { words } from './dataWords.ts';
import { DeskPage } from './desk/DeskPage.tsx';
import { deskWords } from './desk/deskWords.ts';
import { LoadPage } from './LoadPage.tsx';

/** Files that are sent, and tables that are described. */
export function LoadRoom({ item, title }: RoomProps) {
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
      <PageHeader title={title} description={words.load.detail} />
      <LoadPage onImport={onImport} onDraft={(draftId) => open('load', draftId)} />
    </Stack>
  );
}
