import { adminEndpoints, importModes } from '@atrium/contract';
import { Radio, Stack, TextInput } from '@mantine/core';
import { z } from 'zod';
import { request } from '../../../api/client.ts';
import { useDraft } from '../../../api/useDraft.ts';
import { RoomDialog } from '../dialog/RoomDialog.tsx';
import { useRoomAction } from '../dialog/useRoomAction.ts';
import { words } from './words.ts';

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
  const draft = useDraft({
    schema: beginDraft,
    about: ['import', source.kind, source.kind === 'folder' ? source.path : source.id],
    start: dryRun,
  });
  const { dataset, mode } = draft.value;
  const { begin } = words;
  const { name, ...named } = source;
  const start = useRoomAction({
    act: () =>
      request(adminEndpoints.data.imports.start, {
        body: { source: named, mode, ...(dataset.trim() === '' ? {} : { dataset: dataset.trim() }) },
      }),
    say: () => null,
    onDone: ({ id }) => {
      draft.clear();
      onBegun(id);
    },
  });
  return (
    <RoomDialog
      title={begin.title(name)}
      confirm={begin.start}
      isBusy={start.isPending}
      error={start.error}
      draft={draft}
      onConfirm={() => start.mutate(undefined)}
      onClose={onClose}
    >
      <TextInput
        label={begin.dataset}
        description={begin.datasetHint}
        value={dataset}
        onChange={({ currentTarget }) => draft.change({ dataset: currentTarget.value })}
      />
      <Radio.Group
        label={begin.mode}
        value={mode}
        onChange={(chosen) => draft.change({ mode: importModes.find((one) => one === chosen) ?? mode })}
      >
        <Stack gap="sm" mt="xs">
          {(['dry_run', 'build', 'import', 'report_check'] as const).map((one) => (
            <Radio key={one} value={one} label={begin.modes[one][0]} description={begin.modes[one][1]} />
          ))}
        </Stack>
      </Radio.Group>
    </RoomDialog>
  );
}
