import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { newsStates } from '@atrium/contract/wire/news';
import { Badge, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { formatDayOf, formatInstant } from '../../../lib/formatInstant.ts';
import { PenLine, Tags } from '../../../ui/icons.ts';
import { stateFilter } from '../list/filters.tsx';
import { TwoLines } from '../list/RoomTable.tsx';
import { defineRoom, numbered } from '../rooms/defineRoom.tsx';
import { RoomLink } from '../rooms/RoomLink.tsx';
import { useOpenRoom } from '../rooms/useRoomAddress.ts';
import { ArticleEditor } from './ArticleEditor.tsx';
import { words } from './adminNewsWords.ts';
import { NewsStateBadge } from './NewsStateBadge.tsx';
import { TagsDialog } from './TagsDialog.tsx';

const newItem = 'new';
const editorOf = numbered((id) => <Article articleId={id} />);

/** The news editor: every article, of any state, or one. */
export const NewsRoom = defineRoom({
  calls: adminEndpoints.news,
  words: {
    detail: 'Articles of the portal: what everyone reads, what members read, drafts and what is scheduled.',
    table: 'Articles',
    noun: ['article', 'articles'],
    searchHint: 'Title, author or tag',
    none: 'No article yet',
    noneDetail: 'The first article can be a draft: nobody but staff sees it until it is published.',
  },
  filters: { state: stateFilter(newsStates, words.states) },
  columns: () => [
    {
      label: 'Title',
      sort: 'title',
      cell: ({ id, title, author }) => (
        <TwoLines below={author && words.by(author)}>
          <RoomLink room="news" item={id}>
            {title}
          </RoomLink>
        </TwoLines>
      ),
    },
    {
      label: 'State',
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
    { label: 'Tags', cell: ({ tags }) => tags.map(({ name }) => name).join(', ') },
    {
      label: 'Date',
      sort: 'created',
      cell: ({ created, state }) => (state === 'scheduled' ? formatInstant(created) : formatDayOf(created)),
    },
    {
      label: 'Last saved',
      sort: 'edited',
      cell: ({ editedAt, editedBy }) => (
        <TwoLines below={editedBy && words.by(editedBy)}>{formatDayOf(editedAt)}</TwoLines>
      ),
    },
  ],
  Buttons: () => (
    <>
      <TagsButton />
      <WriteButton />
    </>
  ),
  Begin: WriteButton,
  page: (item) => (item === newItem ? <Article articleId={null} /> : editorOf(item)),
});

function Article({ articleId }: { readonly articleId: number | null }) {
  const open = useOpenRoom();
  return (
    <ArticleEditor
      articleId={articleId}
      back={<RoomLink room="news">{words.back}</RoomLink>}
      readLink={({ id }) => (
        <Button component="a" variant="default" href={`/news/${id}`}>
          {words.read}
        </Button>
      )}
      onOpen={(article) => open('news', article ?? undefined)}
    />
  );
}

function WriteButton() {
  const open = useOpenRoom();
  return (
    <Button leftSection={<PenLine size={16} aria-hidden />} onClick={() => open('news', newItem)}>
      {words.write}
    </Button>
  );
}

function TagsButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<Tags size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
        {words.manageTags}
      </Button>
      {isOpen && <TagsDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
