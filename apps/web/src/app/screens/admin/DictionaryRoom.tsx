import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { DatasetList } from '../../../features/admin/data/DatasetList.tsx';
import { DictionaryPage } from '../../../features/admin/data/DictionaryPage.tsx';
import { dictionaryWords as words } from '../../../features/admin/data/dictionaryWords.ts';
import { dataDetailQuery } from '../../../features/admin/data/queries.ts';
import { listAddress } from '../../../features/admin/list/listAddress.ts';
import type { RoomProps } from '../../../features/admin/rooms/RoomFrame.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { StateMessage } from '../../../ui/StateMessage.tsx';
import { ScreenLoading } from '../../shell/ScreenLoading.tsx';
import { RoomLink } from './RoomLink.tsx';
import { useOpenRoom } from './useOpenRoom.ts';
import { useRoomAddress } from './useRoomAddress.ts';

const back = <RoomLink room="dictionary">{words.back}</RoomLink>;

/** The dictionary of a release: of the one that is named, else of the dataset's live one. */
export function DictionaryRoom({ item }: RoomProps) {
  const open = useOpenRoom();
  if (item === undefined) return <ChooseDataset />;
  const [dataset = '', release] = item.split('.');
  if (release === undefined) return <LiveDictionary dataset={dataset} />;
  return (
    <DictionaryPage
      key={item}
      dataset={dataset}
      release={Number(release)}
      back={back}
      onSaved={(saved) => open('dictionary', `${dataset}.${saved}`)}
    />
  );
}

function LiveDictionary({ dataset }: { readonly dataset: string }) {
  const open = useOpenRoom();
  const found = useQuery(dataDetailQuery(dataset));
  if (found.data === undefined)
    return found.isError ? (
      <StateMessage
        kind="error"
        heading
        title={words.failed}
        action={back}
        onRetry={() => void found.refetch()}
      />
    ) : (
      <ScreenLoading />
    );
  const waiting = found.data.releases.find(({ state }) => state === 'built');
  const release = found.data.release ?? waiting?.release;
  if (release === undefined)
    return <StateMessage kind="empty" heading title={words.noRelease} action={back} />;
  return (
    <DictionaryPage
      dataset={dataset}
      release={release}
      back={back}
      onSaved={(saved) => open('dictionary', `${dataset}.${saved}`)}
    />
  );
}

const schema = z.object(listAddress);

function ChooseDataset() {
  const [address, onAddress] = useRoomAddress(schema);
  return (
    <Stack gap="lg">
      <PageHeader title={words.title} description={words.detail} />
      <DatasetList
        address={address}
        onAddress={onAddress}
        linkTo={(dataset, text) => (
          <RoomLink room="dictionary" item={dataset}>
            {text}
          </RoomLink>
        )}
      />
    </Stack>
  );
}
