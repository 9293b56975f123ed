import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { QuestionDetail } from '@atrium/contract/endpoints/adminQuestions';
import { Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { request } from '../../../api/client.ts';
import { formatInstant } from '../../../lib/formatInstant.ts';
import { CodeBlock } from '../../../ui/CodeBlock.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Section } from '../../../ui/Section.tsx';
import { ItemPage } from '../rooms/ItemPage.tsx';
import { Disclosure } from './Disclosure.tsx';
import { formatMs, nameOfAction, words } from './questionsWords.ts';
import { Statement } from './Statement.tsx';

interface QuestionPageProps {
  readonly questionId: number;
  /** The link back to all questions. */
  readonly back: ReactNode;
}

/** One question: what was asked, in words; each statement with its values, time and plan. */
export function QuestionPage({ questionId, back }: QuestionPageProps) {
  const found = useQuery({
    queryKey: ['admin', 'questions', questionId],
    queryFn: ({ signal }) => request(adminEndpoints.questions.detail, { params: { questionId }, signal }),
    retry: false,
    // Each load adds a line to the audit, and a question never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <ItemPage found={found} failed={words.failed} back={back} skeletonHeights={[56, 120, 240]}>
      {(question) => <Loaded question={question} back={back} />}
    </ItemPage>
  );
}

function Loaded({ question, back }: { readonly question: QuestionDetail; readonly back: ReactNode }) {
  const { action, call, ran, id, canExplain } = question;
  return (
    <Stack gap="xl">
      <PageHeader eyebrow={back} title={nameOfAction(action, call)} />
      <Paper withBorder p="md">
        <Facts facts={factsOf(question)} />
      </Paper>
      <Section title={words.recordedQuery}>
        <Definitions definitions={question.definitions} />
      </Section>
      <Section title={words.steps} {...(!canExplain && ran.length > 0 && { detail: words.gone })}>
        {ran.length === 0 ? (
          <Text c="dimmed">{words.noSteps}</Text>
        ) : (
          <Stack gap="md">
            {ran.map((statement, index) => (
              <Statement
                // biome-ignore lint/suspicious/noArrayIndexKey: the statements of a question never change
                key={index}
                questionId={id}
                index={index}
                statement={statement}
                wholeMs={question.ms}
                canExplain={canExplain}
              />
            ))}
          </Stack>
        )}
      </Section>
    </Stack>
  );
}

function Definitions({ definitions }: Pick<QuestionDetail, 'definitions'>) {
  if (definitions.length === 0) return <Text c="dimmed">{words.noDefinition}</Text>;
  return definitions.map(({ kind, hash, description, definition }) => (
    <Stack key={kind + hash} gap="xs">
      <Text fw={600} size="sm">
        {words.kinds[kind]}
      </Text>
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {description}
      </Text>
      <Disclosure title={words.exactly}>
        <CodeBlock
          code={JSON.stringify(definition, null, 2)}
          name={words.copyDefinition(words.kinds[kind])}
          copy={words.copy}
          done={words.copied}
        />
      </Disclosure>
    </Stack>
  ));
}

function factsOf(question: QuestionDetail): readonly (readonly [string, ReactNode])[] {
  const { facts } = words;
  const inStatements = question.ran.reduce((sum, { ms }) => sum + ms, 0);
  return [
    [facts.at, formatInstant(question.at)],
    [facts.account, question.username || '–'],
    [facts.dataset, question.dataset || '–'],
    [facts.ms, formatMs(question.ms)],
    [facts.inStatements, formatMs(inStatements)],
    [facts.status, String(question.status)],
    [facts.call, question.call],
    ...(question.path === '' ? [] : [[facts.path, question.path] as const]),
    [facts.request, question.requestId],
  ];
}
