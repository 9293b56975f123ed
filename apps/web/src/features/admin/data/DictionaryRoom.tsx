import { useQuery } from '@tanstack/react-query';
import { StateMessage } from '../../../ui/StateMessage.tsx';
import { defineRoom } from '../rooms/defineRoom.tsx';
import { ItemPage } from '../rooms/ItemPage.tsx';
import { RoomLink } from '../rooms/RoomLink.tsx';
import { useOpenRoom } from '../rooms/useRoomAddress.ts';
import { datasetRules } from './DatasetsRoom.tsx';
import { DictionaryPage } from './DictionaryPage.tsx';
import { dataDetailQuery, type OneRelease } from './dataQueries.ts';
import { dictionaryWords as words } from './dictionaryWords.ts';

const back = <RoomLink room="dictionary">{words.back}</RoomLink>;

/** The dictionary of a release: of the one that is named, else of the dataset's live one. */
export const DictionaryRoom = defineRoom({
  ...datasetRules('dictionary', words.detail),
  page: (item) => {
    const [dataset = '', release] = item.split('.');
    return release === undefined ? (
      <LiveDictionary dataset={dataset} />
    ) : (
      <Dictionary dataset={dataset} release={Number(release)} />
    );
  },
});

function Dictionary(one: OneRelease) {
  const open = useOpenRoom();
  return (
    <DictionaryPage {...one} back={back} onSaved={(saved) => open('dictionary', `${one.dataset}.${saved}`)} />
  );
}

function LiveDictionary({ dataset }: { readonly dataset: string }) {
  const found = useQuery(dataDetailQuery(dataset));
  return (
    <ItemPage found={found} failed={words.failed} back={back} skeletonHeights={[56, 320]}>
      {({ release, releases }) => {
        const shown = release ?? releases.find(({ state }) => state === 'built')?.release;
        return shown === undefined ? (
          <StateMessage kind="empty" heading title={words.noRelease} action={back} />
        ) : (
          <Dictionary dataset={dataset} release={shown} />
        );
      }}
    </ItemPage>
  );
}
