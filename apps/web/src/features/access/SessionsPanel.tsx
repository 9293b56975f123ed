import { accessEndpoints } from '@atrium/contract/endpoints/access';
import type { SignInProvider } from '@atrium/contract/wire/access';
import type { Session } from '@atrium/contract/wire/session';
import { Badge, Button, Card, Checkbox, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../../api/apiError.ts';
import { request } from '../../api/client.ts';
import { countDrafts, forgetDrafts } from '../../api/drafts.ts';
import { formatInstant } from '../../lib/formatInstant.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { LogOut } from '../../ui/icons.ts';
import { Section } from '../../ui/Section.tsx';
import { sessionsQuery } from './accessQueries.ts';
import { sessionsWords as words } from './accessWords.ts';
import { Loaded } from './Loaded.tsx';
import { forgetSessionContext } from './session/sessionContext.ts';
import { leaveFor, signOutWords } from './useSignOut.ts';

export interface SessionsPanelProps {
  readonly providers: readonly SignInProvider[];
}

/** Lists the person's sessions, each of which can be ended, alone or with all others. */
export function SessionsPanel({ providers }: SessionsPanelProps) {
  const query = useQuery(sessionsQuery);
  const [isAsking, setIsAsking] = useState(false);
  const everywhere = (
    <Button
      variant="light"
      color="red"
      leftSection={<LogOut size={16} aria-hidden />}
      onClick={() => setIsAsking(true)}
    >
      {words.everywhere}
    </Button>
  );
  return (
    <Section title={words.title} detail={words.detail} actions={everywhere}>
      <Loaded query={query} failed={words.failed} height={160}>
        {(sessions) => <SessionList sessions={sessions} providers={providers} />}
      </Loaded>
      {isAsking && <EverywhereDialog count={query.data?.length ?? 1} onClose={() => setIsAsking(false)} />}
    </Section>
  );
}

function SessionList({
  sessions,
  providers,
}: SessionsPanelProps & { readonly sessions: readonly Session[] }) {
  const ordered = [...sessions].sort((one, other) => Number(other.current) - Number(one.current));
  return (
    <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {ordered.map((session) => (
        <li key={session.id}>
          <SessionCard
            session={session}
            provider={
              providers.find(({ id }) => id === session.provider)?.label ?? session.provider ?? undefined
            }
          />
        </li>
      ))}
    </Stack>
  );
}

interface SessionCardProps {
  readonly session: Session;
  /** The provider through which the person signed in; undefined where it was a password of this site. */
  readonly provider: string | undefined;
}

/** One session: its browser, when it began and from where. Any session but this one can be ended. */
function SessionCard({ session, provider }: SessionCardProps) {
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

interface EverywhereDialogProps {
  readonly count: number;
  readonly onClose: () => void;
}

/** Asks, then ends all of the person's sessions, on request the tokens too, and leaves the page. */
function EverywhereDialog({ count, onClose }: EverywhereDialogProps) {
  const [revokeTokens, setRevokeTokens] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => request(accessEndpoints.signOutEverywhere, { body: { revokeTokens } }),
    onSuccess: ({ logoutUrl }) => {
      forgetSessionContext();
      forgetDrafts();
      leaveFor(logoutUrl);
    },
  });
  return (
    <ConfirmDialog
      title={words.everywhereTitle}
      confirm={words.everywhere}
      cancel={words.cancel}
      isBusy={isPending}
      failure={error && describeError(error)}
      choice={
        <Checkbox
          checked={revokeTokens}
          onChange={({ currentTarget }) => setRevokeTokens(currentTarget.checked)}
          label={words.tokens}
          description={words.tokensDetail}
        />
      }
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      {words.everywhereDetail(count)} {countDrafts() > 0 && signOutWords.drafts(countDrafts())}
    </ConfirmDialog>
  );
}
