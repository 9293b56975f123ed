import { adminEndpoints, type DictionaryRoom } from '@atrium/contract';
import { Alert, Checkbox, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../api/client.ts';
import { RoomDialog } from '../dialog/RoomDialog.tsx';
import { useRoomAction } from '../dialog/useRoomAction.ts';
import { type DictionaryDraft, editsOf } from './dictionaryDraft.ts';
import { dictionaryWords as words } from './dictionaryWords.ts';
import { EndangeredReports } from './EndangeredReports.tsx';

interface ReviewDialogProps {
  readonly room: DictionaryRoom;
  readonly draft: DictionaryDraft;
  readonly onClose: () => void;
  readonly onSaved: (release: number) => void;
}

/** What the edits would open and break; each opening is confirmed by itself. */
export function ReviewDialog({ room, draft, onClose, onSaved }: ReviewDialogProps) {
  const { dataset, release } = room;
  const params = { dataset, release };
  const edits = editsOf(room, draft);
  const [confirmed, setConfirmed] = useState<readonly string[]>([]);
  const [note, setNote] = useState('');
  const [hold, setHold] = useState(false);
  const check = useQuery({
    queryKey: ['admin', 'data', 'dictionary check', params, edits],
    queryFn: ({ signal }) =>
      request(adminEndpoints.data.dictionary.check, { params, body: { edits }, signal }),
    staleTime: 0,
    retry: false,
  });
  const save = useRoomAction({
    act: () =>
      request(adminEndpoints.data.dictionary.save, {
        params,
        body: { edits, confirm: [...confirmed], note, hold },
      }),
    say: (saved) => (saved.isLive ? words.savedLive(saved.number) : words.savedWaiting(saved.number)),
    onDone: (saved) => onSaved(saved.release),
  });
  const widening = check.data?.widening ?? [];
  const titleOf = (id: string): string => draft.texts.get(id)?.title ?? id;
  return (
    <RoomDialog
      title={words.reviewTitle}
      confirm={words.save}
      size="lg"
      isReady={check.isSuccess && widening.every(({ name }) => confirmed.includes(name))}
      isBusy={save.isPending}
      error={save.error ?? check.error}
      onConfirm={() => save.mutate(undefined)}
      onClose={onClose}
    >
      {check.isPending && (
        <Stack gap="xs" role="status">
          <Text size="sm" c="dimmed">
            {words.checking}
          </Text>
          <Skeleton h={40} />
        </Stack>
      )}
      {check.data !== undefined && <Text>{words.changed(check.data.changed.length)}</Text>}
      {widening.length > 0 && (
        <Alert color="yellow" title={words.opensTitle}>
          <Checkbox.Group value={[...confirmed]} onChange={setConfirmed}>
            <Stack gap="xs">
              {widening.map(({ name, conceptId, kind }) => (
                <Checkbox key={name} value={name} label={words.opens(titleOf(conceptId), kind)} />
              ))}
            </Stack>
          </Checkbox.Group>
        </Alert>
      )}
      {check.data !== undefined && (
        <EndangeredReports found={check.data.endangered} isPending={check.isPending} />
      )}
      <Textarea
        label={words.note}
        description={words.noteHint}
        autosize
        minRows={2}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {room.state === 'live' && (
        <Checkbox
          label={words.hold}
          checked={hold}
          onChange={({ currentTarget }) => setHold(currentTarget.checked)}
        />
      )}
    </RoomDialog>
  );
}
