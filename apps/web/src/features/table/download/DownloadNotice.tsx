import { Alert, Button, Group, Progress, Text } from '@mantine/core';
import { CircleAlert, X } from 'lucide-react';
import { formatBytes } from '../../../lib/formatBytes.ts';
import { exportWords, words } from '../words.ts';
import classes from './DownloadNotice.module.css';
import type { Downloading } from './useDownload.ts';

/** How the download stands, as long as there is something to say. */
export function DownloadNotice({ state, start, cancel, dismiss }: Downloading) {
  if (state.kind === 'idle') return null;
  if (state.kind === 'failed') {
    return (
      <Alert
        role="alert"
        color="red"
        radius={0}
        icon={<CircleAlert size={18} />}
        title={`${exportWords.failed}: ${state.message}`}
        withCloseButton
        closeButtonLabel={words.dismiss}
        onClose={dismiss}
      >
        <Group gap="sm">
          <Text size="sm">{exportWords.failedHint}</Text>
          <Button size="compact-sm" variant="default" onClick={() => void start()}>
            {words.tryAgain}
          </Button>
        </Group>
      </Alert>
    );
  }
  return (
    <div className={classes.running}>
      <Progress value={100} animated size="xs" radius={0} aria-label={exportWords.preparing} />
      <Group gap="sm" px="md" py={6} justify="space-between">
        <Text size="sm" className="tabular">
          {state.bytes === 0 ? exportWords.preparing : exportWords.received(formatBytes(state.bytes))}
        </Text>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<X size={14} aria-hidden />}
          onClick={cancel}
        >
          {exportWords.cancel}
        </Button>
      </Group>
    </div>
  );
}
