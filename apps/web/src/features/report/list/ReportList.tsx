import type { ReportItem, ReportList as Reports } from '@atrium/contract/wire/report';
import { Button, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { FailedAlert } from '../../../ui/FailedAlert.tsx';
import { BookmarkPlus, FileStack, SearchX } from '../../../ui/icons.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Pages } from '../../../ui/Pages.tsx';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import { StateMessage } from '../../../ui/StateMessage.tsx';
import { DeleteDialog } from '../dialogs/DeleteDialog.tsx';
import { EditDialog } from '../dialogs/EditDialog.tsx';
import { ShareDialog } from '../dialogs/ShareDialog.tsx';
import {
  changedAddress,
  type ListAddress,
  newestFirst,
  parseListAddress,
  parseReportSort,
  writeReportSort,
} from '../reportAddress.ts';
import { listOptions, listPageSize } from '../reportQueries.ts';
import { words } from '../reportWords.ts';
import { CategoryBar } from './CategoryBar.tsx';
import { ReportTable } from './ReportTable.tsx';

export interface ReportListProps {
  readonly dataset: string;
  readonly address: ListAddress;
  readonly onAddress: (address: ListAddress, how: 'push' | 'replace') => void;
  /** Saves the active cohort; absent for members without a workspace. */
  readonly onSave: (() => void) | undefined;
}

/** The reports that the person may see: by category, found by words, ordered, page by page. */
export function ReportList({ dataset, address, onAddress, onSave }: ReportListProps) {
  const list = useQuery(listOptions(dataset, address));
  const [dialog, setDialog] = useState<OpenDialog>();
  const change = (to: Partial<ListAddress>, how: 'push' | 'replace' = 'push') =>
    onAddress(changedAddress(address, to), how);
  const close = () => setDialog(undefined);
  const dialogs = dialog && { dataset, reportId: dialog.reportId, onClose: close };
  return (
    <Stack gap="lg">
      <PageHeader
        title={words.title}
        description={words.detail}
        actions={
          onSave && (
            <Button leftSection={<BookmarkPlus size={16} aria-hidden />} onClick={onSave}>
              {words.saveHere}
            </Button>
          )
        }
      />
      <CategoryBar dataset={dataset} address={address} onAddress={change} />
      <Group gap="sm" align="end">
        <SearchBox
          label={words.search}
          value={address.search}
          onSearch={(search) => change({ search }, 'replace')}
        />
        <OrderSelect address={address} onAddress={change} />
        <Text size="sm" c="dimmed" role="status" ml="auto" mih="1.3rem" miw="6rem" ta="end">
          {list.data !== undefined && words.found(list.data.count)}
        </Text>
      </Group>
      {list.data !== undefined && (
        <FailedAlert says={list.error && describeError(list.error, words.listFailed)} />
      )}
      {list.data !== undefined ? (
        <Found
          dataset={dataset}
          reports={list.data}
          isStale={list.isPlaceholderData}
          address={address}
          onAddress={change}
          onDialog={(kind, { id }) => setDialog({ kind, reportId: id })}
          onSave={onSave}
        />
      ) : list.isError ? (
        <StateMessage
          kind="error"
          title={words.listFailed}
          detail={describeError(list.error, words.listFailedDetail)}
          onRetry={() => void list.refetch()}
        />
      ) : (
        <ListSkeleton />
      )}
      {dialogs && dialog.kind === 'edit' && <EditDialog {...dialogs} />}
      {dialogs && dialog.kind === 'share' && <ShareDialog {...dialogs} />}
      {dialogs && dialog.kind === 'delete' && <DeleteDialog {...dialogs} onDeleted={close} />}
    </Stack>
  );
}

interface OpenDialog {
  readonly kind: 'edit' | 'share' | 'delete';
  readonly reportId: number;
}

interface FoundProps extends Pick<ReportListProps, 'dataset' | 'address' | 'onSave'> {
  readonly reports: Reports;
  readonly isStale: boolean;
  readonly onAddress: (change: Partial<ListAddress>, how?: 'push' | 'replace') => void;
  readonly onDialog: (kind: OpenDialog['kind'], report: ReportItem) => void;
}

/** The table of reports, or why there is none. */
function Found({ dataset, reports, isStale, address, onAddress, onDialog, onSave }: FoundProps) {
  const { search, state, project, page } = address;
  if (reports.results.length === 0 && reports.count > 0 && page > 1) {
    const back = <Button onClick={() => onAddress({ page: 1 }, 'replace')}>{words.firstPage}</Button>;
    return <StateMessage kind="empty" title={words.pastEnd} action={back} />;
  }
  if (reports.results.length === 0) {
    const isChosen = search !== '' || state !== 'all' || project !== undefined;
    return isChosen ? (
      <StateMessage
        kind="empty"
        icon={<SearchX size={28} aria-hidden />}
        title={words.noneFound}
        detail={words.noneFoundDetail}
        action={<Button onClick={() => onAddress(parseListAddress({}))}>{words.showAll}</Button>}
      />
    ) : (
      <StateMessage
        kind="empty"
        icon={<FileStack size={28} aria-hidden />}
        title={words.empty}
        detail={onSave === undefined ? words.emptyDetailReader : words.emptyDetail}
        action={onSave && <Button onClick={onSave}>{words.saveHere}</Button>}
      />
    );
  }
  return (
    <Stack gap="md">
      <ReportTable
        dataset={dataset}
        reports={reports.results}
        isStale={isStale}
        sort={address.sort}
        onSort={(sort) => onAddress({ sort })}
        onDialog={onDialog}
      />
      <Pages
        label={words.pages}
        count={reports.count}
        pageSize={listPageSize}
        page={page}
        onPage={(next) => onAddress({ page: next })}
      />
    </Stack>
  );
}

const orders = [
  ['newest', newestFirst],
  ['oldest', { key: 'created', direction: 1 }],
  ['name', { key: 'name', direction: 1 }],
  ['nameBack', { key: 'name', direction: -1 }],
  ['creator', { key: 'creator', direction: 1 }],
  ['creatorBack', { key: 'creator', direction: -1 }],
  ['project', { key: 'project', direction: 1 }],
  ['projectBack', { key: 'project', direction: -1 }],
] as const;

interface OrderSelectProps {
  readonly address: ListAddress;
  readonly onAddress: (change: Partial<ListAddress>) => void;
}

/** The order, where the headings that set it have no room. */
const OrderSelect = ({ address, onAddress }: OrderSelectProps) => (
  <NativeSelect
    hiddenFrom="sm"
    label={words.sortBy}
    data={orders.map(([name, sort]) => ({
      value: writeReportSort(sort) ?? '',
      label: words.orders[name],
    }))}
    value={writeReportSort(address.sort) ?? ''}
    onChange={({ currentTarget }) => onAddress({ sort: parseReportSort(currentTarget.value) })}
  />
);

const lines = [0, 1, 2, 3, 4, 5];

const ListSkeleton = () => (
  <Stack gap="xs" aria-busy="true" role="status" aria-label={words.loading}>
    <Skeleton height={40} />
    {lines.map((line) => (
      <Skeleton key={line} height={58} />
    ))}
  </Stack>
);
