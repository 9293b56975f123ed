import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { CountedTag } from '@atrium/contract/endpoints/adminNews';
import { ActionIcon, Button, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { describeError } from '../../../api/apiError.ts';
import { request } from '../../../api/client.ts';
import { useDraftForm } from '../../../api/useSentForm.ts';
import { DraftNotice } from '../../../ui/DraftNotice.tsx';
import { FailedAlert } from '../../../ui/FailedAlert.tsx';
import { Trash2 } from '../../../ui/icons.ts';
import { useRoomAction } from '../dialog/useRoomAction.ts';
import { tagsQuery } from './adminNewsQueries.ts';
import { words } from './adminNewsWords.ts';

/** The tags of the news, to be renamed or deleted. */
export function TagsDialog({ onClose }: { readonly onClose: () => void }) {
  const found = useQuery(tagsQuery);
  return (
    <Modal opened onClose={onClose} title={words.tagsTitle} size="lg">
      <Stack gap="md">
        {found.data === undefined ? (
          found.error === null ? (
            <Skeleton h={120} />
          ) : (
            <FailedAlert says={describeError(found.error)} onRetry={() => void found.refetch()} />
          )
        ) : found.data.results.length === 0 ? (
          <Text c="dimmed">{words.noTags}</Text>
        ) : (
          found.data.results.map((tag) => <TagRow key={`${tag.id} ${tag.name}`} tag={tag} />)
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.close}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const tagDraft = z.object({ name: z.string() });

function TagRow({ tag }: { readonly tag: CountedTag }) {
  const form = useDraftForm({
    schema: tagDraft,
    about: ['tag', tag.id],
    start: { name: tag.name },
    base: tag.name,
  });
  const params = { tagId: tag.id };
  const rename = useRoomAction({
    act: (body: z.infer<typeof tagDraft>) => request(adminEndpoints.news.renameTag, { params, body }),
    say: (renamed) => words.tagRenamed(renamed.name),
    onDone: () => form.draft.clear(),
  });
  const remove = useRoomAction({
    act: () => request(adminEndpoints.news.deleteTag, { params }),
    say: () => words.tagDeleted(tag.name),
    onDone: () => form.draft.clear(),
  });
  const error = form.failure ?? remove.error;
  return (
    <Stack gap={4} component="form" onSubmit={form.send(rename)}>
      <Group gap="xs" wrap="nowrap" align="center">
        <TextInput
          flex={1}
          maxLength={40}
          aria-label={words.tagName(tag.name)}
          {...form.getInputProps('name')}
        />
        <Text size="sm" c="dimmed" className="tabular" w={90}>
          {words.tagArticles(tag.articles)}
        </Text>
        <Button
          type="submit"
          variant="default"
          size="compact-sm"
          aria-label={words.renameOf(tag.name)}
          loading={rename.isPending}
          disabled={form.values.name.trim() === '' || form.values.name === tag.name}
        >
          {words.rename}
        </Button>
        <ActionIcon
          variant="subtle"
          color="red"
          size="lg"
          aria-label={words.deleteTag(tag.name)}
          loading={remove.isPending}
          onClick={() => remove.mutate(undefined)}
        >
          <Trash2 size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <DraftNotice draft={form.draft} />
      {error !== null && (
        <Text size="sm" c="red" role="alert">
          {describeError(error)}
        </Text>
      )}
    </Stack>
  );
}
