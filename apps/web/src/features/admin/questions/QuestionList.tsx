import { adminEndpoints, type QuestionItem, questionSorts } from '@atrium/contract';
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { download, request } from '../../../api/client.ts';
import { formatInstant } from '../../../lib/formatInstant.ts';
import { formatCount } from '../../../lib/formatNumber.ts';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import { DatasetFilter } from '../list/DatasetFilter.tsx';
import { type AddressProps, changed, type ListAddress, requestOf, roomOptions } from '../list/listAddress.ts';
import { RoomList } from '../list/RoomList.tsx';
import { type RoomColumn, TwoLines } from '../list/RoomTable.tsx';
import { formatMs, nameOfAction, words } from './words.ts';

export interface QuestionsAddress extends ListAddress {
  /** A day in the reader's time zone. */
  readonly day?: string | undefined;
  readonly account?: number | undefined;
  /** A user name, or a part of a name or an e-mail address. */
  readonly who?: string | undefined;
  readonly dataset?: string | undefined;
}

function dayOf(day: string) {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return { since: new Date(year, month - 1, date), until: new Date(year, month - 1, date + 1) };
}

const queryOf = ({ day, account, who, dataset, ...address }: QuestionsAddress) => ({
  ...requestOf(address, questionSorts),
  ...(day === undefined ? {} : dayOf(day)),
  account,
  who,
  dataset,
});

const questionsQuery = (address: QuestionsAddress) =>
  roomOptions(['questions', 'list', address], (signal) =>
    request(adminEndpoints.questions.list, { query: queryOf(address), signal }),
  );

interface QuestionListProps extends AddressProps<QuestionsAddress> {
  /** A link to the page of a question. */
  readonly linkTo: (question: number, text: string) => ReactNode;
}

/** Questions to the research data, found by request, account, dataset or day; the slowest of a day with one press. */
export function QuestionList({ address, onAddress, linkTo }: QuestionListProps) {
  const found = useQuery(questionsQuery(address));
  const changeFilters = (change: Partial<QuestionsAddress>) => onAddress(changed(address, change), 'replace');
  const isSlowest = address.sort === '-ms';
  return (
    <Stack gap="md">
      <RoomList
        label={words.table}
        noun={['question', 'questions']}
        found={found}
        columns={columnsWith(linkTo)}
        keyOf={({ id }) => id}
        address={address}
        usualSort="-at"
        onAddress={onAddress}
        searchHint={words.searchHint}
        isFiltered={[address.day, address.account, address.who, address.dataset].some(
          (one) => one !== undefined,
        )}
        empty={{ title: words.none, detail: words.noneDetail }}
        filters={
          <>
            <TextInput
              type="date"
              label={words.day}
              value={address.day ?? ''}
              onChange={({ currentTarget }) => changeFilters({ day: currentTarget.value || undefined })}
            />
            <DatasetFilter value={address.dataset} onChange={(dataset) => changeFilters({ dataset })} />
            <SearchBox
              label={words.who}
              flex="0 1 14rem"
              placeholder={words.whoHint}
              value={address.who ?? ''}
              onSearch={(who) => changeFilters({ who: who === '' ? undefined : who, account: undefined })}
            />
            <Button
              variant={isSlowest ? 'light' : 'default'}
              aria-pressed={isSlowest}
              onClick={() => changeFilters({ sort: isSlowest ? undefined : '-ms' })}
            >
              {words.slowest}
            </Button>
          </>
        }
        onSave={() =>
          download(adminEndpoints.questions.exportCsv, {
            query: queryOf(address),
            filename: 'questions.csv',
          })
        }
      />
      {found.data !== undefined && (
        <Text size="sm" c="dimmed">
          {words.kept(found.data.keptDays)}
        </Text>
      )}
      {found.data !== undefined && found.data.dropped > 0 && (
        <Alert color="yellow" icon={<TriangleAlert size={18} aria-hidden />}>
          {words.dropped(found.data.dropped)}
        </Alert>
      )}
    </Stack>
  );
}

const columnsWith = (linkTo: QuestionListProps['linkTo']): readonly RoomColumn<QuestionItem>[] => [
  {
    label: words.columns.at,
    sort: 'at',
    cell: ({ id, at }) => linkTo(id, formatInstant(at)),
  },
  { label: words.columns.username, sort: 'username', cell: ({ username }) => username || '–' },
  { label: words.columns.dataset, sort: 'dataset', cell: ({ dataset }) => dataset || '–' },
  {
    label: words.columns.what,
    sort: 'call',
    cell: ({ action, call, path, status }) => (
      <TwoLines below={path}>
        {status < 400
          ? nameOfAction(action, call)
          : `${nameOfAction(action, call)}, ${words.refused(status)}`}
      </TwoLines>
    ),
  },
  { label: words.columns.ms, sort: 'ms', isNumber: true, cell: ({ ms }) => formatMs(ms) },
  {
    label: words.columns.statements,
    sort: 'statements',
    isNumber: true,
    cell: ({ statements }) => formatCount(statements),
  },
  {
    label: words.columns.rows,
    sort: 'rows',
    isNumber: true,
    cell: ({ rows }) => (rows === null ? '–' : formatCount(rows)),
  },
];
