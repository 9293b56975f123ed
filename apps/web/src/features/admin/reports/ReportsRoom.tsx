import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { StaffReportItem } from '@atrium/contract/endpoints/adminReports';
import { Badge, Group, Select, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../api/client.ts';
import { formatDayOf } from '../../../lib/formatInstant.ts';
import { RoomDialog } from '../dialog/RoomDialog.tsx';
import { useRoomAction } from '../dialog/useRoomAction.ts';
import { datasetFilter } from '../list/filters.tsx';
import { TwoLines } from '../list/RoomTable.tsx';
import { defineRoom } from '../rooms/defineRoom.tsx';
import { words } from './reportsWords.ts';

const ownerOf = ({ owner }: StaffReportItem): string => owner || words.formerMember;

/** The reports of everybody, without what they hold, to be given away or deleted. */
export const ReportsRoom = defineRoom({
  calls: adminEndpoints.reports,
  words: {
    detail:
      'The reports of everyone by name, creator and dates. What a report holds is for its creator and those it is shared with.',
    noun: ['report', 'reports'],
    searchHint: 'Name or creator',
  },
  filters: { dataset: datasetFilter },
  columns: () => [
    {
      label: 'Report',
      sort: 'name',
      cell: ({ id, name }) => (
        <TwoLines below={<span className="tabular">{id}</span>}>
          <Text span size="sm" fw={600}>
            {name}
          </Text>
        </TwoLines>
      ),
    },
    {
      label: 'Creator',
      sort: 'owner',
      cell: (report) => (
        <Group gap="xs">
          {ownerOf(report)}
          {!report.ownerHasAccess && (
            <Badge size="sm" variant="light" color="yellow" tt="none">
              {words.noAccess}
            </Badge>
          )}
        </Group>
      ),
    },
    { label: 'Dataset', sort: 'dataset', cell: ({ datasetName }) => datasetName },
    { label: 'Created', sort: 'created', cell: ({ created }) => formatDayOf(created) },
    { label: 'Last saved', sort: 'saved', cell: ({ saved }) => formatDayOf(saved) },
  ],
  actions: [
    {
      label: words.give,
      nameOf: ({ name }) => words.giveOf(name),
      Dialog: ({ row, onClose }) => <GiveDialog report={row} onClose={onClose} />,
    },
    {
      label: words.delete,
      nameOf: ({ name }) => words.deleteOf(name),
      isDanger: true,
      Dialog: ({ row, onClose }) => <DeleteDialog report={row} onClose={onClose} />,
    },
  ],
});

interface ReportDialogProps {
  readonly report: StaffReportItem;
  readonly onClose: () => void;
}

function GiveDialog({ report, onClose }: ReportDialogProps) {
  const [username, setUsername] = useState<string | null>(null);
  const params = { report: report.id };
  const takers = useQuery({
    queryKey: ['admin', 'reports', report.id, 'takers'],
    queryFn: ({ signal }) => request(adminEndpoints.reports.takers, { params, signal }),
    staleTime: 0,
  });
  const give = useRoomAction({
    act: () => request(adminEndpoints.reports.give, { params, body: { username: username ?? '' } }),
    say: () => words.given(report.name, username ?? ''),
    onDone: onClose,
  });
  const choices = (takers.data?.takers ?? []).filter((one) => one.username !== report.ownerUsername);
  return (
    <RoomDialog
      title={words.giveTitle}
      confirm={words.give}
      isReady={username !== null}
      isBusy={give.isPending}
      error={give.error}
      loads={takers}
      onConfirm={() => give.mutate(undefined)}
      onClose={onClose}
    >
      <Text>{words.giveDetail(report.name)}</Text>
      {takers.isPending ? (
        <Skeleton h={58} />
      ) : (
        <Select
          label={words.to}
          placeholder={words.choose}
          searchable
          nothingFoundMessage={words.noTakers}
          data={choices.map((one) => ({ value: one.username, label: `${one.name} (${one.username})` }))}
          value={username}
          onChange={setUsername}
        />
      )}
    </RoomDialog>
  );
}

function DeleteDialog({ report, onClose }: ReportDialogProps) {
  const remove = useRoomAction({
    act: () => request(adminEndpoints.reports.delete, { params: { report: report.id } }),
    say: () => words.deleted(report.name),
    onDone: onClose,
  });
  return (
    <RoomDialog
      title={words.deleteTitle}
      confirm={words.delete}
      isDanger
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <Text>{words.deleteDetail(report.name, ownerOf(report))}</Text>
    </RoomDialog>
  );
}
