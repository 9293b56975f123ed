import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { importModes } from '@atrium/contract/wire/adminData';
import { Radio, Stack, TextInput } from '@mantine/core';
import { z } from 'zod';
import { request } from '../../../api/client.ts';
import { useDraftForm } from '../../../api/useSentForm.ts';
import { RoomDialog, sentBy } from '../dialog/RoomDialog.tsx';
import { useRoomAction } from '../dialog/useRoomAction.ts';
import { words } from './dataWords.ts';

/** What is imported, with its name for people. */
export type ImportSource =
  | { readonly kind: 'upload' | 'draft'; readonly id: string; readonly name: string }
  | { readonly kind: 'folder'; readonly path: string; readonly name: string };

const beginDraft = z.object({ dataset: z.string(), mode: z.enum(importModes) });
const dryRun: z.infer<typeof beginDraft> = { dataset: '', mode: 'dry_run' };

interface BeginDialogProps {
  readonly source: ImportSource;
  readonly onClose: () => void;
  readonly onBegun: (importId: number) => void;
}

/** Begins an import, or a dry run of it. */
export function BeginDialog({ source, onClose, onBegun }: BeginDialogProps) {
  const form = useDraftForm({
    schema: beginDraft,
    about: ['import', source.kind, source.kind === 'folder' ? source.path : source.id],
    start: dryRun,
  });
  const { begin } = words;
  const { name, ...named } = source;
  const start = useRoomAction({
    act: ({ dataset, mode }: z.infer<typeof beginDraft>) =>
      request(adminEndpoints.data.imports.start, {
        body: { source: named, mode, ...(dataset.trim() === '' ? {} : { dataset: dataset.trim() }) },
      }),
    say: () => null,
    onDone: ({ id }) => {
      form.draft.clear();
      onBegun(id);
    },
  });
  return (
    <RoomDialog title={begin.title(name)} confirm={begin.start} {...sentBy(start, form)} onClose={onClose}>
      <TextInput label={begin.dataset} description={begin.datasetHint} {...form.getInputProps('dataset')} />
      <Radio.Group label={begin.mode} {...form.getInputProps('mode')}>
        <Stack gap="sm" mt="xs">
          {(['dry_run', 'build', 'import', 'report_check'] as const).map((one) => (
            <Radio key={one} value={one} label={begin.modes[one][0]} description={begin.modes[one][1]} />
          ))}
        </Stack>
      </Radio.Group>
    </RoomDialog>
  );
}
