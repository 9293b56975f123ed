import { accessEndpoints, type Session } from '@atrium/contract';
import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError } from '../../../api/apiError.ts';
import { request } from '../../../api/client.ts';
import { formatInstant } from '../../../lib/formatInstant.ts';
import { sessionsQuery } from '../queries.ts';
import { sessionsWords as words } from './sessionsWords.ts';

export interface SessionCardProps {
  readonly session: Session;
  /** Through whom the session began, where that was not a password here. */
  readonly provider: string | undefined;
}

/** One session: which browser, since when, from where; others than this one can be ended. */
export function SessionCard({ session, provider }: SessionCardProps) {
  const end = useEnd(session.id);
  const agent = session.agent === '' ? words.unknownAgent : session.agent;
  const begun = formatInstant(session.createdAt);
  const origin = [
    ...(session.address === '' ? [] : [words.from(session.address)]),
    ...(provider === undefined ? [] : [words.through(provider)]),
  ];
  return (
    <Card padding="md" aria-current={session.current || undefined}>
      <Group justify="space-between" gap="sm">
        <Stack gap={2} flex="1 1 14rem" miw={0}>
          <Group gap="xs">
            <Text fw={600}>{agent}</Text>
            {session.current && (
              <Badge variant="light" tt="none">
                {words.current}
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed" className="tabular">
            {words.since(begun, formatInstant(session.lastSeenAt))}
          </Text>
          {origin.length > 0 && (
            <Text size="sm" c="dimmed" className="tabular" style={{ overflowWrap: 'anywhere' }}>
              {origin.join(' ')}
            </Text>
          )}
        </Stack>
        {!session.current && (
          <Button
            variant="default"
            aria-label={words.endName(agent, begun)}
            loading={end.isPending}
            onClick={() => end.mutate()}
          >
            {words.end}
          </Button>
        )}
      </Group>
    </Card>
  );
}

function useEnd(sessionId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request(accessEndpoints.revokeSession, { params: { sessionId } }),
    onSuccess: () => notifications.show({ message: words.ended }),
    onError: (error) =>
      notifications.show({ color: 'red', title: words.endFailed, message: describeError(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
