import type { FileItem, FileSortKey, FileSubject } from '@atrium/contract/wire/files';
import { Button, Group, Pill } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { describeError } from '../../api/apiError.ts';
import { useNouns } from '../../api/collections.ts';
import { type Noun, quantityOf } from '../../api/nouns.ts';
import { formatBytes } from '../../lib/formatBytes.ts';
import { Plus, SearchX } from '../../ui/icons.ts';
import { SortHeading } from '../../ui/list/ListTable.tsx';
import { Pages } from '../../ui/Pages.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import type { DownloadAddress } from './downloadAddress.ts';
import classes from './Files.module.css';
import { filePageSize, filesOptions, type OfCohort } from './filesQueries.ts';
import { words } from './filesWords.ts';
import { QueueButton } from './QueueButton.tsx';
import { type Queueing, TableSkeleton } from './TypeTable.tsx';

export interface FileTableProps extends Queueing {
  readonly of: OfCohort;
  readonly address: DownloadAddress;
  readonly onAddress: (change: Partial<DownloadAddress>, how?: 'push' | 'replace') => void;
}

/** Single files of the active cohort: searched, of one type where the person came from it, and chosen one by one. */
export function FileTable(props: FileTableProps) {
  const { of, address, onAddress, change, isChanging } = props;
  const list = useQuery(filesOptions(of, queryOf(address)));
  const results = list.data?.results ?? [];
  const open = results.filter(({ queued }) => queued === null).map(({ fileId }) => fileId);
  const addAll = { kind: 'addFiles', fileIds: open } as const;
  return (
    <div className={classes.stack}>
      <Group gap="sm" align="end" justify="space-between">
        <SearchBox
          label={words.search}
          flex="0 1 22rem"
          value={address.search}
          onSearch={(search) => onAddress({ search }, 'replace')}
        />
        {open.length > 1 && (
          <Button
            variant="default"
            leftSection={<Plus size={16} aria-hidden />}
            loading={isChanging(addAll)}
            onClick={() => change(addAll)}
          >
            {words.addPage(open.length)}
          </Button>
        )}
      </Group>
      <OnlyType address={address} onAddress={onAddress} />
      {list.data !== undefined ? (
        <Found
          {...props}
          files={results}
          isStale={list.isPlaceholderData}
          total={list.data.paginator.totalRecords}
        />
      ) : list.isError ? (
        <StateMessage
          kind="error"
          title={words.failed}
          detail={describeError(list.error)}
          onRetry={() => void list.refetch()}
        />
      ) : (
        <TableSkeleton />
      )}
    </div>
  );
}

const queryOf = ({ category, source, search, experiment, format, sort, page }: DownloadAddress) => ({
  fileCategory: category,
  fileTag: source,
  ...(search === '' ? {} : { search }),
  ...(experiment === undefined ? {} : { experimentType: experiment }),
  ...(format === undefined ? {} : { fileFormat: format }),
  sort: sort.key,
  sortDirection: sort.direction,
  page,
});

function OnlyType({ address, onAddress }: Pick<FileTableProps, 'address' | 'onAddress'>) {
  const what = [address.experiment, address.format].filter((word) => word !== undefined).join(' ');
  if (what === '') return null;
  return (
    <Group>
      <Pill
        size="lg"
        withRemoveButton
        removeButtonProps={{ 'aria-label': words.clearFilter(what), mr: 0 }}
        onRemove={() => onAddress({ experiment: undefined, format: undefined })}
      >
        {words.only(what)}
      </Pill>
    </Group>
  );
}

interface FoundProps extends FileTableProps {
  readonly files: readonly FileItem[];
  readonly isStale: boolean;
  readonly total: number;
}

function Found({ of, files, isStale, total, address, onAddress, ...queueing }: FoundProps) {
  const { subject } = useNouns(of.dataset);
  if (files.length === 0)
    return (
      <StateMessage
        kind="empty"
        icon={<SearchX size={28} aria-hidden />}
        title={words.noneFound}
        detail={words.noneFoundDetail}
        action={
          <Button
            variant="default"
            onClick={() => onAddress({ search: '', experiment: undefined, format: undefined })}
          >
            {words.showAll}
          </Button>
        }
      />
    );
  return (
    <>
      <ScrollRegion label={words.filesTable} className={classes.frame}>
        <table
          className={classes.table}
          aria-label={words.filesTable}
          aria-busy={isStale}
          data-stale={isStale}
        >
          <thead>
            <tr>
              <FileHeading of="name" address={address} onAddress={onAddress} />
              <th scope="col">{words.columns.whose}</th>
              <FileHeading
                of="experiment_type"
                address={address}
                onAddress={onAddress}
                className={classes.wide}
              />
              <FileHeading of="size" address={address} onAddress={onAddress} className={classes.number} />
              <th scope="col" className={classes.action}>
                {words.columns.queue}
              </th>
            </tr>
          </thead>
          <tbody>
            {files.map((file) => (
              <FileRow key={file.fileId} file={file} subject={subject} {...queueing} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <Pages
        label={words.pages}
        count={total}
        pageSize={filePageSize}
        page={address.page}
        onPage={(page) => onAddress({ page })}
        isOnlyCount
      />
    </>
  );
}

const headings: Readonly<Record<FileSortKey, string>> = {
  name: words.columns.name,
  experiment_type: words.columns.experimentType,
  size: 'Size',
};

interface FileHeadingProps extends Pick<FileTableProps, 'address' | 'onAddress'> {
  readonly of: FileSortKey;
  readonly className?: string | undefined;
}

function FileHeading({ of, address: { sort }, onAddress, className }: FileHeadingProps) {
  const direction = sort.key === of ? sort.direction : undefined;
  return (
    <SortHeading
      label={headings[of]}
      action={words.sort(headings[of])}
      direction={direction}
      onSort={() => onAddress({ sort: { key: of, direction: direction === 1 ? -1 : 1 } })}
      className={className}
    />
  );
}

/** So many subjects of a file are shown. */
const shownSubjects = 3;

/** Whose a file is: its first subjects, by what the person may see of them. */
function Whose({ file: { subjects, subjectCount }, subject }: Pick<FileRowProps, 'file' | 'subject'>) {
  if (subjectCount === 0) return words.noSubject(subject);
  const named = subjects
    .map(partsOf)
    .filter(({ length }) => length > 0)
    .slice(0, shownSubjects);
  if (named.length === 0) return quantityOf(subjectCount, subject);
  return (
    <>
      {named.map((parts, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two subjects may have one name.
        <span key={index} style={{ display: 'block' }}>
          {parts.map((part, at) => (
            <Fragment key={part}>
              {at > 0 && ' · '}
              <span className={classes.whole}>{part}</span>
            </Fragment>
          ))}
        </span>
      ))}
      {subjectCount > named.length && (
        <span className={classes.quiet}>{words.moreSubjects(subjectCount - named.length)}</span>
      )}
    </>
  );
}

function partsOf({ participant, family, role }: FileSubject): readonly string[] {
  const parts = [participant, role, family === null ? null : words.family(family)];
  return parts.filter((part) => part !== null);
}

interface FileRowProps extends Queueing {
  readonly file: FileItem;
  readonly subject: Noun;
}

function FileRow({ file, subject, change, isChanging }: FileRowProps) {
  const { fileId, name, dataType, experimentType, fileFormat, size, queued } = file;
  const add = { kind: 'addFiles', fileIds: [fileId] } as const;
  const remove = { kind: 'removeFiles', fileIds: [fileId] } as const;
  return (
    <tr>
      <th scope="row" className={classes.lead}>
        {name}
        <span className={classes.quiet} style={{ display: 'block' }}>
          {dataType} · {fileFormat}
          <span className={classes.small}>{experimentType}</span>
        </span>
      </th>
      <td>
        <Whose file={file} subject={subject} />
      </td>
      <td className={classes.wide}>{experimentType}</td>
      <td className={classes.number}>{formatBytes(size)}</td>
      <td className={classes.action}>
        {queued === 'type' ? (
          <span className={classes.quiet}>{words.queuedByType}</span>
        ) : (
          <QueueButton
            isQueued={queued === 'file'}
            isBusy={isChanging(add) || isChanging(remove)}
            addName={words.addFile(name)}
            removeName={words.removeFile(name)}
            onAdd={() => change(add)}
            onRemove={() => change(remove)}
          />
        )}
      </td>
    </tr>
  );
}
