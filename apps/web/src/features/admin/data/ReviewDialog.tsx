import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { DictionaryRoom } from '@atrium/contract/wire/adminData';
import { Alert, Checkbox, Skeleton, Stack, Table, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../api/client.ts';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { RoomDialog } from '../dialog/RoomDialog.tsx';
import { useRoomAction } from '../dialog/useRoomAction.ts';
import { differencesOf } from './dictionaryDifferences.ts';
import { type DictionaryDraft, editsOf } from './dictionaryDraft.ts';
import { dictionaryWords as words } from './dictionaryWords.ts';
import { EndangeredReports } from './EndangeredReports.tsx';

interface ReviewDialogProps {
  readonly room: DictionaryRoom;
  readonly draft: DictionaryDraft;
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly onClose: () => void;
  readonly onSaved: (release: number) => void;
}

/** What the edits would open and break; each opening is confirmed by itself. */
export function ReviewDialog({ room, draft, note, onNote, onClose, onSaved }: ReviewDialogProps) {
  const { dataset, release } = room;
  const params = { dataset, release };
  const edits = editsOf(room, draft);
  const [confirmed, setConfirmed] = useState<readonly string[]>([]);
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
      error={save.error}
      loads={check}
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
      <Differences room={room} draft={draft} />
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
        onChange={({ currentTarget }) => onNote(currentTarget.value)}
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

/** What is there now, and what comes in its stead, change by change. */
function Differences({ room, draft }: Pick<ReviewDialogProps, 'room' | 'draft'>) {
  const differences = differencesOf(room, draft);
  const { about, what, before, after } = words;
  return (
    <ScrollRegion label={words.differences} style={{ maxHeight: '20rem', overflow: 'auto' }}>
      <Table aria-label={words.differences} style={{ overflowWrap: 'anywhere' }}>
        <Table.Thead>
          <Table.Tr>
            {[about, what, before, after].map((heading) => (
              <Table.Th key={heading}>{heading}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {differences.map((one) => (
            <Table.Tr key={`${one.about} ${one.what} ${one.after}`}>
              <Table.Th scope="row">{one.about}</Table.Th>
              <Table.Td>{one.what}</Table.Td>
              <Table.Td>
                <del>{one.before}</del>
              </Table.Td>
              <Table.Td>
                <ins>{one.after}</ins>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  );
}
