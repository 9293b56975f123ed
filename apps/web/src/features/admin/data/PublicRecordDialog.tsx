import { dataUseTerms } from '@atrium/contract/documents/publicRecord';
import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { DataDetail } from '@atrium/contract/wire/adminData';
import {
  Button,
  Fieldset,
  Group,
  MultiSelect,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { request } from '../../../api/client.ts';
import { useDraftForm } from '../../../api/useSentForm.ts';
import { RoomDialog, sentBy } from '../dialog/RoomDialog.tsx';
import { useRoomAction } from '../dialog/useRoomAction.ts';
import { draftOfRecord, judgedDraft, newCreator, recordDraft, recordOfDraft } from './recordDraft.ts';
import { recordWords as words } from './recordWords.ts';
import { proposedRecordOf, recordOf } from './shownRecord.ts';

interface RecordDialogProps {
  readonly detail: DataDetail;
  readonly onClose: () => void;
}

const terms = Object.entries(dataUseTerms).map(([value, name]) => ({ value, label: `${name} (${value})` }));
const lists = ['keywords', 'themes', 'variables', 'dois'] as const;

/** What the public may know of a dataset, field by field; saving opens it. */
export function PublicRecordDialog({ detail, onClose }: RecordDialogProps) {
  const start = draftOfRecord(recordOf(detail) ?? proposedRecordOf(detail));
  const form = useDraftForm({
    schema: recordDraft,
    about: ['public record', detail.dataset],
    start,
    base: JSON.stringify(start),
    judge: judgedDraft,
  });
  const save = useRoomAction({
    act: (draft: typeof start) =>
      request(adminEndpoints.data.datasets.settings, {
        params: { dataset: detail.dataset },
        body: { settings: { publicRecord: recordOfDraft(draft) } },
      }),
    say: () => words.saved,
    onDone: () => {
      form.draft.clear();
      onClose();
    },
  });
  return (
    <RoomDialog title={words.title} confirm={words.save} size="xl" {...sentBy(save, form)} onClose={onClose}>
      <Text size="sm" c="dimmed">
        {words.detail}
      </Text>
      <Creators form={form} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput required label={words.fields.publisherName} {...form.getInputProps('publisherName')} />
        <TextInput
          label={words.fields.publisherId}
          description={words.hints.publisherId}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('publisherId')}
        />
      </SimpleGrid>
      <Textarea
        required
        label={words.fields.conditions}
        description={words.hints.conditions}
        autosize
        minRows={2}
        maxRows={10}
        {...form.getInputProps('conditions')}
      />
      <MultiSelect
        label={words.fields.dataUse}
        data={terms}
        searchable
        clearable
        {...form.getInputProps('dataUse')}
      />
      <TextInput
        label={words.fields.license}
        description={words.hints.license}
        {...form.getInputProps('license')}
      />
      {lists.map((key) => (
        <Textarea
          key={key}
          label={words.fields[key]}
          description={words.hints[key]}
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps(key)}
        />
      ))}
    </RoomDialog>
  );
}

type RecordForm = ReturnType<typeof useDraftForm<ReturnType<typeof draftOfRecord>>>;

function Creators({ form }: { readonly form: RecordForm }) {
  const { creators } = form.values;
  return (
    <Fieldset legend={words.creators}>
      <Stack gap="md">
        {creators.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in the list is all that a creator has of its own
          <SimpleGrid key={index} cols={{ base: 1, sm: 3 }} verticalSpacing="xs">
            <TextInput
              required
              label={words.creator(index + 1)}
              {...form.getInputProps(`creators.${index}.name`)}
            />
            <NativeSelect
              label={words.creatorKind(index + 1)}
              data={Object.entries(words.kinds).map(([value, label]) => ({ value, label }))}
              {...form.getInputProps(`creators.${index}.kind`)}
            />
            <TextInput
              label={words.creatorId(index + 1)}
              description={words.hints.creatorId}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...form.getInputProps(`creators.${index}.id`)}
            />
            {creators.length > 1 && (
              <Button
                variant="subtle"
                color="red"
                size="compact-sm"
                style={{ justifySelf: 'start' }}
                aria-label={words.removeCreator(index + 1)}
                onClick={() => form.removeListItem('creators', index)}
              >
                {words.remove}
              </Button>
            )}
          </SimpleGrid>
        ))}
        <Group>
          <Button variant="default" onClick={() => form.insertListItem('creators', newCreator)}>
            {words.addCreator}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}

/** Takes all public pages of a dataset away. */
export function CloseRecordDialog({ detail: { dataset }, onClose }: RecordDialogProps) {
  const close = useRoomAction({
    act: () =>
      request(adminEndpoints.data.datasets.settings, {
        params: { dataset },
        body: { settings: { publicRecord: null } },
      }),
    say: () => words.closed,
    onDone: onClose,
  });
  return (
    <RoomDialog
      title={words.closeTitle}
      confirm={words.close}
      isDanger
      isBusy={close.isPending}
      error={close.error}
      onConfirm={() => close.mutate(undefined)}
      onClose={onClose}
    >
      <Text>{words.closeDetail}</Text>
    </RoomDialog>
  );
}
