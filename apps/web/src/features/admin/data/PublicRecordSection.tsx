import type { DataDetail } from '@atrium/contract/wire/adminData';
import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../../../ui/Section.tsx';
import { CloseRecordDialog, PublicRecordDialog } from './PublicRecordDialog.tsx';
import { recordWords as words } from './recordWords.ts';
import { publicPageOf, recordOf } from './shownRecord.ts';

/** Whether the public finds the dataset, and what it finds. */
export function PublicRecordSection({ detail }: { readonly detail: DataDetail }) {
  const [open, setOpen] = useState<'edit' | 'close'>();
  const close = () => setOpen(undefined);
  const isOpen = recordOf(detail) !== undefined;
  const isListed = detail.settings['listed'] !== false;
  return (
    <Section
      title={words.title}
      actions={
        <Group gap="xs">
          <Button variant="default" onClick={() => setOpen('edit')}>
            {words.edit}
          </Button>
          {isOpen && (
            <Button variant="light" color="red" onClick={() => setOpen('close')}>
              {words.close}
            </Button>
          )}
        </Group>
      }
    >
      <Paper withBorder p="md">
        <Stack gap="xs">
          <Text>{isOpen ? words.open : words.none}</Text>
          {isOpen && !isListed && <Text>{words.unlisted}</Text>}
          {isOpen && isListed && (
            <Anchor href={publicPageOf(detail.dataset)} target="_blank" rel="noopener">
              {words.see}
            </Anchor>
          )}
        </Stack>
      </Paper>
      {open === 'edit' && <PublicRecordDialog detail={detail} onClose={close} />}
      {open === 'close' && <CloseRecordDialog detail={detail} onClose={close} />}
    </Section>
  );
}
