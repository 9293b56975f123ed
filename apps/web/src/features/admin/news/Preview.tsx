import { isLinkAddress } from '@atrium/contract/documents/linkAddress';
import { Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { describeError } from '../../../api/apiError.ts';
import { FailedAlert } from '../../../ui/FailedAlert.tsx';
import { RichText } from '../../../ui/RichText.tsx';
import { previewQuery } from './adminNewsQueries.ts';
import { words } from './adminNewsWords.ts';

const pauseMs = 300;

/** The text as readers will get it, made and sanitised by the server. */
export function Preview({ title, source }: { readonly title: string; readonly source: string }) {
  const [settled] = useDebouncedValue(source, pauseMs);
  const isEmpty = settled.trim() === '';
  const shown = useQuery({ ...previewQuery(settled), enabled: !isEmpty });
  return (
    <Stack component="section" gap="xs" aria-label={words.preview}>
      <Text size="sm" fw={600}>
        {words.preview}
      </Text>
      <Paper withBorder p="lg" aria-busy={shown.isFetching}>
        {isEmpty ? (
          <Text c="dimmed">{words.previewEmpty}</Text>
        ) : shown.data === undefined ? (
          shown.error === null ? (
            <Skeleton h={120} />
          ) : (
            <FailedAlert
              says={describeError(shown.error, words.previewFailed)}
              onRetry={() => void shown.refetch()}
            />
          )
        ) : (
          <Stack gap="sm">
            <Title order={2}>{title}</Title>
            <RichText html={shown.data.body} headingsFrom={3} isLink={isLinkAddress} />
          </Stack>
        )}
      </Paper>
    </Stack>
  );
}
