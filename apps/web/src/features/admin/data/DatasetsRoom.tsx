import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { Badge, Button, Group } from '@mantine/core';
import { formatInstant } from '../../../lib/formatInstant.ts';
import { FileUp } from '../../../ui/icons.ts';
import { TwoLines } from '../list/RoomTable.tsx';
import { defineRoom, type RoomRules } from '../rooms/defineRoom.tsx';
import { RoomLink } from '../rooms/RoomLink.tsx';
import { useOpenRoom } from '../rooms/useRoomAddress.ts';
import { DatasetPage } from './DatasetPage.tsx';
import { words } from './dataWords.ts';

/** The list of every dataset: what is live, and what waits; each leads to this room. */
export const datasetRules = (
  room: 'datasets' | 'dictionary',
  detail: string,
): RoomRules<typeof adminEndpoints.data.datasets.list> => ({
  calls: adminEndpoints.data.datasets,
  words: {
    detail,
    table: 'Datasets',
    noun: ['dataset', 'datasets'],
    searchHint: 'Name or id',
    none: 'There is no dataset yet',
    noneDetail: 'Load a data package, or tables from a spreadsheet.',
  },
  columns: () => [
    {
      label: 'Dataset',
      sort: 'name',
      cell: ({ dataset, name }) => (
        <TwoLines below={dataset}>
          <RoomLink room={room} item={dataset}>
            {name}
          </RoomLink>
        </TwoLines>
      ),
    },
    {
      label: 'Release',
      cell: (one) => (
        <Group gap="xs">
          {one.release === null
            ? words.datasets.notLive
            : [one.number, one.version].filter((part) => part !== null).join(' · ')}
          {one.waiting > 0 && (
            <Badge variant="light" tt="none" color="yellow">
              {words.datasets.waiting(one.waiting)}
            </Badge>
          )}
        </Group>
      ),
    },
    { label: 'Subjects', sort: 'subjects', isNumber: true, cell: ({ subjects }) => subjects },
    {
      label: 'Imported',
      sort: 'imported',
      cell: ({ importedAt }) => importedAt && formatInstant(importedAt),
    },
    { label: 'Members', sort: 'members', isNumber: true, cell: ({ members }) => members },
    { label: 'Reports', isNumber: true, cell: ({ reports }) => reports },
  ],
});

/** Datasets and releases: all of them, or one. */
export const DatasetsRoom = defineRoom({
  ...datasetRules('datasets', 'What is live, what waits, and who uses it.'),
  Buttons: LoadButton,
  page: (dataset) => <OneDataset dataset={dataset} />,
});

function LoadButton() {
  const open = useOpenRoom();
  return (
    <Button leftSection={<FileUp size={16} aria-hidden />} onClick={() => open('load')}>
      {words.load.title}
    </Button>
  );
}

function OneDataset({ dataset }: { readonly dataset: string }) {
  const open = useOpenRoom();
  return (
    <DatasetPage
      dataset={dataset}
      back={<RoomLink room="datasets">{words.datasets.back}</RoomLink>}
      linkToDictionary={(release, text) => (
        <RoomLink room="dictionary" item={`${dataset}.${release}`}>
          {text}
        </RoomLink>
      )}
      onRemoved={() => open('datasets')}
    />
  );
}
