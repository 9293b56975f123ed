import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { QuestionList } from '@atrium/contract/endpoints/adminQuestions';
import { Alert, Button, Text } from '@mantine/core';
import { formatInstant } from '../../../lib/formatInstant.ts';
import { TriangleAlert } from '../../../ui/icons.ts';
import { accountFilter, datasetFilter, dayFilter, personFilter } from '../list/filters.tsx';
import { changed } from '../list/listAddress.ts';
import { TwoLines } from '../list/RoomTable.tsx';
import { defineRoom, numbered, type PartProps } from '../rooms/defineRoom.tsx';
import { RoomLink } from '../rooms/RoomLink.tsx';
import { QuestionPage } from './QuestionPage.tsx';
import { formatMs, nameOfAction, words } from './questionsWords.ts';

/** Questions to the research data, found by request, account, dataset or day; the slowest of a day with one press. */
export const QuestionsRoom = defineRoom({
  calls: adminEndpoints.questions,
  words: {
    detail:
      'Questions to the research data with their statements and times. Looking at one is noted in the audit: its values may have been typed by a person.',
    table: 'Questions',
    noun: ['question', 'questions'],
    searchHint: 'Account, path or request id',
    none: 'No questions yet',
    noneDetail: 'As soon as somebody counts a cohort or looks at results, it is here.',
  },
  own: { day: dayFilter },
  filters: { dataset: datasetFilter, account: accountFilter, who: personFilter },
  columns: () => [
    {
      label: 'When',
      sort: 'at',
      cell: ({ id, at }) => (
        <RoomLink room="questions" item={id}>
          {formatInstant(at)}
        </RoomLink>
      ),
    },
    { label: 'Account', sort: 'username', cell: ({ username }) => username || null },
    { label: 'Dataset', sort: 'dataset', cell: ({ dataset }) => dataset || null },
    {
      label: 'What',
      sort: 'call',
      cell: ({ action, call, path, status }) => (
        <TwoLines below={path}>
          {status < 400
            ? nameOfAction(action, call)
            : `${nameOfAction(action, call)}, ${words.refused(status)}`}
        </TwoLines>
      ),
    },
    { label: 'Time', sort: 'ms', isNumber: true, cell: ({ ms }) => formatMs(ms) },
    { label: 'Statements', sort: 'statements', isNumber: true, cell: ({ statements }) => statements },
    { label: 'Rows', sort: 'rows', isNumber: true, cell: ({ rows }) => rows },
  ],
  Beside: SlowestFirst,
  Below: Notes,
  page: numbered((id) => (
    <QuestionPage questionId={id} back={<RoomLink room="questions">{words.back}</RoomLink>} />
  )),
});

function SlowestFirst({ address, onAddress }: PartProps) {
  const isSlowest = address.sort === '-ms';
  return (
    <Button
      variant={isSlowest ? 'light' : 'default'}
      aria-pressed={isSlowest}
      onClick={() => onAddress(changed(address, { sort: isSlowest ? undefined : '-ms' }), 'replace')}
    >
      {words.slowest}
    </Button>
  );
}

function Notes({ reply: { keptDays, dropped } }: { readonly reply: QuestionList }) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {words.kept(keptDays)}
      </Text>
      {dropped > 0 && (
        <Alert color="yellow" icon={<TriangleAlert size={18} aria-hidden />}>
          {words.dropped(dropped)}
        </Alert>
      )}
    </>
  );
}
