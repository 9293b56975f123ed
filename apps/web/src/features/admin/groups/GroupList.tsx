import { adminEndpoints, type GroupItem, type GroupOpening, groupSorts } from '@atrium/contract';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { download, request } from '../../../api/client.ts';
import { formatDayOf } from '../../../lib/formatInstant.ts';
import { formatCount } from '../../../lib/formatNumber.ts';
import { RoomDialog } from '../dialog/RoomDialog.tsx';
import { sentencesOf, useRoomAction } from '../dialog/useRoomAction.ts';
import { DatasetFilter } from '../list/DatasetFilter.tsx';
import { type AddressProps, changed, type ListAddress, requestOf, roomOptions } from '../list/listAddress.ts';
import { RoomList } from '../list/RoomList.tsx';
import type { RoomColumn } from '../list/RoomTable.tsx';
import { GroupDialog } from './GroupDialog.tsx';
import { words } from './words.ts';

export interface GroupsAddress extends ListAddress {
  readonly dataset?: string | undefined;
}

const queryOf = ({ dataset, ...address }: GroupsAddress) => ({ ...requestOf(address, groupSorts), dataset });

const groupsQuery = (address: GroupsAddress) =>
  roomOptions(['groups', 'list', address], (signal) =>
    request(adminEndpoints.groups.list, { query: queryOf(address), signal }),
  );

type Open =
  | { readonly kind: 'set'; readonly dataset: string; readonly held?: GroupItem }
  | { readonly kind: 'remove'; readonly held: GroupItem };

/** The permission groups of all datasets; a new one is made where the list shows one dataset. */
export function GroupList({ address, onAddress }: AddressProps<GroupsAddress>) {
  const found = useQuery(groupsQuery(address));
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const { dataset } = address;
  return (
    <>
      <RoomList
        label={words.table}
        noun={['group', 'groups']}
        found={found}
        columns={columns}
        keyOf={({ id }) => id}
        address={address}
        usualSort="name"
        onAddress={onAddress}
        searchHint={words.searchHint}
        empty={{ title: words.none, detail: words.noneDetail }}
        filters={
          <>
            <DatasetFilter
              value={dataset}
              onChange={(next) => onAddress(changed(address, { dataset: next }), 'replace')}
            />
            <Button
              disabled={dataset === undefined}
              {...(dataset === undefined && { title: words.chooseDataset })}
              onClick={() => dataset !== undefined && setOpen({ kind: 'set', dataset })}
            >
              {words.add}
            </Button>
          </>
        }
        onSave={() =>
          download(adminEndpoints.groups.exportCsv, { query: queryOf(address), filename: 'groups.csv' })
        }
        actions={(held) => (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            <Button
              size="compact-sm"
              variant="default"
              aria-label={words.editOf(held.name)}
              onClick={() => setOpen({ kind: 'set', dataset: held.dataset, held })}
            >
              {words.edit}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={words.removeOf(held.name)}
              onClick={() => setOpen({ kind: 'remove', held })}
            >
              {words.remove}
            </Button>
          </Group>
        )}
      />
      {open?.kind === 'set' && <GroupDialog dataset={open.dataset} held={open.held} onClose={close} />}
      {open?.kind === 'remove' && <RemoveDialog held={open.held} onClose={close} />}
    </>
  );
}

const dataOf = ({ categories, concepts }: GroupOpening): string =>
  categories === null && concepts === null
    ? words.everything
    : words.opened(categories?.length ?? 0, concepts?.length ?? 0);

const columns: readonly RoomColumn<GroupItem>[] = [
  {
    label: words.columns.name,
    sort: 'name',
    cell: ({ name }) => (
      <Text span size="sm" fw={600}>
        {name}
      </Text>
    ),
  },
  { label: words.columns.dataset, sort: 'dataset', cell: ({ datasetName }) => datasetName },
  {
    label: words.columns.members,
    sort: 'members',
    isNumber: true,
    cell: ({ members }) => formatCount(members),
  },
  {
    label: words.columns.subjects,
    cell: ({ opens }) => (opens.allSubjects ? words.allSubjects : words.subjectsBy(opens.subjectConcepts)),
  },
  { label: words.columns.data, cell: ({ opens }) => dataOf(opens) },
  { label: words.columns.created, sort: 'created', cell: ({ createdAt }) => formatDayOf(createdAt) },
];

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
