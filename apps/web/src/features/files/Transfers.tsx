import { Progress as Bar, Button, Group, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { formatBytes } from '../../lib/formatBytes.ts';
import { CircleAlert, CircleCheck, Pause, Play, X } from '../../ui/icons.ts';
import classes from './Files.module.css';
import { words } from './filesWords.ts';
import { formatDuration } from './formatDuration.ts';
import { mayWriteTo } from './transfer/folder.ts';
import type { KeptTransfer } from './transfer/keptTransfers.ts';
import { type Progress, secondsLeft } from './transfer/progress.ts';
import { type FolderTransfers, transferKey } from './transfer/runTransfer.ts';

export interface TransfersProps {
  readonly dataset: string;
  readonly accountId: number;
  readonly folders: FolderTransfers;
}

const atATime = 3;

/** Downloads that run in this tab, and those that a reload has interrupted. */
export function Transfers({ dataset, accountId, folders }: TransfersProps) {
  const { store, kept } = folders;
  const running = useSyncExternalStore(store.subscribe, store.read).filter((one) => one.dataset === dataset);
  const client = useQueryClient();
  const queryKey = [dataset, 'keptTransfers', accountId] as const;
  const interrupted = useQuery({
    queryKey,
    queryFn: () => kept.list(accountId, dataset),
    staleTime: 0,
  });
  const reread = () => client.invalidateQueries({ queryKey });
  const known = new Set(running.map(({ id }) => id));
  const waiting = (interrupted.data ?? []).filter((one) => !known.has(transferKey(one)));
  if (running.length === 0 && waiting.length === 0) return null;

  const goOn = async (id: string): Promise<void> => {
    const found = (await kept.list(accountId, dataset)).find((one) => transferKey(one) === id);
    if (found !== undefined && (await mayWriteTo(found.folder))) folders.run(found, atATime);
  };
  return (
    <section className={`${classes.card} ${classes.stack}`} aria-labelledby="downloads">
      <Title order={2} size="h3" id="downloads">
        {words.transfers}
      </Title>
      {running.map((one) => (
        <Running
          key={one.id}
          progress={one}
          onPause={() => folders.pause(one.id)}
          onResume={() => void goOn(one.id)}
          onRemove={() => {
            store.remove(one.id);
            void reread();
          }}
        />
      ))}
      {waiting.map((one) => (
        <Interrupted
          key={transferKey(one)}
          transfer={one}
          onResume={() => folders.run(one, atATime)}
          onForget={() => void kept.remove(one).then(reread)}
        />
      ))}
    </section>
  );
}

interface RunningProps {
  readonly progress: Progress;
  readonly onPause: () => void;
  readonly onResume: () => void;
  readonly onRemove: () => void;
}

function Running({ progress, onPause, onResume, onRemove }: RunningProps) {
  const { state, way, where, totalSize, bytes, files, filesDone } = progress;
  const isRunning = state === 'running' || state === 'starting';
  const percent = state === 'done' ? 100 : totalSize === 0 ? 0 : Math.min(100, (bytes / totalSize) * 100);
  const left = secondsLeft(progress);
  const title = way === 'browser' ? words.into(where) : words.withAspera;
  return (
    <div className={classes.stack} style={{ gap: 6 }}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status">
          <Text span fw={600} inherit>
            {words.state[state]}
          </Text>{' '}
          {title}
        </Text>
        <Group gap={4}>
          {way === 'browser' && isRunning && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Pause size={14} aria-hidden />}
              onClick={onPause}
            >
              {words.pause}
            </Button>
          )}
          {way === 'browser' && (state === 'paused' || state === 'failed') && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Play size={14} aria-hidden />}
              onClick={onResume}
            >
              {state === 'paused' ? words.resume : words.retry}
            </Button>
          )}
          {!isRunning && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              leftSection={<X size={14} aria-hidden />}
              onClick={onRemove}
            >
              {words.dismissTransfer}
            </Button>
          )}
        </Group>
      </Group>
      <Bar
        value={percent}
        color={state === 'failed' ? 'red' : 'tide'}
        aria-label={`${words.state[state]} ${title}`}
      />
      <Text size="xs" c="dimmed" className="tabular">
        {words.filesDone(filesDone, files)} · {formatBytes(bytes)} / {formatBytes(totalSize)}
        {isRunning && progress.rate !== null && ` · ${formatBytes(progress.rate)}/s`}
        {isRunning && left !== null && ` · ${words.left(formatDuration(left))}`}
      </Text>
      <Outcome progress={progress} />
    </div>
  );
}

/** Notes about a download: keep the tab open, which files were verified, and which failed. */
function Outcome({ progress }: { readonly progress: Progress }) {
  const { state, way, reason, failures, unverified } = progress;
  const [isOpen, setIsOpen] = useState(false);
  const shown = isOpen ? failures : failures.slice(0, 3);
  return (
    <>
      {way === 'browser' && state === 'running' && (
        <Text size="xs" c="dimmed">
          {words.keepOpen}
        </Text>
      )}
      {way === 'browser' && state === 'done' && (
        <Text size="sm">
          <CircleCheck size={14} aria-hidden style={{ verticalAlign: '-2px' }} />{' '}
          {unverified === 0 ? words.verified : words.unverified(unverified)}
        </Text>
      )}
      {reason !== null && (
        <Text size="sm" c="red" role="alert">
          {reason}
        </Text>
      )}
      {failures.length > 0 && (
        <div role="alert">
          <Text size="sm" c="red" fw={600}>
            <CircleAlert size={14} aria-hidden style={{ verticalAlign: '-2px' }} />{' '}
            {words.failures(failures.length)}
          </Text>
          <ul className={classes.missing}>
            {shown.map(({ name, reason: why }) => (
              <li key={name}>
                {name}: {why}
              </li>
            ))}
          </ul>
          {failures.length > shown.length && (
            <Button size="compact-xs" variant="subtle" onClick={() => setIsOpen(true)}>
              {words.showAll}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

interface InterruptedProps {
  readonly transfer: KeptTransfer;
  readonly onResume: () => void;
  readonly onForget: () => void;
}

function Interrupted({ transfer, onResume, onForget }: InterruptedProps) {
  const [isRefused, setIsRefused] = useState(false);
  const { done, files, folder, isSignedOut } = transfer;
  const resume = async (): Promise<void> => {
    if (await mayWriteTo(folder)) onResume();
    else setIsRefused(true);
  };
  return (
    <div className={classes.stack} style={{ gap: 6 }}>
      <Text size="sm">
        <Text span fw={600} inherit>
          {isSignedOut ? words.signedOut : words.interrupted}.
        </Text>{' '}
        {words.interruptedDetail(done.length, files, folder.name)}
      </Text>
      {isRefused && (
        <Text size="sm" c="red" role="alert">
          {words.noPermission}
        </Text>
      )}
      <Group gap="xs">
        <Button size="compact-md" leftSection={<Play size={14} aria-hidden />} onClick={() => void resume()}>
          {words.resume}
        </Button>
        <Button size="compact-md" variant="subtle" color="gray" onClick={onForget}>
          {words.forget}
        </Button>
      </Group>
    </div>
  );
}
