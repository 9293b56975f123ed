import { type NewsSummary, newsStates } from '@atrium/contract';
import { Badge, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDayOf, formatInstant } from '../../../lib/formatInstant.ts';
import { type AddressProps, changed } from '../list/listAddress.ts';
import { RoomList } from '../list/RoomList.tsx';
import { type RoomColumn, TwoLines } from '../list/RoomTable.tsx';
import { StateFilter } from '../list/StateFilter.tsx';
import { NewsStateBadge } from './NewsStateBadge.tsx';
import { type NewsAddress, newsQuery, saveNews } from './queries.ts';
import { words } from './words.ts';

interface NewsListProps extends AddressProps<NewsAddress> {
  /** A link to the editor of an article. */
  readonly linkTo: (article: number, text: string) => ReactNode;
  /** What begins a new article. */
  readonly begin: ReactNode;
}

/** Every article, of any state. */
export function NewsList({ address, onAddress, linkTo, begin }: NewsListProps) {
  return (
    <RoomList
      label={words.table}
      noun={['article', 'articles']}
      found={useQuery(newsQuery(address))}
      columns={columnsWith(linkTo)}
      keyOf={({ id }) => id}
      address={address}
      usualSort="-created"
      onAddress={onAddress}
      searchHint={words.searchHint}
      isFiltered={address.state !== undefined}
      filters={
        <StateFilter
          label={words.state}
          states={newsStates}
          names={words.states}
          every={words.everyState}
          value={address.state}
          onChange={(state) => onAddress(changed(address, { state }), 'replace')}
        />
      }
      onSave={() => saveNews(address)}
      empty={{ title: words.none, detail: words.noneDetail, action: begin }}
    />
  );
}

const columnsWith = (linkTo: NewsListProps['linkTo']): readonly RoomColumn<NewsSummary>[] => [
  {
    label: words.columns.title,
    sort: 'title',
    cell: ({ id, title, author }) => (
      <TwoLines below={author && words.by(author)}>{linkTo(id, title)}</TwoLines>
    ),
  },
  {
    label: words.columns.state,
    cell: ({ state, audience }) => (
      <Group gap={6}>
        <NewsStateBadge state={state} />
        {audience === 'members' && (
          <Badge size="sm" variant="outline" tt="none">
            {words.forMembers}
          </Badge>
        )}
      </Group>
    ),
  },
  { label: words.columns.tags, cell: ({ tags }) => tags.map(({ name }) => name).join(', ') },
  {
    label: words.columns.created,
    sort: 'created',
    cell: ({ created, state }) => (state === 'scheduled' ? formatInstant(created) : formatDayOf(created)),
  },
  {
    label: words.columns.edited,
    sort: 'edited',
    cell: ({ editedAt, editedBy }) => (
      <TwoLines below={editedBy && words.by(editedBy)}>{formatDayOf(editedAt)}</TwoLines>
    ),
  },
];
