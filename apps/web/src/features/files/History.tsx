import { transferEndpoints } from '@atrium/contract/endpoints/transfer';
import type { DownloadRecord } from '@atrium/contract/wire/files';
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { describeError } from '../../api/apiError.ts';
import { endpointUrl } from '../../api/client.ts';
import { useReleaseName } from '../../api/releaseNames.ts';
import { formatBytes } from '../../lib/formatBytes.ts';
import { formatInstant } from '../../lib/formatInstant.ts';
import { History as HistoryIcon, RotateCcw, Users } from '../../ui/icons.ts';
import { Pages } from '../../ui/Pages.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import type { DownloadAddress } from './downloadAddress.ts';
import classes from './Files.module.css';
import { downloadPageSize, downloadsOptions } from './filesQueries.ts';
import { wayNames, words } from './filesWords.ts';
import { type Queueing, TableSkeleton } from './TypeTable.tsx';

export interface HistoryProps extends Pick<Queueing, 'isChanging'> {
  readonly dataset: string;
  readonly address: DownloadAddress;
  readonly onAddress: (change: Partial<DownloadAddress>) => void;
  /** Adds the files of an earlier download to the queue; resolves when it is done. */
  readonly onAgain: (downloadId: number) => Promise<unknown>;
}

/** The downloads that the person has started; each can be queued again. */
export function History({ dataset, address, onAddress, onAgain, isChanging }: HistoryProps) {
  const downloads = useQuery(downloadsOptions(dataset, address.page));
  if (downloads.data === undefined && downloads.isError)
    return (
      <StateMessage
        kind="error"
        title={words.historyFailed}
        detail={describeError(downloads.error)}
        onRetry={() => void downloads.refetch()}
      />
    );
  if (downloads.data === undefined) return <TableSkeleton />;
  const { results, paginator } = downloads.data;
  if (results.length === 0)
    return (
      <StateMessage
        kind="empty"
        icon={<HistoryIcon size={28} aria-hidden />}
        title={words.historyEmpty}
        detail={words.historyEmptyDetail}
      />
    );
  const again = (downloadId: number) =>
    void onAgain(downloadId).then(
      () => notifications.show({ color: 'green', message: words.againDone }),
      () => undefined,
    );
  return (
    <Stack gap="md">
      <ul className={classes.items} style={{ maxHeight: 'none' }} aria-label={words.historyTitle}>
        {results.map((download) => (
          <Entry
            key={download.id}
            dataset={dataset}
            download={download}
            isBusy={isChanging({ kind: 'again', downloadId: download.id })}
            onAgain={() => again(download.id)}
          />
        ))}
      </ul>
      <Pages
        label={words.pages}
        count={paginator.totalRecords}
        pageSize={downloadPageSize}
        page={paginator.currentPage}
        onPage={(page) => onAddress({ page })}
      />
    </Stack>
  );
}

interface EntryProps {
  readonly dataset: string;
  readonly download: DownloadRecord;
  readonly isBusy: boolean;
  readonly onAgain: () => void;
}

function Entry({ dataset, download, isBusy, onAgain }: EntryProps) {
  const { startedAt, way, files, totalSize, types, singleFiles } = download;
  const release = useReleaseName(dataset)(download.release);
  const when = formatInstant(startedAt);
  const what = [
    ...types.map(({ experimentType, fileFormat }) => `${experimentType} ${fileFormat}`),
    ...(singleFiles > 0 ? [words.singleFiles(singleFiles)] : []),
  ];
  return (
    <li>
      <Stack gap={2} className={classes.item ?? ''}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {when}
          </Text>
          <Badge variant="light" tt="none">
            {wayNames[way]}
          </Badge>
        </Group>
        <Text size="sm">{what.join(', ')}</Text>
        <Text size="xs" c="dimmed">
          {words.historySize(files, formatBytes(totalSize))} · {words.release(release)}
        </Text>
      </Stack>
      <Button
        component="a"
        size="compact-md"
        variant="default"
        href={endpointUrl(transferEndpoints.samples, { params: { dataset, transferId: download.id } })}
        download
        leftSection={<Users size={14} aria-hidden />}
        aria-label={words.samplesName(when)}
      >
        {words.samplesShort}
      </Button>
      <Button
        size="compact-md"
        variant="default"
        loading={isBusy}
        leftSection={<RotateCcw size={14} aria-hidden />}
        aria-label={words.againName(when)}
        onClick={onAgain}
      >
        {words.again}
      </Button>
    </li>
  );
}
