import type { Session, SignInProvider } from '@atrium/contract';
import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { Section } from '../../../ui/Section.tsx';
import { StateMessage } from '../../../ui/StateMessage.tsx';
import { sessionsQuery } from '../queries.ts';
import { EverywhereDialog } from './EverywhereDialog.tsx';
import { SessionCard } from './SessionCard.tsx';
import { sessionsWords as words } from './sessionsWords.ts';

export interface SessionsPanelProps {
  readonly providers: readonly SignInProvider[];
}

/** Where the person is signed in, and ways to end it. */
export function SessionsPanel({ providers }: SessionsPanelProps) {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const [isAsked, setIsAsked] = useState(false);
  const everywhere = (
    <Button
      variant="light"
      color="red"
      leftSection={<LogOut size={16} aria-hidden />}
      onClick={() => setIsAsked(true)}
    >
      {words.everywhere}
    </Button>
  );
  return (
    <Section title={words.title} detail={words.detail} actions={everywhere}>
      {data !== undefined && <SessionList sessions={data} providers={providers} />}
      {data === undefined && error === null && <Skeleton h={160} radius="lg" />}
      {data === undefined && error !== null && (
        <StateMessage
          kind="error"
          title={words.failed}
          detail={describeError(error)}
          onRetry={() => void refetch()}
        />
      )}
      {isAsked && <EverywhereDialog count={data?.length ?? 1} onClose={() => setIsAsked(false)} />}
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
