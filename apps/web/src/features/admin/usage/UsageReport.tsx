import { adminEndpoints, disarmed, type UsageItem, type UsageMonth, usageSorts } from '@atrium/contract';
import { Button, Group, NativeSelect, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { download, request } from '../../../api/client.ts';
import { ValueBars } from '../../../charts/ValueBars.tsx';
import { formatDayOf } from '../../../lib/formatInstant.ts';
import { formatCount } from '../../../lib/formatNumber.ts';
import { Section } from '../../../ui/Section.tsx';
import { StateMessage } from '../../../ui/StateMessage.tsx';
import { DatasetFilter } from '../list/DatasetFilter.tsx';
import { type AddressProps, changed, type ListAddress, requestOf, roomOptions } from '../list/listAddress.ts';
import { RoomList } from '../list/RoomList.tsx';
import { type RoomColumn, TwoLines } from '../list/RoomTable.tsx';
import { words } from './words.ts';

export const usageFigures = [
  'queries',
  'exports',
  'exportedRows',
  'downloads',
  'signIns',
  'accounts',
] as const;
export type UsageFigure = (typeof usageFigures)[number];

export interface UsageAddress extends ListAddress {
  /** Months, as `2026-05`; both are included. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly dataset?: string | undefined;
  readonly figure?: UsageFigure | undefined;
}

/** The month that is `back` months before that of an instant, by UTC. */
const monthBefore = (instant: Date, back: number): string =>
  new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() - back, 1)).toISOString().slice(0, 7);

/** The last twelve months where the address names none. */
const spanOf = ({ since, until, dataset }: UsageAddress) => ({
  since: since ?? monthBefore(new Date(), 11),
  until: until ?? monthBefore(new Date(), 0),
  dataset,
});

const listQuery = (address: UsageAddress) => ({ ...requestOf(address, usageSorts), ...spanOf(address) });

const usageQuery = (address: UsageAddress) =>
  roomOptions(['usage', 'list', listQuery(address)], (signal) =>
    request(adminEndpoints.usage.list, { query: listQuery(address), signal }),
  );

const monthsQuery = (address: UsageAddress) =>
  roomOptions(['usage', 'months', spanOf(address)], (signal) =>
    request(adminEndpoints.usage.months, { query: spanOf(address), signal }),
  );

interface UsageReportProps extends AddressProps<UsageAddress> {
  /** A link to the page of an account. */
  readonly linkTo: (account: number, text: string) => ReactNode;
}

/** Who used the portal how much: a picture by month, then a table by account. */
export function UsageReport({ address, onAddress, linkTo }: UsageReportProps) {
  const found = useQuery(usageQuery(address));
  const changeFilters = (change: Partial<UsageAddress>) => onAddress(changed(address, change), 'replace');
  const span = spanOf(address);
  return (
    <Stack gap="xl">
      <Months address={address} onFigure={(figure) => changeFilters({ figure })} />
      <RoomList
        label={words.table}
        noun={['account', 'accounts']}
        found={found}
        columns={columnsWith(linkTo, address.dataset === undefined)}
        keyOf={({ id }) => id}
        address={address}
        usualSort="-queries"
        onAddress={onAddress}
        searchHint={words.searchHint}
        filters={
          <>
            <DatasetFilter value={address.dataset} onChange={(dataset) => changeFilters({ dataset })} />
            <MonthInput
              label={words.since}
              value={span.since}
              onChange={(since) => changeFilters({ since })}
            />
            <MonthInput
              label={words.until}
              value={span.until}
              onChange={(until) => changeFilters({ until })}
            />
          </>
        }
        onSave={() =>
          download(adminEndpoints.usage.exportCsv, { query: listQuery(address), filename: 'usage.csv' })
        }
      />
    </Stack>
  );
}

interface MonthInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (month: string | undefined) => void;
}

const MonthInput = ({ label, value, onChange }: MonthInputProps) => (
  <TextInput
    type="month"
    label={label}
    w="10rem"
    value={value}
    onChange={({ currentTarget }) =>
      onChange(/^\d{4}-\d{2}$/.test(currentTarget.value) ? currentTarget.value : undefined)
    }
  />
);

interface MonthsProps {
  readonly address: UsageAddress;
  readonly onFigure: (figure: UsageFigure) => void;
}

function Months({ address, onFigure }: MonthsProps) {
  const found = useQuery(monthsQuery(address));
  const figure = address.figure ?? 'queries';
  const span = spanOf(address);
  const save = useMutation({
    mutationFn: () =>
      download(adminEndpoints.usage.exportMonths, { query: span, filename: 'usage_by_month.csv' }),
  });
  return (
    <Section
      title={words.byMonth}
      actions={
        <Group gap="sm" align="end">
          <NativeSelect
            label={words.figure}
            value={figure}
            data={usageFigures.map((one) => ({ value: one, label: words.figures[one] }))}
            onChange={({ currentTarget }) =>
              onFigure(usageFigures.find((one) => one === currentTarget.value) ?? figure)
            }
          />
          <Button
            variant="default"
            loading={save.isPending}
            leftSection={<Download size={16} aria-hidden />}
            onClick={() => save.mutate()}
          >
            {words.saveMonths}
          </Button>
        </Group>
      }
    >
      {save.isError && (
        <Text c="var(--atrium-danger)" role="alert">
          {describeError(save.error)}
        </Text>
      )}
      {found.data !== undefined ? (
        <Picture months={allMonths(found.data.months, span)} figure={figure} />
      ) : found.isError ? (
        <StateMessage kind="error" title={words.failed} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton h={260} />
      )}
    </Section>
  );
}

type Month = Pick<UsageMonth, 'month'> & Readonly<Record<UsageFigure, number>>;

const nothing = { accounts: 0, queries: 0, exports: 0, exportedRows: 0, downloads: 0, signIns: 0 } as const;
const mostMonths = 36;

/** Every month of a span, also those in which nothing was done; of a long span the last ones. */
export function allMonths(
  found: readonly Month[],
  { since, until }: { readonly since: string; readonly until: string },
): readonly Month[] {
  const months: Month[] = [];
  const end = new Date(`${until}-01T00:00:00Z`);
  for (let back = 0; back < mostMonths; back += 1) {
    const month = monthBefore(end, back);
    if (month < since) break;
    months.unshift(found.find((one) => one.month === month) ?? { month, ...nothing });
  }
  return months;
}

function Picture({ months, figure }: { readonly months: readonly Month[]; readonly figure: UsageFigure }) {
  const label = words.figures[figure];
  const [first, last] = [months.at(0)?.month ?? '', months.at(-1)?.month ?? ''];
  if (months.every((month) => month[figure] === 0))
    return <StateMessage kind="empty" title={words.noMonths} />;
  return (
    <ValueBars
      bars={months.map((one) => ({
        label: one.month,
        value: one[figure],
        shown: formatCount(one[figure]),
      }))}
      summary={words.picture(label, first, last)}
      headings={[words.month, label]}
      disarm={disarmed}
      fileName={`usage-${figure}`}
      isCompact
    />
  );
}

const columnsWith = (
  linkTo: UsageReportProps['linkTo'],
  hasSignIns: boolean,
): readonly RoomColumn<UsageItem>[] => [
  {
    label: words.columns.username,
    sort: 'username',
    cell: ({ id, username, fullName }) => <TwoLines below={fullName}>{linkTo(id, username)}</TwoLines>,
  },
  {
    label: words.columns.lastUsed,
    sort: 'last_used',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? words.never : formatDayOf(lastUsedAt)),
  },
  ...(hasSignIns
    ? [
        {
          label: words.columns.signIns,
          sort: 'sign_ins',
          isNumber: true,
          cell: ({ signIns }: UsageItem) => formatCount(signIns),
        },
      ]
    : []),
  {
    label: words.columns.queries,
    sort: 'queries',
    isNumber: true,
    cell: ({ queries }) => formatCount(queries),
  },
  {
    label: words.columns.exports,
    sort: 'exports',
    isNumber: true,
    cell: ({ exports }) => formatCount(exports),
  },
  {
    label: words.columns.exportedRows,
    sort: 'exported_rows',
    isNumber: true,
    cell: ({ exportedRows }) => formatCount(exportedRows),
  },
  {
    label: words.columns.downloads,
    sort: 'downloads',
    isNumber: true,
    cell: ({ downloads }) => formatCount(downloads),
  },
];
