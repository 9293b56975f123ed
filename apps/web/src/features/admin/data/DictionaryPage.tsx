import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { DictionaryRoom } from '@atrium/contract/wire/adminData';
import { Alert, Badge, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { request } from '../../../api/client.ts';
import { failureOf } from '../../../api/failureOf.ts';
import { useDraft } from '../../../api/useDraft.ts';
import { saveFile } from '../../../lib/saveFile.ts';
import { DraftNotice } from '../../../ui/DraftNotice.tsx';
import { FailedAlert } from '../../../ui/FailedAlert.tsx';
import { Download, Search } from '../../../ui/icons.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Pages } from '../../../ui/Pages.tsx';
import { StateMessage } from '../../../ui/StateMessage.tsx';
import { useRoomAction } from '../dialog/useRoomAction.ts';
import { ItemPage } from '../rooms/ItemPage.tsx';
import { CategoriesDialog } from './CategoriesDialog.tsx';
import { ConceptTable } from './ConceptTable.tsx';
import classes from './DictionaryPage.module.css';
import { dictionaryQuery, type OneRelease } from './dataQueries.ts';
import {
  changeDraft,
  changedIds,
  type DraftChange,
  draftOf,
  draftWith,
  isChanged,
  keptDictionary,
  keptOf,
  matches,
  nothingKept,
} from './dictionaryDraft.ts';
import { dictionaryWords as words } from './dictionaryWords.ts';
import { ReviewDialog } from './ReviewDialog.tsx';

interface DictionaryPageProps extends OneRelease {
  readonly back: ReactNode;
  /** A release with the edits was made. */
  readonly onSaved: (release: number) => void;
}

/** The dictionary of a release, edited in a table; nothing changes before the edits are reviewed and saved. */
export function DictionaryPage({ dataset, release, back, onSaved }: DictionaryPageProps) {
  const found = useQuery(dictionaryQuery({ dataset, release }));
  return (
    <ItemPage found={found} failed={words.failed} back={back} skeletonHeights={[56, 320]}>
      {(room) => <Editor key={release} room={room} back={back} onSaved={onSaved} />}
    </ItemPage>
  );
}

const pageSize = 40;

interface EditorProps extends Pick<DictionaryPageProps, 'back' | 'onSaved'> {
  readonly room: DictionaryRoom;
}

function Editor({ room, back, onSaved }: EditorProps) {
  const kept = useDraft({
    schema: keptDictionary,
    about: ['dictionary', room.dataset],
    start: nothingKept,
    base: room.release,
  });
  const draft = room.isEditable ? draftWith(room, kept.value) : draftOf(room);
  const change = (made: DraftChange) => kept.change(keptOf(room, changeDraft(draft, made)));
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<'review' | 'categories'>();
  const shown = draft.order.filter((id) => {
    const texts = draft.texts.get(id);
    return texts !== undefined && matches(search, id, texts, draft.categories);
  });
  const changed = changedIds(room, draft);
  return (
    <Stack gap="lg">
      <PageHeader
        eyebrow={back}
        title={words.titleOf(room.dataset)}
        description={
          <Group component="span" gap="xs">
            {words.release(room.number)}
            <Badge
              component="span"
              variant="light"
              tt="none"
              color={room.state === 'live' ? 'green' : 'yellow'}
            >
              {words.states[room.state]}
            </Badge>
          </Group>
        }
        actions={
          <>
            <Button variant="default" onClick={() => setOpen('categories')}>
              {words.categories}
            </Button>
            <SaveDescriptor dataset={room.dataset} release={room.release} />
          </>
        }
      />
      {room.isEditable ? <DraftNotice draft={kept} /> : <Alert color="yellow">{words.past}</Alert>}
      <Group align="end" gap="sm">
        <TextInput
          label={words.search}
          placeholder={words.searchHint}
          leftSection={<Search size={16} aria-hidden />}
          value={search}
          onChange={({ currentTarget }) => {
            setSearch(currentTarget.value);
            setPage(1);
          }}
        />
        <Text size="sm" c="dimmed" role="status">
          {words.found(shown.length)}
        </Text>
      </Group>
      {shown.length === 0 ? (
        <StateMessage kind="empty" title={words.noneFound} />
      ) : (
        <ConceptTable
          room={room}
          draft={draft}
          ids={shown.slice((page - 1) * pageSize, page * pageSize)}
          changed={new Set(changed)}
          onChange={change}
        />
      )}
      <Pages label={words.pages} count={shown.length} pageSize={pageSize} page={page} onPage={setPage} />
      {room.isEditable && isChanged(room, draft) && (
        <Paper withBorder shadow="sm" p="md" className={classes.bar}>
          <Group justify="space-between" gap="sm">
            <Text fw={600} role="status">
              {words.changes(changed.length)}
            </Text>
            <Group gap="sm">
              <Button variant="default" onClick={() => kept.clear()}>
                {words.discard}
              </Button>
              <Button onClick={() => setOpen('review')}>{words.review}</Button>
            </Group>
          </Group>
        </Paper>
      )}
      {open === 'categories' && (
        <CategoriesDialog
          dataset={room.dataset}
          categories={draft.categories}
          onClose={() => setOpen(undefined)}
          onChange={(categories) => {
            change({ kind: 'categories', categories });
            setOpen(undefined);
          }}
        />
      )}
      {open === 'review' && (
        <ReviewDialog
          room={room}
          draft={draft}
          note={kept.value.note}
          onNote={(note) => kept.change({ note })}
          onClose={() => setOpen(undefined)}
          onSaved={(release) => {
            kept.clear();
            onSaved(release);
          }}
        />
      )}
    </Stack>
  );
}

function SaveDescriptor(params: OneRelease) {
  const save = useRoomAction({
    act: () => request(adminEndpoints.data.dictionary.descriptor, { params }),
    say: () => words.descriptorSaved,
    onDone: ({ fileName, descriptor }) =>
      saveFile(
        new Blob([`${JSON.stringify(descriptor, null, 2)}\n`], { type: 'application/json' }),
        fileName,
      ),
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<Download size={15} aria-hidden />}
        loading={save.isPending}
        onClick={() => save.mutate(undefined)}
      >
        {words.saveDescriptor}
      </Button>
      <FailedAlert {...failureOf(save)} />
    </>
  );
}
