import { formatQuantity } from '@atrium/contract/calendar/numerals';
import type { QueueItem, QueueSummary } from '@atrium/contract/wire/files';
import {
  ActionIcon,
  Button,
  Group,
  Loader,
  NativeSelect,
  Skeleton,
  Switch,
  Text,
  Title,
} from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { describeError } from '../../api/apiError.ts';
import { useNouns } from '../../api/collections.ts';
import { type Noun, quantityOf } from '../../api/nouns.ts';
import { formatCount } from '../../lib/formatNumber.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Trash2, X } from '../../ui/icons.ts';
import { StateMessage } from '../../ui/StateMessage.tsx';
import classes from './Files.module.css';
import { type OfCohort, type QueueChange, queueOptions } from './filesQueries.ts';
import { categoryNames, words } from './filesWords.ts';
import { formatDuration } from './formatDuration.ts';
import { formatSize } from './formatGigabytes.ts';
import type { Queueing } from './TypeTable.tsx';

export interface QueueProps extends Queueing {
  readonly of: OfCohort;
  /** The size of the cohort, with its label. */
  readonly count: ReactNode;
  /** What starts a download of the queue. */
  readonly start: (queue: QueueSummary) => ReactNode;
}

/** The download queue with its totals, sized against the active cohort. */
export function Queue({ of, count, start, ...queueing }: QueueProps) {
  const queue = useQuery(queueOptions(of));
  const { subject } = useNouns(of.dataset);
  return (
    <section className={`${classes.card} ${classes.stack}`} aria-labelledby="download-queue">
      <div className={classes.count}>{count}</div>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Title order={2} size="h3" id="download-queue">
          {words.queueTitle}
        </Title>
        {queue.data !== undefined && queue.data.items.length > 0 && <Clear {...queueing} />}
      </Group>
      {queue.data !== undefined ? (
        <Filled queue={queue.data} subject={subject} start={start} {...queueing} />
      ) : queue.isError && !queue.isFetching ? (
        <StateMessage
          kind="error"
          title={words.queueFailed}
          detail={describeError(queue.error)}
          onRetry={() => void queue.refetch()}
        />
      ) : (
        <Skeleton height={160} radius="md" role="status" aria-label={words.loading} />
      )}
    </section>
  );
}

interface FilledProps extends Queueing, Pick<QueueProps, 'start'> {
  readonly queue: QueueSummary;
  readonly subject: Noun;
}

function Filled({ queue, subject, start, ...queueing }: FilledProps) {
  if (queue.items.length === 0)
    return (
      <>
        <Text c="dimmed" size="sm">
          {words.queueEmpty}. {words.queueEmptyDetail}
        </Text>
        <Button disabled>{words.start}</Button>
      </>
    );
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard */}
      <ul className={classes.items} aria-label={words.queueList} tabIndex={0}>
        {queue.items.map((item) => (
          <Item key={keyOf(item)} item={item} {...queueing} />
        ))}
      </ul>
      {queue.parents !== null && queue.parents.subjects > 0 && (
        <Parents parents={queue.parents} subject={subject} {...queueing} />
      )}
      <Totals queue={queue} />
      <Missing queue={queue} subject={subject} />
      <Estimate bytes={queue.totals.totalSize} />
      {start(queue)}
    </>
  );
}

const keyOf = (item: QueueItem): string =>
  item.fileId ??
  JSON.stringify([item.fileCategory, item.fileTag, item.dataType, item.experimentType, item.fileFormat]);

const removalOf = (item: QueueItem): QueueChange =>
  item.fileId === null ? { kind: 'removeType', type: item } : { kind: 'removeFiles', fileIds: [item.fileId] };

function Item({ item, change, isChanging }: Queueing & { readonly item: QueueItem }) {
  const removal = removalOf(item);
  const what = item.kind === 'type' ? `${item.experimentType} ${item.fileType}` : item.fileType;
  const label = item.kind === 'type' ? words.removeType(what) : words.removeFile(what);
  return (
    <li>
      <span className={classes.item}>
        <Text span fw={600} size="sm">
          {what}
        </Text>
        <span className={classes.quiet} style={{ display: 'block' }}>
          {categoryNames[item.fileCategory]} · {formatCount(item.files)} {item.files === 1 ? 'file' : 'files'}
        </span>
      </span>
      <span className={classes.size}>{formatSize(item.totalSize)}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="md"
        aria-label={label}
        title={label}
        disabled={isChanging(removal)}
        onClick={() => change(removal)}
      >
        {isChanging(removal) ? <Loader size={14} /> : <X size={16} aria-hidden />}
      </ActionIcon>
    </li>
  );
}

interface ParentsProps extends Queueing {
  readonly parents: NonNullable<QueueSummary['parents']>;
  readonly subject: Noun;
}

/** Adds the files of mothers and fathers outside of the cohort, and says before what that adds. */
function Parents({ parents, subject, change, isChanging }: ParentsProps) {
  const { isOn, individuals, subjects, files, totalSize } = parents;
  const next = { kind: 'parents', alsoParents: !isOn } as const;
  return (
    <Switch
      size="sm"
      label={words.parents}
      description={words.parentsDetail({
        isOn,
        people: quantityOf(subjects, subject),
        covered: formatCount(individuals),
        files: formatQuantity(files, 'file'),
        size: formatSize(totalSize),
      })}
      checked={isOn}
      disabled={isChanging(next)}
      onChange={() => change(next)}
    />
  );
}

function Totals({ queue: { totals, subjects } }: { readonly queue: QueueSummary }) {
  return (
    <dl className={classes.totals} aria-label={words.total}>
      <dt>{words.totalFiles}</dt>
      <dd>{formatCount(totals.files)}</dd>
      <dt>{words.totalSize}</dt>
      <dd>{formatSize(totals.totalSize)}</dd>
      <dt>{words.covered}</dt>
      <dd>{totals.individuals === null ? words.none : words.coveredOf(totals.individuals, subjects)}</dd>
    </dl>
  );
}

/** Who of the cohort has no file of an experiment type, and whom the queue does not cover. */
function Missing({
  queue: { experimentTypes, uncovered, subjects },
  subject,
}: Pick<FilledProps, 'queue' | 'subject'>) {
  if (subjects === 0)
    return (
      <Text size="sm" c="dimmed">
        {words.noCount}
      </Text>
    );
  const lacking = experimentTypes.filter(({ missing }) => missing > 0);
  return (
    <ul className={classes.missing}>
      {lacking.map(({ experimentType, missing }) => (
        <li key={experimentType}>{words.missing(missing, subject, experimentType)}</li>
      ))}
      <li>{uncovered === 0 ? words.everyoneCovered : words.uncovered(uncovered, subject)}</li>
    </ul>
  );
}

/** Megabits a second. */
const speeds = ['10', '50', '100', '300', '1000', '10000'] as const;
const speedLabel = (speed: string): string =>
  Number(speed) >= 1000 ? `${Number(speed) / 1000} Gbit/s` : `${speed} Mbit/s`;

/** How long the download takes on a connection of the person's choice. */
function Estimate({ bytes }: { readonly bytes: number }) {
  const [speed, setSpeed] = useLocalStorage({ key: 'atrium.downloads.speed', defaultValue: '100' });
  const known = speeds.find((one) => one === speed) ?? '100';
  const seconds = (bytes * 8) / (Number(known) * 1e6);
  return (
    <Group gap="sm" align="end" justify="space-between" wrap="nowrap">
      <NativeSelect
        size="xs"
        flex={1}
        label={words.bandwidth}
        data={speeds.map((value) => ({ value, label: speedLabel(value) }))}
        value={known}
        onChange={({ currentTarget }) => setSpeed(currentTarget.value)}
      />
      <Text size="sm" ta="end" flex={1} pb={4} role="status">
        {words.estimateIs(formatDuration(seconds))}
      </Text>
    </Group>
  );
}

function Clear({ change, isChanging }: Queueing) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        loading={isChanging({ kind: 'clear' })}
        aria-label={words.clear}
        leftSection={<Trash2 size={14} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        {words.clearShort}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={words.clearTitle}
          confirm={words.clear}
          cancel={words.clearKeep}
          isBusy={false}
          onConfirm={() => {
            change({ kind: 'clear' });
            setIsAsking(false);
          }}
          onClose={() => setIsAsking(false)}
        >
          {words.clearDetail}
        </ConfirmDialog>
      )}
    </>
  );
}
