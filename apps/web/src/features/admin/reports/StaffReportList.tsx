import { adminEndpoints, type StaffReportItem, staffReportSorts } from '@atrium/contract';
import { Badge, Button, Group, Select, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { download, request } from '../../../api/client.ts';
import { formatDayOf } from '../../../lib/formatInstant.ts';
import { RoomDialog } from '../dialog/RoomDialog.tsx';
import { useRoomAction } from '../dialog/useRoomAction.ts';
import { DatasetFilter } from '../list/DatasetFilter.tsx';
import { type AddressProps, changed, type ListAddress, requestOf, roomOptions } from '../list/listAddress.ts';
import { RoomList } from '../list/RoomList.tsx';
import { type RoomColumn, TwoLines } from '../list/RoomTable.tsx';
import { words } from './words.ts';

export interface StaffReportsAddress extends ListAddress {
  readonly dataset?: string | undefined;
}

const queryOf = ({ dataset, ...address }: StaffReportsAddress) => ({
  ...requestOf(address, staffReportSorts),
  dataset,
});

const staffReportsQuery = (address: StaffReportsAddress) =>
  roomOptions(['reports', 'list', address], (signal) =>
    request(adminEndpoints.reports.list, { query: queryOf(address), signal }),
  );

/** The reports of everybody, to be given away or deleted. */
export function StaffReportList({ address, onAddress }: AddressProps<StaffReportsAddress>) {
  const found = useQuery(staffReportsQuery(address));
  const [open, setOpen] = useState<{ kind: 'give' | 'delete'; report: StaffReportItem }>();
  const close = () => setOpen(undefined);
  return (
    <>
      <RoomList
        label={words.table}
        noun={['report', 'reports']}
        found={found}
        columns={columns}
        keyOf={({ id }) => id}
        address={address}
        usualSort="-saved"
        onAddress={onAddress}
        searchHint={words.searchHint}
        isFiltered={address.dataset !== undefined}
        filters={
          <DatasetFilter
            value={address.dataset}
            onChange={(dataset) => onAddress(changed(address, { dataset }), 'replace')}
          />
        }
        onSave={() =>
          download(adminEndpoints.reports.exportCsv, { query: queryOf(address), filename: 'reports.csv' })
        }
        actions={(report) => (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            <Button
              size="compact-sm"
              variant="default"
              aria-label={words.giveOf(report.name)}
              onClick={() => setOpen({ kind: 'give', report })}
            >
              {words.give}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={words.deleteOf(report.name)}
              onClick={() => setOpen({ kind: 'delete', report })}
            >
              {words.delete}
            </Button>
          </Group>
        )}
      />
      {open?.kind === 'give' && <GiveDialog report={open.report} onClose={close} />}
      {open?.kind === 'delete' && <DeleteDialog report={open.report} onClose={close} />}
    </>
  );
}

const ownerOf = ({ owner }: StaffReportItem): string => owner || words.formerMember;

const columns: readonly RoomColumn<StaffReportItem>[] = [
  {
    label: words.columns.name,
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
    label: words.columns.owner,
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
  { label: words.columns.dataset, sort: 'dataset', cell: ({ datasetName }) => datasetName },
  { label: words.columns.created, sort: 'created', cell: ({ created }) => formatDayOf(created) },
  { label: words.columns.saved, sort: 'saved', cell: ({ saved }) => formatDayOf(saved) },
];

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
