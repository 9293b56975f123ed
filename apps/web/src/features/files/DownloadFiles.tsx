import { SegmentedControl, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { describeError } from '../../api/apiError.ts';
import { Files } from '../../ui/icons.ts';
import { Problems } from '../../ui/Notices.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import type { DownloadAddress } from './downloadAddress.ts';
import { Figures } from './Figures.tsx';
import classes from './Files.module.css';
import { FileTable } from './FileTable.tsx';
import { figuresOptions, type OfCohort, type QueueChange, useQueueChange } from './filesQueries.ts';
import { words } from './filesWords.ts';
import { History } from './History.tsx';
import { LinksDialog } from './LinksDialog.tsx';
import { Queue } from './Queue.tsx';
import { StartDownload } from './StartDownload.tsx';
import { type SecondSource, Switches } from './Switches.tsx';
import { Transfers } from './Transfers.tsx';
import { TypeTable } from './TypeTable.tsx';
import type { Carriers } from './useStart.ts';

export interface DownloadFilesProps {
  readonly of: OfCohort;
  readonly accountId: number;
  readonly address: DownloadAddress;
  readonly onAddress: (change: Partial<DownloadAddress>, how?: 'push' | 'replace') => void;
  readonly secondSource: SecondSource | null;
  readonly carriers: Carriers;
  /** The size of the active cohort, with its label. */
  readonly count: ReactNode;
  readonly toQuery: ReactNode;
  readonly actions: ReactNode;
}

/** The files of the active cohort on the left, the download queue on the right. */
export function DownloadFiles(props: DownloadFilesProps) {
  const { of, accountId, address, onAddress, carriers, count, actions } = props;
  const { dataset } = of;
  const queueing = useQueueing(dataset);
  const figures = useQuery(figuresOptions(of));
  return (
    <Stack gap="lg">
      <PageHeader title={words.title} description={words.description} actions={actions} />
      <Problems
        title={words.changeFailed}
        problems={queueing.failure === null ? [] : [queueing.failure]}
        onDismiss={queueing.dismiss}
      />
      {figures.data?.hasFiles === false ? (
        <StateMessage
          kind="empty"
          icon={<Files size={28} aria-hidden />}
          title={words.noFilesAtAll}
          detail={words.noFilesAtAllDetail}
        />
      ) : (
        <div className={classes.screen}>
          <Lists {...props} queueing={queueing} />
          <div className={`${classes.stack} ${classes.side}`}>
            <Queue
              of={of}
              count={count}
              start={(queue) => (
                <StartDownload queue={queue} of={{ dataset, accountId }} carriers={carriers} />
              )}
              change={queueing.change}
              isChanging={queueing.isChanging}
            />
            <Transfers dataset={dataset} accountId={accountId} folders={carriers.folders} />
          </div>
          <div className={classes.figures}>
            <Figures of={of} />
          </div>
        </div>
      )}
      {address.links !== undefined && (
        <LinksDialog
          dataset={dataset}
          transferId={address.links}
          onClose={() => onAddress({ links: undefined }, 'replace')}
        />
      )}
    </Stack>
  );
}

const views = [
  { value: 'types', label: words.types },
  { value: 'files', label: words.files },
  { value: 'history', label: words.history },
] as const;

function Lists({
  of,
  address,
  onAddress,
  secondSource,
  toQuery,
  queueing,
}: DownloadFilesProps & { readonly queueing: ReturnType<typeof useQueueing> }) {
  const { change, isChanging } = queueing;
  return (
    <section className={`${classes.card} ${classes.stack} ${classes.lists}`} aria-label={words.title}>
      {address.view !== 'history' && (
        <Switches address={address} secondSource={secondSource} onAddress={onAddress} />
      )}
      <SegmentedControl
        aria-label={words.views}
        data={[...views]}
        value={address.view}
        onChange={(value) => {
          const view = views.find((one) => one.value === value)?.value;
          if (view !== undefined) onAddress({ view });
        }}
      />
      {address.view === 'types' && (
        <TypeTable
          of={of}
          address={address}
          onAddress={onAddress}
          toQuery={toQuery}
          change={change}
          isChanging={isChanging}
        />
      )}
      {address.view === 'files' && (
        <FileTable of={of} address={address} onAddress={onAddress} change={change} isChanging={isChanging} />
      )}
      {address.view === 'history' && (
        <History
          dataset={of.dataset}
          address={address}
          onAddress={onAddress}
          isChanging={isChanging}
          onAgain={(downloadId) => queueing.run({ kind: 'again', downloadId })}
        />
      )}
    </section>
  );
}

/** Changes of the queue, and which of them are under way. */
function useQueueing(dataset: string) {
  const { mutateAsync } = useQueueChange(dataset);
  const [changing, setChanging] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (change: QueueChange): Promise<unknown> => {
    const key = JSON.stringify(change);
    setFailure(null);
    setChanging((held) => [...held, key]);
    try {
      return await mutateAsync(change);
    } catch (error) {
      setFailure(describeError(error));
      throw error;
    } finally {
      setChanging((held) => held.filter((one) => one !== key));
    }
  };
  return {
    run,
    change: (change: QueueChange) => void run(change).catch(() => undefined),
    isChanging: (change: QueueChange) => changing.includes(JSON.stringify(change)),
    failure,
    dismiss: () => setFailure(null),
  };
}
