import { Button, Group, Notification, Progress, Text } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { formatBytes } from '../../../lib/formatBytes.ts';
import { exportWords, words } from '../words.ts';
import type { Downloading } from './useDownload.ts';

/** How the download stands, as long as there is something to say. */
export function DownloadNotice({ state, start, cancel }: Downloading) {
  if (state.kind === 'idle') return null;
  if (state.kind === 'failed') {
    return (
      <Notification
        role="alert"
        color="red"
        icon={<CircleAlert size={18} aria-hidden />}
        title={exportWords.failed}
        closeButtonProps={{ 'aria-label': words.dismiss }}
        onClose={cancel}
      >
        {state.message} {exportWords.failedHint}
        <Button size="compact-sm" variant="default" mt="xs" onClick={() => void start()}>
          {words.tryAgain}
        </Button>
      </Notification>
    );
  }
  return (
    <Notification
      withCloseButton={false}
      title={state.bytes === 0 ? exportWords.preparing : exportWords.received(formatBytes(state.bytes))}
    >
      <Progress value={100} animated size="sm" my={6} aria-label={exportWords.preparing} />
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{exportWords.keepGoing}</Text>
        <Button size="compact-sm" variant="default" onClick={cancel}>
          {exportWords.cancel}
        </Button>
      </Group>
    </Notification>
  );
}
