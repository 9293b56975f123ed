import { formatQuantity } from '@atrium/contract/calendar/numerals';
import type { FileTypeRow } from '@atrium/contract/wire/files';
import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeError } from '../../api/apiError.ts';
import { useNouns } from '../../api/collections.ts';
import type { Noun } from '../../api/nouns.ts';
import { formatBytes } from '../../lib/formatBytes.ts';
import { formatCount } from '../../lib/formatNumber.ts';
import { Files } from '../../ui/icons.ts';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import type { DownloadAddress } from './downloadAddress.ts';
import classes from './Files.module.css';
import { type OfCohort, type QueueChange, typesOptions } from './filesQueries.ts';
import { categoryNames, words } from './filesWords.ts';
import { formatGigabytes, formatSize, hasOtherUnit } from './formatGigabytes.ts';
import { QueueButton } from './QueueButton.tsx';

/** The queue as the lists see it: what is being changed now, and how it is changed. */
export interface Queueing {
  readonly change: (change: QueueChange) => void;
  readonly isChanging: (change: QueueChange) => boolean;
}

export interface TypeTableProps extends Queueing {
  readonly of: OfCohort;
  readonly address: DownloadAddress;
  readonly onAddress: (change: Partial<DownloadAddress>) => void;
  readonly toQuery: ReactNode;
}

/** The file types of the active cohort, of one category and source. */
export function TypeTable({ of, address, onAddress, toQuery, ...queueing }: TypeTableProps) {
  const { subject } = useNouns(of.dataset);
  const list = useQuery(typesOptions({ ...of, category: address.category, tag: address.source }));
  if (list.data === undefined && list.isError)
    return (
      <StateMessage
        kind="error"
        title={words.failed}
        detail={describeError(list.error)}
        onRetry={() => void list.refetch()}
      />
    );
  if (list.data === undefined) return <TableSkeleton />;
  if (list.data.length === 0)
    return (
      <StateMessage
        kind="empty"
        icon={<Files size={28} aria-hidden />}
        title={words.noneHere(categoryNames[address.category])}
        detail={words.noneHereDetail}
        action={toQuery}
      />
    );
  const showFiles = ({ experimentType, fileFormat }: FileTypeRow) =>
    onAddress({ view: 'files', experiment: experimentType, format: fileFormat });
  return (
    <ScrollRegion label={words.typesTable} className={classes.frame}>
      <table className={classes.table} aria-label={words.typesTable}>
        <Head />
        <tbody>
          {list.data.map((type) => (
            <Row
              key={keyOf(type)}
              type={type}
              subject={subject}
              onShow={() => showFiles(type)}
              {...queueing}
            />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

const keyOf = ({ dataType, experimentType, fileFormat }: FileTypeRow): string =>
  JSON.stringify([dataType, experimentType, fileFormat]);

const { columns } = words;

const Head = () => (
  <thead>
    <tr>
      <th scope="col" className={classes.wide}>
        {columns.dataType}
      </th>
      <th scope="col">{columns.experimentType}</th>
      <th scope="col" className={classes.wide}>
        {columns.fileFormat}
      </th>
      <th scope="col" className={classes.number}>
        {columns.individuals}
      </th>
      <th scope="col" className={`${classes.number} ${classes.wide}`}>
        {columns.files}
      </th>
      <th scope="col" className={`${classes.number} ${classes.wide}`}>
        {columns.size}
      </th>
      <th scope="col" className={classes.action}>
        {columns.queue}
      </th>
    </tr>
  </thead>
);

interface RowProps extends Queueing {
  readonly type: FileTypeRow;
  readonly subject: Noun;
  readonly onShow: () => void;
}

function Row({ type, subject, onShow, change, isChanging }: RowProps) {
  const { dataType, experimentType, fileFormat, files, totalSize, isQueued } = type;
  const what = `${experimentType} ${fileFormat}`;
  const add = { kind: 'addType', type } as const;
  const remove = { kind: 'removeType', type } as const;
  const filesButton = (text: string) => (
    <Button variant="subtle" size="compact-sm" aria-label={words.showFiles(files, what)} onClick={onShow}>
      {text}
    </Button>
  );
  return (
    <tr>
      <td className={classes.wide}>{dataType}</td>
      <th scope="row" className={classes.lead}>
        {experimentType}
        <span className={`${classes.small} ${classes.quiet}`}>
          {dataType} · {fileFormat}
        </span>
        <span className={`${classes.small} ${classes.quiet}`}>
          {filesButton(formatQuantity(files, 'file'))} {formatSize(totalSize).replaceAll(' ', '\u00a0')}
        </span>
      </th>
      <td className={classes.wide}>{fileFormat}</td>
      <td className={classes.number}>
        <Individuals type={type} subject={subject} />
      </td>
      <td className={`${classes.number} ${classes.wide}`}>{filesButton(formatCount(files))}</td>
      <td className={`${classes.number} ${classes.wide}`}>
        {formatGigabytes(totalSize)}
        {hasOtherUnit(totalSize) && (
          <span className={`${classes.otherUnit} ${classes.quiet}`}>{formatBytes(totalSize)}</span>
        )}
      </td>
      <td className={classes.action}>
        <QueueButton
          isQueued={isQueued}
          isBusy={isChanging(add) || isChanging(remove)}
          addName={words.addType(what)}
          removeName={words.removeType(what)}
          onAdd={() => change(add)}
          onRemove={() => change(remove)}
        />
      </td>
    </tr>
  );
}

/** How many of the cohort have such a file; files of no subject have a dash. */
function Individuals({ type: { individuals, percentage }, subject }: Pick<RowProps, 'type' | 'subject'>) {
  if (individuals === null) return <span title={words.noSubject(subject)}>{words.none}</span>;
  return (
    <>
      {words.individuals(individuals, percentage)}
      {percentage !== null && (
        <span className={classes.bar} aria-hidden>
          <span style={{ width: `${percentage}%` }} />
        </span>
      )}
    </>
  );
}

const lines = [0, 1, 2, 3, 4];

export const TableSkeleton = () => (
  <Stack gap="xs" aria-busy="true" role="status" aria-label={words.loading}>
    <Skeleton height={38} />
    {lines.map((line) => (
      <Skeleton key={line} height={46} />
    ))}
  </Stack>
);
