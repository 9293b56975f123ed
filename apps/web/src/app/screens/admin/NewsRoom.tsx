import { newsStates } from '@atrium/contract';
import { Button, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { PenLine, Tags } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { listAddress } from '../../../features/admin/list/listAddress.ts';
import { ArticleEditor } from '../../../features/admin/news/ArticleEditor.tsx';
import { NewsList } from '../../../features/admin/news/NewsList.tsx';
import { TagsDialog } from '../../../features/admin/news/TagsDialog.tsx';
import { words } from '../../../features/admin/news/words.ts';
import type { RoomProps } from '../../../features/admin/rooms/RoomFrame.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { site } from '../../site.ts';
import { RoomLink } from './RoomLink.tsx';
import { useRoomAddress } from './useRoomAddress.ts';

const newItem = 'new';

/** The news editor: all articles, or one. */
export function NewsRoom({ item }: RoomProps) {
  const open = useOpenArticle();
  const articleId = item === newItem ? null : Number(item);
  if (item !== undefined && (articleId === null || Number.isInteger(articleId)))
    return (
      <ArticleEditor
        key={item}
        articleId={articleId}
        back={<RoomLink room="news">{words.back}</RoomLink>}
        readLink={({ id }) => (
          <Button component="a" variant="default" href={`/news/${id}`}>
            {words.read}
          </Button>
        )}
        onOpen={(article) => open(article === null ? undefined : String(article))}
      />
    );
  return <AllArticles />;
}

function useOpenArticle(): (item: string | undefined) => void {
  const navigate = useNavigate();
  return (item) =>
    void navigate({
      to: '/$app/admin/$room/{-$item}',
      params: { app: site.appSegment, room: 'news', item },
    });
}

const schema = z.object({ ...listAddress, state: z.enum(newsStates).optional().catch(undefined) });

function AllArticles() {
  const [address, onAddress] = useRoomAddress(schema);
  const [hasTags, setHasTags] = useState(false);
  const open = useOpenArticle();
  const begin = (
    <Button leftSection={<PenLine size={16} aria-hidden />} onClick={() => open(newItem)}>
      {words.write}
    </Button>
  );
  return (
    <Stack gap="lg">
      <PageHeader
        title={words.title}
        description={words.detail}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<Tags size={16} aria-hidden />}
              onClick={() => setHasTags(true)}
            >
              {words.manageTags}
            </Button>
            {begin}
          </>
        }
      />
      <NewsList
        address={address}
        onAddress={onAddress}
        begin={begin}
        linkTo={(article, text) => (
          <RoomLink room="news" item={article}>
            {text}
          </RoomLink>
        )}
      />
      {hasTags && <TagsDialog onClose={() => setHasTags(false)} />}
    </Stack>
  );
}
