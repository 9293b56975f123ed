import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { importLogStates } from '@atrium/contract/wire/adminData';
import { formatInstant } from '../../../lib/formatInstant.ts';
import { stateFilter } from '../list/filters.tsx';
import { defineRoom, numbered } from '../rooms/defineRoom.tsx';
import { RoomLink } from '../rooms/RoomLink.tsx';
import { words } from './dataWords.ts';
import { ImportPage } from './ImportPage.tsx';
import { ImportBadge } from './StateBadges.tsx';

const { kinds, states, back } = words.imports;

/** The log of imports, newest first: all of them, or one. */
export const ImportsRoom = defineRoom({
  calls: adminEndpoints.data.imports,
  words: {
    detail: 'Every import, however it began and however it ended.',
    table: 'Imports',
    noun: ['import', 'imports'],
    searchHint: 'File, dataset, person, problem',
    none: 'There was no import yet',
  },
  filters: { state: stateFilter(importLogStates, states) },
  columns: () => [
    {
      label: 'Source',
      sort: 'source',
      cell: ({ id, source }) => (
        <RoomLink room="imports" item={id}>
          {source}
        </RoomLink>
      ),
    },
    { label: 'What', cell: ({ kind }) => kinds[kind] },
    { label: 'State', sort: 'state', cell: ({ state }) => <ImportBadge state={state} /> },
    { label: 'Dataset', sort: 'dataset', cell: ({ dataset }) => dataset },
    { label: 'Subjects', sort: 'subjects', isNumber: true, cell: ({ subjects }) => subjects },
    { label: 'Problems', sort: 'problems', isNumber: true, cell: ({ problems }) => problems },
    { label: 'By', cell: ({ by }) => by },
    { label: 'Begun', sort: 'started', cell: ({ startedAt }) => formatInstant(startedAt) },
  ],
  page: numbered((importId) => (
    <ImportPage
      importId={importId}
      back={<RoomLink room="imports">{back}</RoomLink>}
      linkTo={(room, of, text) => (
        <RoomLink room={room} item={of}>
          {text}
        </RoomLink>
      )}
    />
  )),
});
