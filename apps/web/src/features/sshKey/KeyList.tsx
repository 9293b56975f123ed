import { maxSshKeys, type SshKey } from '@atrium/contract/wire/sshKey';
import { Button, Card, Code, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../../api/apiError.ts';
import { formatDayOf, formatInstant } from '../../lib/formatInstant.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { CopyText } from '../../ui/CopyText.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Section } from '../../ui/Section.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import { KeyForm } from './KeyForm.tsx';
import { sshKeysQuery, useDeleteKey, useReplaceKey } from './sshKeyQueries.ts';
import { typeWords, words } from './sshKeyWords.ts';

interface KeyListProps {
  readonly supportEmail: string;
}

/** The person's keys; each can be replaced and deleted. */
export function KeyList({ supportEmail }: KeyListProps) {
  const keys = useQuery(sshKeysQuery);
  return (
    <Section title={words.own} detail={words.ownDetail(maxSshKeys)}>
      {keys.data !== undefined ? (
        <Keys keys={keys.data} supportEmail={supportEmail} />
      ) : keys.isError ? (
        <StateMessage
          kind="error"
          title={words.listFailed}
          detail={describeError(keys.error)}
          onRetry={() => void keys.refetch()}
        />
      ) : (
        <Skeleton h={140} radius="lg" />
      )}
    </Section>
  );
}

type Open = { readonly kind: 'replace' | 'delete'; readonly sshKey: SshKey };

function Keys({ keys, supportEmail }: KeyListProps & { readonly keys: readonly SshKey[] }) {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  if (keys.length === 0) return <Text c="dimmed">{words.none}</Text>;
  return (
    <>
      <Stack gap="sm" component="ul" aria-label={words.list} p={0} m={0} style={{ listStyle: 'none' }}>
        {keys.map((sshKey) => (
          <li key={sshKey.id}>
            <KeyCard sshKey={sshKey} onOpen={(kind) => setOpen({ kind, sshKey })} />
          </li>
        ))}
      </Stack>
      {open?.kind === 'replace' && (
        <ReplaceDialog sshKey={open.sshKey} supportEmail={supportEmail} onClose={close} />
      )}
      {open?.kind === 'delete' && <DeleteDialog sshKey={open.sshKey} onClose={close} />}
    </>
  );
}

interface KeyCardProps {
  readonly sshKey: SshKey;
  readonly onOpen: (kind: Open['kind']) => void;
}

function KeyCard({ sshKey, onOpen }: KeyCardProps) {
  const { name, type, bits, fingerprint, addedAt, lastUsedAt } = sshKey;
  return (
    <Card padding="md">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Text fw={600} flex="1 1 12rem" miw={0} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Group gap="xs">
            <Button variant="default" aria-label={words.replaceName(name)} onClick={() => onOpen('replace')}>
              {words.replace}
            </Button>
            <Button variant="default" aria-label={words.deleteName(name)} onClick={() => onOpen('delete')}>
              {words.delete}
            </Button>
          </Group>
        </Group>
        <Group gap="xs" align="center" justify="space-between">
          <Code style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>{fingerprint}</Code>
          <CopyText
            text={fingerprint}
            label={words.copy}
            done={words.copied}
            name={words.copyFingerprint(name)}
          />
        </Group>
        <Facts
          facts={[
            [words.type, typeWords(type, bits)],
            [words.added, formatDayOf(addedAt)],
            [words.lastUsed, lastUsedAt === null ? words.noUseKnown : formatInstant(lastUsedAt)],
          ]}
        />
      </Stack>
    </Card>
  );
}

interface DialogProps {
  readonly sshKey: SshKey;
  readonly onClose: () => void;
}

function ReplaceDialog({ sshKey, supportEmail, onClose }: DialogProps & KeyListProps) {
  const replace = useReplaceKey(sshKey.id);
  const onSent = () => {
    notifications.show({ color: 'green', message: words.replaced });
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={words.replaceTitle(sshKey.name)} size="lg">
      <Stack gap="md">
        <Text>{words.replaceDetail}</Text>
        <KeyForm
          send={replace}
          label={words.replaceTitle(sshKey.name)}
          submit={words.replaceSubmit}
          supportEmail={supportEmail}
          onSent={onSent}
          cancel={
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
          }
        />
      </Stack>
    </Modal>
  );
}

function DeleteDialog({ sshKey, onClose }: DialogProps) {
  const remove = useDeleteKey();
  const onSuccess = () => {
    notifications.show({ message: words.deleted });
    onClose();
  };
  return (
    <ConfirmDialog
      title={words.deleteTitle(sshKey.name)}
      confirm={words.delete}
      cancel={words.keep}
      isBusy={remove.isPending}
      failure={remove.error && describeError(remove.error)}
      onConfirm={() => remove.mutate(sshKey.id, { onSuccess })}
      onClose={onClose}
    >
      {words.deleteDetail}
    </ConfirmDialog>
  );
}
