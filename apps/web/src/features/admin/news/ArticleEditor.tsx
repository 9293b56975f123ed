import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { type EditableArticle, maxTitle } from '@atrium/contract/endpoints/adminNews';
import { newsAudiences } from '@atrium/contract/wire/news';
import { Button, Group, Paper, Radio, SimpleGrid, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { request } from '../../../api/client.ts';
import { useDraftForm } from '../../../api/useSentForm.ts';
import { DraftNotice } from '../../../ui/DraftNotice.tsx';
import { FailedAlert } from '../../../ui/FailedAlert.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { RoomDialog } from '../dialog/RoomDialog.tsx';
import { useRoomAction } from '../dialog/useRoomAction.ts';
import { ItemPage } from '../rooms/ItemPage.tsx';
import { articleQuery, tagsQuery } from './adminNewsQueries.ts';
import { words } from './adminNewsWords.ts';
import {
  type ArticleDraft,
  articleDraft,
  bodyOf,
  draftOf,
  emptyDraft,
  isLater,
  isOut,
} from './articleDraft.ts';
import { MarkdownField } from './MarkdownField.tsx';
import { NewsStateBadge } from './NewsStateBadge.tsx';
import { Preview } from './Preview.tsx';

interface Surroundings {
  /** The link back to all articles. */
  readonly back: ReactNode;
  /** A link to the article as visitors see it. */
  readonly readLink: (article: EditableArticle) => ReactNode;
  /** Opens the editor of an article that was just made, or the list where it is gone. */
  readonly onOpen: (article: number | null) => void;
}

/** The editor of one article, or of a new one. */
export function ArticleEditor({
  articleId,
  ...around
}: Surroundings & { readonly articleId: number | null }) {
  if (articleId === null) return <Editor key="new" held={null} {...around} />;
  return <StoredArticle articleId={articleId} {...around} />;
}

function StoredArticle({ articleId, ...around }: Surroundings & { readonly articleId: number }) {
  const found = useQuery(articleQuery(articleId));
  return (
    <ItemPage found={found} failed={words.failed} back={around.back} skeletonHeights={[56, 320]}>
      {(held) => <Editor key={articleId} held={held} {...around} />}
    </ItemPage>
  );
}

interface EditorProps extends Surroundings {
  readonly held: EditableArticle | null;
}

function Editor({ held, back, readLink, onOpen }: EditorProps) {
  const form = useDraftForm({
    schema: articleDraft,
    about: ['article', held?.id ?? 'new'],
    start: held === null ? emptyDraft : draftOf(held),
    base: held?.version ?? '',
  });
  const { values: draft, draft: kept } = form;
  const [isDeleting, setIsDeleting] = useState(false);
  const client = useQueryClient();
  const save = useRoomAction({
    act: ({ state, sent }: { state: 'published' | 'draft'; sent: ArticleDraft }) => {
      const body = bodyOf(sent, { state, held, version: Number(kept.base) });
      return held === null
        ? request(adminEndpoints.news.create, { body })
        : request(adminEndpoints.news.edit, { params: { articleId: held.id }, body });
    },
    say: ({ state }) => words.saved[state],
    onDone: (saved, { sent }) => {
      client.setQueryData(articleQuery(saved.id).queryKey, saved);
      kept.saved(sent);
      onOpen(saved.id);
    },
  });
  const isReady = draft.title.trim() !== '' && draft.source.trim() !== '';
  return (
    <Stack gap="lg">
      <PageHeader
        eyebrow={back}
        title={held?.title ?? words.newTitle}
        description={held !== null && <NewsStateBadge state={held.state} />}
        actions={
          held !== null && (
            <>
              {isOut(held.state) && readLink(held)}
              <Button variant="subtle" color="red" onClick={() => setIsDeleting(true)}>
                {words.delete}
              </Button>
            </>
          )
        }
      />
      <Fields input={form.getInputProps} />
      <Preview title={draft.title} source={draft.source} />
      <FailedAlert says={form.failure && describeError(form.failure)} />
      <DraftNotice draft={kept} />
      <SaveBar
        held={held}
        draft={draft}
        isChanged={kept.isChanged}
        isReady={isReady}
        isBusy={save.isPending}
        onSave={(state) =>
          form.run({ isPending: save.isPending, mutate: (sent, on) => save.mutate({ state, sent }, on) })
        }
      />
      {isDeleting && held !== null && (
        <DeleteDialog article={held} onClose={() => setIsDeleting(false)} onDeleted={() => onOpen(null)} />
      )}
    </Stack>
  );
}

interface FieldsProps {
  readonly input: UseFormReturnType<ArticleDraft>['getInputProps'];
}

function Fields({ input }: FieldsProps) {
  const tags = useQuery(tagsQuery).data?.results ?? [];
  return (
    <Stack gap="md">
      <TextInput label={words.fields.title} required maxLength={maxTitle} {...input('title')} />
      <MarkdownField value={input('source').value} onChange={input('source').onChange} />
      <Paper withBorder p="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <TagsInput
            label={words.fields.tags}
            description={words.fields.tagsDetail}
            data={tags.map(({ name }) => name)}
            maxTags={12}
            {...input('tags')}
          />
          <TextInput
            label={words.fields.author}
            description={words.fields.authorDetail}
            maxLength={80}
            autoComplete="off"
            {...input('author')}
          />
          <Radio.Group label={words.fields.audience} {...input('audience')}>
            <Stack gap="xs" mt="xs">
              {newsAudiences.map((one) => (
                <Radio key={one} value={one} label={words.audiences[one]} />
              ))}
            </Stack>
          </Radio.Group>
          <TextInput
            type="datetime-local"
            label={words.fields.publishAt}
            description={words.fields.publishAtDetail}
            {...input('publishAt')}
          />
        </SimpleGrid>
      </Paper>
    </Stack>
  );
}

interface SaveBarProps {
  readonly held: EditableArticle | null;
  readonly draft: ArticleDraft;
  readonly isChanged: boolean;
  readonly isReady: boolean;
  readonly isBusy: boolean;
  readonly onSave: (state: 'published' | 'draft') => void;
}

/** A draft is saved or published; what is out is saved, or taken back. */
function SaveBar({ held, draft, isChanged, isReady, isBusy, onSave }: SaveBarProps) {
  const isPublished = held !== null && isOut(held.state);
  const publish = isPublished ? words.save : isLater(draft, new Date()) ? words.schedule : words.publish;
  return (
    <Group gap="sm" justify="flex-end">
      <Button
        variant="default"
        disabled={!isReady || isBusy || (!isPublished && !isChanged)}
        onClick={() => onSave('draft')}
      >
        {isPublished ? words.toDraft : words.saveDraft}
      </Button>
      <Button
        loading={isBusy}
        disabled={!isReady || (isPublished && !isChanged)}
        onClick={() => onSave('published')}
      >
        {publish}
      </Button>
    </Group>
  );
}

interface DeleteDialogProps {
  readonly article: EditableArticle;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

function DeleteDialog({ article, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useRoomAction({
    act: () => request(adminEndpoints.news.delete, { params: { articleId: article.id } }),
    say: () => words.deleted(article.title),
    onDone: onDeleted,
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
      <Text>{words.deleteDetail(article.title)}</Text>
    </RoomDialog>
  );
}
