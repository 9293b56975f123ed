import { formatQuantity } from '@atrium/contract/calendar/numerals';
import { Button, Group, Notification, Progress, Text } from '@mantine/core';
import { formatBytes } from '../../../lib/formatBytes.ts';
import { Check, CircleAlert } from '../../../ui/icons.ts';
import { exportWords, words } from '../tableWords.ts';
import type { Downloading, DownloadState } from './useDownload.ts';

/** The progress of a download, that its file is saved, or why it failed. */
export function DownloadNotice({ state, start, cancel, dismiss }: Downloading) {
  if (state.kind === 'idle') return null;
  if (state.kind === 'failed') {
    return (
      <Notification
        role="alert"
        color="red"
        icon={<CircleAlert size={18} aria-hidden />}
        title={exportWords.failed(exportWords.kinds[state.what].title)}
        closeButtonProps={{ 'aria-label': words.dismiss }}
        onClose={dismiss}
      >
        {state.message} {exportWords.failedHint}
        <Button size="compact-sm" variant="default" mt="xs" onClick={() => void start(state.what)}>
          {words.tryAgain}
        </Button>
      </Notification>
    );
  }
  const { title } = exportWords.kinds[state.what];
  if (state.kind === 'saved') {
    return (
      <Notification
        role="status"
        color="teal"
        icon={<Check size={18} aria-hidden />}
        closeButtonProps={{ 'aria-label': words.dismiss }}
        onClose={dismiss}
      >
        {exportWords.done(state.filename, formatBytes(state.bytes))}
      </Notification>
    );
  }
  return (
    <Notification withCloseButton={false} title={exportWords.preparing(title)}>
      <Text size="sm" className="tabular" data-testid="download-progress">
        {progressText(state)}
      </Text>
      <Progress
        value={state.size === undefined ? 100 : (100 * state.bytes) / state.size}
        animated={state.size === undefined}
        size="sm"
        my={6}
        aria-label={exportWords.preparing(title)}
      />
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{exportWords.keepGoing}</Text>
        <Button size="compact-sm" variant="default" miw="max-content" onClick={cancel}>
          {exportWords.cancel}
        </Button>
      </Group>
    </Notification>
  );
}

/** How much was received, and how many rows are expected if that is known. */
export function progressText({ bytes, size, rows }: Extract<DownloadState, { kind: 'running' }>): string {
  const whole = size === undefined ? undefined : formatBytes(size);
  const received = bytes === 0 ? exportWords.waiting : exportWords.received(formatBytes(bytes), whole);
  return rows === undefined
    ? received
    : `${received} · ${exportWords.expected(formatQuantity(rows, words.record))}`;
}
