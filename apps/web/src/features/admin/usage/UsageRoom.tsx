import { disarmed } from '@atrium/contract/documents/formulas';
import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { UsageItem, UsageMonth } from '@atrium/contract/endpoints/adminUsage';
import { Button, Group, NativeSelect, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { download, request } from '../../../api/client.ts';
import { failureOf } from '../../../api/failureOf.ts';
import { Histogram } from '../../../charts/Histogram.tsx';
import { formatDayOf } from '../../../lib/formatInstant.ts';
import { formatCount } from '../../../lib/formatNumber.ts';
import { FailedAlert } from '../../../ui/FailedAlert.tsx';
import { Download } from '../../../ui/icons.ts';
import { Section } from '../../../ui/Section.tsx';
import { StateMessage } from '../../../ui/StateMessage.tsx';
import { datasetFilter, monthBefore, monthFilter, type RoomFilter } from '../list/filters.tsx';
import { changed, roomOptions } from '../list/listAddress.ts';
import { type RoomColumn, TwoLines } from '../list/RoomTable.tsx';
import { defineRoom, type PartProps } from '../rooms/defineRoom.tsx';
import { RoomLink } from '../rooms/RoomLink.tsx';
import { words } from './usageWords.ts';

const usageFigures = ['queries', 'exports', 'exportedRows', 'downloads', 'signIns', 'accounts'] as const;
type UsageFigure = (typeof usageFigures)[number];
const figureSchema = z.enum(usageFigures).optional().catch(undefined);

/** What the picture shows; the list is the same. */
const figureInAddress: RoomFilter<string> = { schema: figureSchema, query: () => ({}), leavesRowsOut: false };

/** Who used the portal how much: a picture by month, then a table by account; the last twelve months by default. */
export const UsageRoom = defineRoom({
  calls: adminEndpoints.usage,
  words: {
    detail: 'Who used the portal how much, summed up from the audit.',
    table: 'Accounts and what they did',
    noun: ['account', 'accounts'],
    searchHint: 'Name or e-mail',
  },
  own: { figure: figureInAddress },
  filters: {
    dataset: datasetFilter,
    since: monthFilter('From', 11),
    until: monthFilter('To', 0),
  },
  columns: ({ dataset }) => [
    {
      label: 'Account',
      sort: 'username',
      cell: ({ id, username, fullName }) => (
        <TwoLines below={fullName}>
          <RoomLink room="accounts" item={id}>
            {username}
          </RoomLink>
        </TwoLines>
      ),
    },
    {
      label: 'Last seen',
      sort: 'last_used',
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? words.never : formatDayOf(lastUsedAt)),
    },
    ...(dataset === undefined ? [signIns] : []),
    { label: 'Queries', sort: 'queries', isNumber: true, cell: ({ queries }) => queries },
    { label: 'Exports', sort: 'exports', isNumber: true, cell: ({ exports }) => exports },
    { label: 'Rows', sort: 'exported_rows', isNumber: true, cell: ({ exportedRows }) => exportedRows },
    { label: 'Downloads', sort: 'downloads', isNumber: true, cell: ({ downloads }) => downloads },
  ],
  Above: Months,
});

/** Signing in is of no dataset. */
const signIns: RoomColumn<UsageItem> = {
  label: 'Sign-ins',
  sort: 'sign_ins',
  isNumber: true,
  cell: (one) => one.signIns,
};

interface Span {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly dataset?: string | undefined;
}

const monthsQuery = (query: Span) =>
  roomOptions(['usage', 'months', query], (signal) =>
    request(adminEndpoints.usage.months, { query, signal }),
  );

function Months({ address, onAddress, query: { since = '', until = '', dataset } }: PartProps<Span>) {
  const span = { since, until, dataset };
  const found = useQuery(monthsQuery(span));
  const figure = figureSchema.parse(address['figure']) ?? 'queries';
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
              onAddress(changed(address, { figure: currentTarget.value }), 'replace')
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
      <FailedAlert {...failureOf(save)} />
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
const maxMonths = 36;

/** Every month of a span, also those in which nothing was done; of a long span the last ones. */
function allMonths(
  found: readonly Month[],
  { since, until }: { readonly since: string; readonly until: string },
): readonly Month[] {
  const months: Month[] = [];
  const end = new Date(`${until}-01T00:00:00Z`);
  for (let back = 0; back < maxMonths; back += 1) {
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
    <Histogram
      bins={months.map((one) => ({
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
