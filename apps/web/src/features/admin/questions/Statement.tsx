import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { RanStatement } from '@atrium/contract/endpoints/adminQuestions';
import { Button, Card, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../api/client.ts';
import { failureOf } from '../../../api/failureOf.ts';
import { CodeBlock } from '../../../ui/CodeBlock.tsx';
import { FailedAlert } from '../../../ui/FailedAlert.tsx';
import { Disclosure } from './Disclosure.tsx';
import { formatMs, words } from './questionsWords.ts';

interface StatementProps {
  readonly questionId: number;
  readonly index: number;
  readonly statement: RanStatement;
  /** Of the whole question, of which the statement is a part. */
  readonly wholeMs: number;
  readonly canExplain: boolean;
}

/** A statement as it ran, with its values; its plan where its release is there. */
export function Statement({ questionId, index, statement, wholeMs, canExplain }: StatementProps) {
  const { text, values, begin, ms, rows, isCut } = statement;
  const explain = useMutation({
    mutationFn: (analyze: boolean) =>
      request(adminEndpoints.questions.explain, {
        params: { questionId },
        body: { statement: index, analyze },
      }),
  });
  const share = wholeMs === 0 ? 0 : Math.min(100, (100 * ms) / wholeMs);
  return (
    <Card component="section" aria-label={words.step(index + 1)} padding="md">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Title order={3} size="h5">
            {words.step(index + 1)}
          </Title>
          <Text size="sm" c="dimmed" className="tabular">
            {words.stepFacts(formatMs(ms), formatMs(begin), words.rows(rows))}
          </Text>
        </Group>
        <Progress value={share} size="xs" aria-hidden />
        {isCut && (
          <Text size="sm" c="dimmed">
            {words.cut}
          </Text>
        )}
        <Disclosure title={words.sql}>
          <CodeBlock
            code={text}
            name={words.copyOf(words.sql, index + 1)}
            copy={words.copy}
            done={words.copied}
          />
        </Disclosure>
        <Disclosure title={words.parameters}>
          {values.length === 0 ? (
            <Text size="sm">{words.noParameters}</Text>
          ) : (
            <CodeBlock
              code={values.map((value, at) => `$${at + 1} = ${JSON.stringify(value)}`).join('\n')}
              name={words.copyOf(words.parameters, index + 1)}
              copy={words.copy}
              done={words.copied}
            />
          )}
        </Disclosure>
        <Group gap="sm">
          {canExplain && !isCut && (
            <>
              <Button
                variant="default"
                loading={explain.isPending && !explain.variables}
                onClick={() => explain.mutate(false)}
              >
                {words.plan}
              </Button>
              <Button
                variant="default"
                loading={explain.isPending && explain.variables}
                onClick={() => explain.mutate(true)}
              >
                {words.analyze}
              </Button>
            </>
          )}
        </Group>
        <FailedAlert {...failureOf(explain)} />
        {explain.data !== undefined && (
          <Stack gap="xs" role="status">
            <Text size="sm" fw={600}>
              {words.planOf(formatMs(explain.data.ms))}
            </Text>
            <CodeBlock
              code={explain.data.plan}
              name={words.copyOf(words.thePlan, index + 1)}
              copy={words.copy}
              done={words.copied}
            />
          </Stack>
        )}
      </Stack>
    </Card>
  );
}
