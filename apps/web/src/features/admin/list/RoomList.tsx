import { Alert, Button, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { CircleAlert, Download, Inbox, SearchX } from '../../../ui/icons.ts';
import { Pages } from '../../../ui/Pages.tsx';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import { StateMessage } from '../../../ui/StateMessage.tsx';
import { changed, type ListAddress, listPageSize, parseSort, writeSort } from './listAddress.ts';
import { words } from './listWords.ts';
import { type RoomColumn, RoomTable } from './RoomTable.tsx';

/** The answer for a page of a list, as a query has it. */
export interface FoundRows<Row> {
  readonly data: { readonly count: number; readonly results: readonly Row[] } | undefined;
  readonly error: Error | null;
  readonly isPlaceholderData: boolean;
  readonly refetch: () => unknown;
}

export interface RoomListProps<Row, Address extends ListAddress> {
  /** The name of the table. */
  readonly label: string;
  /** One row and several: `account`, `accounts`. */
  readonly noun: readonly [one: string, many: string];
  readonly found: FoundRows<Row>;
  readonly columns: readonly RoomColumn<Row>[];
  readonly keyOf: (row: Row) => string | number;
  readonly address: Address;
  /** The order in which rows come where the address names none. */
  readonly defaultSort: string;
  readonly onAddress: (address: Address, how: 'push' | 'replace') => void;
  /** What the search looks in: `Name or e-mail`. */
  readonly searchHint?: string;
  /** Fields beside the search. */
  readonly filters?: ReactNode;
  /** Whether a filter leaves rows out. */
  readonly isFiltered?: boolean;
  readonly actions?: (row: Row) => ReactNode;
  /** Saves all rows as CSV; absent where the list has no file. */
  readonly onSave?: () => Promise<unknown>;
  /** The text where there are no rows at all. */
  readonly empty?: { readonly title: string; readonly detail?: ReactNode; readonly action?: ReactNode };
}

/** A list of a staff room: search, filters, order, pages and CSV, with every state; all of it is in the address (rule 15.4). */
export function RoomList<Row, Address extends ListAddress>(props: RoomListProps<Row, Address>) {
  const { address, found, filters, noun, onAddress, onSave } = props;
  const change = (to: Partial<Address>, how: 'push' | 'replace' = 'push') =>
    onAddress(changed(address, to), how);
  const inAddress = (to: ListAddress): Partial<Address> => ({ ...address, ...to });
  return (
    <Stack gap="md">
      <Group gap="sm" align="end">
        <SearchBox
          label={words.search}
          flex="1 1 16rem"
          maw="24rem"
          value={address.search ?? ''}
          placeholder={props.searchHint}
          onSearch={(search) =>
            change(inAddress({ search: search === '' ? undefined : search, page: undefined }), 'replace')
          }
        />
        {filters}
        <OrderSelect {...props} onOrder={(sort) => change(inAddress({ sort, page: undefined }))} />
        <Group gap="sm" ml="auto">
          <Text size="sm" c="dimmed" role="status" miw="8rem" mih="1lh" ta="end">
            {found.data !== undefined && words.found(found.data.count, noun)}
          </Text>
          {onSave && <SaveButton onSave={onSave} />}
        </Group>
      </Group>
      {found.error !== null && found.data !== undefined && (
        <Alert color="red" role="alert" icon={<CircleAlert size={18} aria-hidden />}>
          {describeError(found.error, words.failed)}
        </Alert>
      )}
      <Rows {...props} onAddressPart={(to, how) => change(inAddress(to), how)} />
    </Stack>
  );
}

interface RowsProps<Row, Address extends ListAddress> extends RoomListProps<Row, Address> {
  readonly onAddressPart: (to: ListAddress, how?: 'push' | 'replace') => void;
}

/** The table, or why there is none. */
function Rows<Row, Address extends ListAddress>(props: RowsProps<Row, Address>) {
  const { found, address, defaultSort, onAddressPart } = props;
  if (found.data === undefined)
    return found.error === null ? (
      <ListSkeleton />
    ) : (
      <StateMessage
        kind="error"
        title={words.failed}
        detail={describeError(found.error, words.failed)}
        onRetry={() => void found.refetch()}
      />
    );
  const { count, results } = found.data;
  if (results.length === 0) return <NoRows {...props} count={count} />;
  return (
    <Stack gap="sm">
      <RoomTable
        label={props.label}
        columns={props.columns}
        rows={results}
        keyOf={props.keyOf}
        isStale={found.isPlaceholderData}
        sort={parseSort(address.sort ?? defaultSort)}
        onSort={(sort) => onAddressPart({ sort: writeSort(sort), page: undefined })}
        actions={props.actions}
      />
      <Pages
        label={words.pages}
        count={count}
        pageSize={listPageSize}
        page={address.page ?? 1}
        onPage={(page) => onAddressPart({ page })}
      />
    </Stack>
  );
}

function NoRows<Row, Address extends ListAddress>(
  props: RowsProps<Row, Address> & { readonly count: number },
) {
  const { address, count, isFiltered = false, empty, onAddress, onAddressPart } = props;
  if (count > 0)
    return (
      <StateMessage
        kind="empty"
        title={words.pastEnd}
        action={
          <Button onClick={() => onAddressPart({ page: undefined }, 'replace')}>{words.firstPage}</Button>
        }
      />
    );
  if (address.search !== undefined || isFiltered) {
    const none = Object.fromEntries(Object.keys(address).map((key) => [key, undefined]));
    return (
      <StateMessage
        kind="empty"
        icon={<SearchX size={28} aria-hidden />}
        title={words.noneFound}
        detail={words.noneFoundDetail}
        action={<Button onClick={() => onAddress({ ...address, ...none }, 'push')}>{words.showAll}</Button>}
      />
    );
  }
  return (
    <StateMessage kind="empty" icon={<Inbox size={28} aria-hidden />} {...(empty ?? { title: words.none })} />
  );
}

/** The order, where the headings that set it have no room. */
function OrderSelect<Row, Address extends ListAddress>({
  columns,
  address,
  defaultSort,
  onOrder,
}: RoomListProps<Row, Address> & { readonly onOrder: (sort: string) => void }) {
  const data = columns.flatMap(({ sort, label }) =>
    sort === undefined
      ? []
      : [
          { value: sort, label: words.ascending(label) },
          { value: `-${sort}`, label: words.descending(label) },
        ],
  );
  if (data.length === 0) return null;
  return (
    <NativeSelect
      hiddenFrom="sm"
      label={words.order}
      data={data}
      value={address.sort ?? defaultSort}
      onChange={({ currentTarget }) => onOrder(currentTarget.value)}
    />
  );
}

const lines = [0, 1, 2, 3, 4, 5, 6, 7];

const ListSkeleton = () => (
  <Stack gap={2} aria-busy="true" role="status" aria-label={words.loading}>
    {lines.map((line) => (
      <Skeleton key={line} height={36} />
    ))}
  </Stack>
);

/** Saves the rows of a list as a file. */
function SaveButton({ onSave }: { readonly onSave: () => Promise<unknown> }) {
  const save = useMutation({
    mutationFn: onSave,
    onSuccess: () => notifications.show({ color: 'green', message: words.saved }),
    onError: (error) =>
      notifications.show({ color: 'red', title: words.saveFailed, message: describeError(error) }),
  });
  return (
    <Button
      variant="default"
      title={words.saveDetail}
      loading={save.isPending}
      leftSection={<Download size={16} aria-hidden />}
      onClick={() => save.mutate()}
    >
      {words.saveCsv}
    </Button>
  );
}
