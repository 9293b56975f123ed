import type { AnalysisResult } from '@atrium/contract/wire/analysis';
import { Skeleton, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeError } from '../../api/apiError.ts';
import { formatCount } from '../../lib/formatNumber.ts';
import { Sentences } from '../../ui/Notices.tsx';
import { Section } from '../../ui/Section.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import { type ReceiptOf, receiptFiguresOptions } from './receiptQueries.ts';
import { words } from './receiptWords.ts';

interface ReceiptFiguresProps extends ReceiptOf {
  readonly crossTab: (result: AnalysisResult) => ReactNode;
}

/** Count, attrition and cross-tab of a receipt, or why they are not shown. */
export function ReceiptFigures({ crossTab, ...of }: ReceiptFiguresProps) {
  const { data, error, refetch } = useQuery(receiptFiguresOptions(of));
  if (error !== null)
    return (
      <StateMessage
        kind="error"
        title={words.figuresFailed}
        detail={describeError(error)}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <Skeleton h={120} aria-busy="true" aria-label={words.counting} />;
  const { count, attrition, isSame, crossTab: result } = data;
  const errors = result?.errors ?? [];
  return (
    <>
      <Section title={words.figures}>
        <Stack gap="xs">
          {count === null ? (
            result === null && <Text>{words.noFigures}</Text>
          ) : (
            <Text>
              {words.count}: <strong>{formatCount(count)}</strong>
            </Text>
          )}
          {isSame === false && <Text c="dimmed">{words.notSame}</Text>}
        </Stack>
      </Section>
      {attrition.length > 1 && (
        <Section title={words.attrition}>
          <Table>
            <Table.Tbody>
              {[...attrition.entries()].map(([step, { label, count: left }]) => (
                <Table.Tr key={step}>
                  <Table.Td>{label}</Table.Td>
                  <Table.Td ta="end">{formatCount(left)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Section>
      )}
      {result !== null && (
        <Section title={words.crossTab}>
          {errors.length > 0 ? <Sentences of={errors} /> : crossTab(result)}
        </Section>
      )}
    </>
  );
}
