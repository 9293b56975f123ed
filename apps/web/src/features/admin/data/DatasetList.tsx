import type { DataItem } from '@atrium/contract';
import { Badge, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatInstant } from '../../../lib/formatInstant.ts';
import { formatCount } from '../../../lib/formatNumber.ts';
import type { AddressProps, ListAddress } from '../list/listAddress.ts';
import { RoomList } from '../list/RoomList.tsx';
import { type RoomColumn, TwoLines } from '../list/RoomTable.tsx';
import { dataListQuery, saveDatasets } from './queries.ts';
import { words } from './words.ts';

interface DatasetListProps extends AddressProps<ListAddress> {
  readonly linkTo: (dataset: string, text: ReactNode) => ReactNode;
}

/** Every dataset: what is live, and what waits. */
export function DatasetList({ address, onAddress, linkTo }: DatasetListProps) {
  const { datasets } = words;
  return (
    <RoomList
      label={datasets.table}
      noun={['dataset', 'datasets']}
      found={useQuery(dataListQuery(address))}
      columns={columnsWith(linkTo)}
      keyOf={({ dataset }) => dataset}
      address={address}
      usualSort="name"
      onAddress={onAddress}
      searchHint={datasets.searchHint}
      onSave={() => saveDatasets(address)}
      empty={{ title: datasets.empty, detail: datasets.emptyDetail }}
    />
  );
}

const columnsWith = (linkTo: DatasetListProps['linkTo']): readonly RoomColumn<DataItem>[] => {
  const { columns, notLive, waiting } = words.datasets;
  return [
    {
      label: columns.name,
      sort: 'name',
      cell: ({ dataset, name }) => <TwoLines below={dataset}>{linkTo(dataset, name)}</TwoLines>,
    },
    {
      label: columns.release,
      cell: (one) => (
        <Group gap="xs">
          {one.release === null
            ? notLive
            : [one.number, one.version].filter((part) => part !== null).join(' · ')}
          {one.waiting > 0 && (
            <Badge variant="light" tt="none" color="yellow">
              {waiting(one.waiting)}
            </Badge>
          )}
        </Group>
      ),
    },
    {
      label: columns.subjects,
      sort: 'subjects',
      isNumber: true,
      cell: ({ subjects }) => (subjects === null ? '–' : formatCount(subjects)),
    },
    {
      label: columns.imported,
      sort: 'imported',
      cell: ({ importedAt }) => (importedAt === null ? '–' : formatInstant(importedAt)),
    },
    { label: columns.members, sort: 'members', isNumber: true, cell: ({ members }) => formatCount(members) },
    { label: columns.reports, isNumber: true, cell: ({ reports }) => formatCount(reports) },
  ];
};
