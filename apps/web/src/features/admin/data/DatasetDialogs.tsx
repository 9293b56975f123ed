import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { DataDetail } from '@atrium/contract/wire/adminData';
import { NativeSelect, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { request } from '../../../api/client.ts';
import { useDraftForm } from '../../../api/useSentForm.ts';
import { RoomDialog, sentBy } from '../dialog/RoomDialog.tsx';
import { useRoomAction } from '../dialog/useRoomAction.ts';
import { words } from './dataWords.ts';
import { changedSettings, draftOfSettings, settingFields } from './settingsDraft.ts';

interface DatasetDialogProps {
  readonly detail: DataDetail;
  readonly onClose: () => void;
}

const textDrafts = z.record(z.string(), z.string());

/** Settings that a steward chooses; what is left as it is stays the package's. */
export function SettingsDialog({ detail, onClose }: DatasetDialogProps) {
  const start = draftOfSettings(detail.settings);
  const form = useDraftForm({
    schema: textDrafts,
    about: ['settings', detail.dataset],
    start,
    base: JSON.stringify(start),
  });
  const { settings, fault } = changedSettings(detail.settings, form.values);
  const { dataset } = words;
  const save = useRoomAction({
    act: () =>
      request(adminEndpoints.data.datasets.settings, {
        params: { dataset: detail.dataset },
        body: { settings },
      }),
    say: () => dataset.settingsSaved,
    onDone: () => {
      form.draft.clear();
      onClose();
    },
  });
  return (
    <RoomDialog
      title={dataset.editSettings}
      confirm={words.settings.save}
      size="lg"
      isReady={fault === null && Object.keys(settings).length > 0}
      {...sentBy(save, form)}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {words.settings.detail}
      </Text>
      {settingFields.map(({ key, kind, label, hint, choices }) => {
        const shared = {
          label,
          description: hint,
          ...form.getInputProps(key),
          ...(fault?.key === key && { error: fault.text }),
        };
        if (kind === 'choice')
          return (
            <NativeSelect
              key={key}
              {...shared}
              data={choices.map(([value, text]) => ({ value, label: text }))}
            />
          );
        if (kind === 'number')
          return (
            <NumberInput
              key={key}
              {...shared}
              min={0}
              allowDecimal={false}
              onChange={(value) => form.setFieldValue(key, String(value))}
            />
          );
        if (kind === 'lines') return <Textarea key={key} {...shared} autosize minRows={2} />;
        return <TextInput key={key} {...shared} />;
      })}
    </RoomDialog>
  );
}

const agreementDraft = z.object({ version: z.string(), text: z.string() });

/** A new version of the data-use agreement, or its end. */
export function AgreementDialog({ detail, onClose }: DatasetDialogProps) {
  const { dataset } = words;
  const form = useDraftForm({
    schema: agreementDraft,
    about: ['agreement', detail.dataset],
    start: { version: '', text: detail.agreement?.text ?? '' },
    base: detail.agreement?.version ?? '',
  });
  const isEnd = form.values.text.trim() === '';
  const save = useRoomAction({
    act: (agreement: z.infer<typeof agreementDraft>) =>
      request(adminEndpoints.data.datasets.agreement, {
        params: { dataset: detail.dataset },
        body: { agreement: isEnd ? null : agreement },
      }),
    say: () => dataset.agreementSaved,
    onDone: () => {
      form.draft.clear();
      onClose();
    },
  });
  return (
    <RoomDialog
      title={dataset.editAgreement}
      confirm={words.settings.save}
      size="lg"
      isReady={isEnd ? detail.agreement !== null : form.values.version.trim() !== ''}
      {...sentBy(save, form)}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {dataset.agreementDetail}
      </Text>
      <TextInput
        label={dataset.agreementVersion}
        description={detail.agreement === null ? undefined : dataset.version(detail.agreement.version)}
        {...form.getInputProps('version')}
      />
      <Textarea
        label={dataset.agreementText}
        autosize
        minRows={6}
        maxRows={16}
        {...form.getInputProps('text')}
      />
    </RoomDialog>
  );
}

/** Deletes a dataset; its id is typed first. */
export function RemoveDatasetDialog({
  detail,
  onClose,
  onRemoved,
}: DatasetDialogProps & { readonly onRemoved: () => void }) {
  const { dataset } = words;
  const [typed, setTyped] = useState('');
  const remove = useRoomAction({
    act: () =>
      request(adminEndpoints.data.datasets.remove, {
        params: { dataset: detail.dataset },
        body: { name: typed },
      }),
    say: () => dataset.removed(detail.name),
    onDone: onRemoved,
  });
  return (
    <RoomDialog
      title={dataset.removeTitle(detail.name)}
      confirm={dataset.remove}
      isDanger
      isReady={typed === detail.dataset}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>{dataset.removeDetail}</Text>
        <TextInput
          label={dataset.removeType(detail.dataset)}
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </Stack>
    </RoomDialog>
  );
}
