import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { GroupItem, GroupOpening } from '@atrium/contract/endpoints/adminGroups';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { request } from '../../../api/client.ts';
import { formatDayOf } from '../../../lib/formatInstant.ts';
import { RoomDialog } from '../dialog/RoomDialog.tsx';
import { sentencesOf, useRoomAction } from '../dialog/useRoomAction.ts';
import { datasetFilter } from '../list/filters.tsx';
import { defineRoom, type PartProps } from '../rooms/defineRoom.tsx';
import { GroupDialog } from './GroupDialog.tsx';
import { words } from './groupsWords.ts';

const dataOf = ({ categories, concepts }: GroupOpening): string =>
  categories === null && concepts === null
    ? words.everything
    : words.opened(categories?.length ?? 0, concepts?.length ?? 0);

/** What some members of a dataset may see; a new group is made where the list shows one dataset. */
export const GroupsRoom = defineRoom({
  calls: adminEndpoints.groups,
  words: {
    detail:
      'A group opens some subjects and some of the data of a dataset. A member of several groups sees what any of them opens.',
    noun: ['group', 'groups'],
    searchHint: 'Group or dataset',
    none: 'No dataset has permission groups',
    noneDetail: 'Without groups, every member sees all subjects and data that the level allows.',
  },
  filters: { dataset: { ...datasetFilter, leavesRowsOut: false } },
  columns: () => [
    {
      label: 'Group',
      sort: 'name',
      cell: ({ name }) => (
        <Text span size="sm" fw={600}>
          {name}
        </Text>
      ),
    },
    { label: words.dataset, sort: 'dataset', cell: ({ datasetName }) => datasetName },
    { label: 'Members', sort: 'members', isNumber: true, cell: ({ members }) => members },
    {
      label: 'Subjects',
      cell: ({ opens }) => (opens.allSubjects ? words.allSubjects : words.subjectsBy(opens.subjectConcepts)),
    },
    { label: 'Data', cell: ({ opens }) => dataOf(opens) },
    { label: 'Made', sort: 'created', cell: ({ createdAt }) => formatDayOf(createdAt) },
  ],
  actions: [
    {
      label: words.edit,
      nameOf: ({ name }) => words.editOf(name),
      Dialog: ({ row, onClose }) => <GroupDialog dataset={row.dataset} held={row} onClose={onClose} />,
    },
    {
      label: words.remove,
      nameOf: ({ name }) => words.removeOf(name),
      isDanger: true,
      Dialog: ({ row, onClose }) => <RemoveDialog held={row} onClose={onClose} />,
    },
  ],
  Beside: NewGroup,
});

function NewGroup({ query: { dataset } }: PartProps<{ readonly dataset?: string | undefined }>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        disabled={dataset === undefined}
        {...(dataset === undefined && { title: words.chooseDataset })}
        onClick={() => setIsOpen(true)}
      >
        {words.add}
      </Button>
      {isOpen && dataset !== undefined && (
        <GroupDialog dataset={dataset} held={undefined} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

function RemoveDialog({ held, onClose }: { readonly held: GroupItem; readonly onClose: () => void }) {
  const remove = useRoomAction({
    act: () =>
      request(adminEndpoints.groups.remove, {
        params: { uniqueId: held.dataset },
        body: { name: held.name },
      }),
    say: sentencesOf,
    onDone: onClose,
  });
  return (
    <RoomDialog
      title={words.removeTitle}
      confirm={words.remove}
      isDanger
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <Text>{words.removeDetail(held.name, held.members)}</Text>
    </RoomDialog>
  );
}
