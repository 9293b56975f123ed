import { type ImportItem, importLogStates } from '@atrium/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatInstant } from '../../../lib/formatInstant.ts';
import { formatCount } from '../../../lib/formatNumber.ts';
import { type AddressProps, changed } from '../list/listAddress.ts';
import { RoomList } from '../list/RoomList.tsx';
import type { RoomColumn } from '../list/RoomTable.tsx';
import { StateFilter } from '../list/StateFilter.tsx';
import { type ImportsAddress, importsQuery, saveImports } from './queries.ts';
import { ImportBadge } from './StateBadges.tsx';
import { words } from './words.ts';

interface ImportListProps extends AddressProps<ImportsAddress> {
  readonly linkTo: (importId: number, text: ReactNode) => ReactNode;
}

/** Every import, newest first. */
export function ImportList({ address, onAddress, linkTo }: ImportListProps) {
  const found = useQuery(importsQuery(address));
  const { imports } = words;
  return (
    <RoomList
      label={imports.table}
      noun={['import', 'imports']}
      found={found}
      columns={columnsWith(linkTo)}
      keyOf={({ id }) => id}
      address={address}
      usualSort="-started"
      onAddress={onAddress}
      searchHint={imports.searchHint}
      isFiltered={address.state !== undefined}
      filters={
        <StateFilter
          label={imports.state}
          states={importLogStates}
          names={imports.states}
          every={imports.everyState}
          value={address.state}
          onChange={(state) => onAddress(changed(address, { state }), 'replace')}
        />
      }
      onSave={() => saveImports(address)}
      empty={{ title: imports.empty }}
    />
  );
}

const columnsWith = (linkTo: ImportListProps['linkTo']): readonly RoomColumn<ImportItem>[] => {
  const { columns, kinds } = words.imports;
  return [
    { label: columns.source, sort: 'source', cell: ({ id, source }) => linkTo(id, source) },
    { label: columns.kind, cell: ({ kind }) => kinds[kind] },
    { label: columns.state, sort: 'state', cell: ({ state }) => <ImportBadge state={state} /> },
    { label: columns.dataset, sort: 'dataset', cell: ({ dataset }) => dataset ?? '–' },
    {
      label: columns.subjects,
      sort: 'subjects',
      isNumber: true,
      cell: ({ subjects }) => (subjects === null ? '–' : formatCount(subjects)),
    },
    {
      label: columns.problems,
      sort: 'problems',
      isNumber: true,
      cell: ({ problems }) => formatCount(problems),
    },
    { label: columns.by, cell: ({ by }) => by ?? '–' },
    { label: columns.started, sort: 'started', cell: ({ startedAt }) => formatInstant(startedAt) },
  ];
};
