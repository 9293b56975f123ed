import { accessEndpoints } from '@atrium/contract/endpoints/access';
import type { Assistant } from '@atrium/contract/wire/assistant';
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../api/client.ts';
import { failureOf } from '../../../api/failureOf.ts';
import { formatInstant } from '../../../lib/formatInstant.ts';
import { CopyText } from '../../../ui/CopyText.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { FailedAlert } from '../../../ui/FailedAlert.tsx';
import { Section } from '../../../ui/Section.tsx';
import { assistantsQuery } from '../accessQueries.ts';
import { Loaded } from '../Loaded.tsx';
import { NewSecret } from '../token/NewToken.tsx';
import { AllowAssistant } from './AllowAssistant.tsx';
import { assistantWords as words } from './assistantWords.ts';

interface AssistantsPanelProps {
  /** The origin of the calls. */
  readonly origin: string;
}

/** Allows programs for this session, shows the terms first, and ends them (rule 14.80). */
export function AssistantsPanel({ origin }: AssistantsPanelProps) {
  const [made, setMade] = useState<{ readonly name: string; readonly secret: string }>();
  const query = useQuery(assistantsQuery);
  const address = `${origin}/api/mcp`;
  return (
    <Section title={words.title} detail={words.detail}>
      {made === undefined ? (
        <AllowAssistant onAllowed={setMade} />
      ) : (
        <NewSecret {...made} onStored={() => setMade(undefined)} />
      )}
      <Group gap="sm">
        <Text size="sm">
          {words.address}: <code>{address}</code>
        </Text>
        <CopyText text={address} label={words.copy} done={words.copied} />
      </Group>
      <Title order={3}>{words.list}</Title>
      <Loaded query={query} failed={words.failed}>
        {(assistants) => <AssistantList assistants={assistants} />}
      </Loaded>
    </Section>
  );
}

function AssistantList({ assistants }: { readonly assistants: readonly Assistant[] }) {
  const end = useEndAssistant();
  if (assistants.length === 0) return <Text c="dimmed">{words.none}</Text>;
  return (
    <Stack gap="sm">
      <FailedAlert {...failureOf(end)} />
      <Stack gap="sm" component="ul" aria-label={words.list} p={0} m={0} style={{ listStyle: 'none' }}>
        {assistants.map(({ id, name, lastUsedAt, expiresAt }) => (
          <Card key={id} component="li" padding="md">
            <Stack gap="sm">
              <Group justify="space-between" gap="sm">
                <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {name}
                </Text>
                <Button
                  variant="default"
                  aria-label={words.endName(name)}
                  loading={end.isPending && end.variables === id}
                  onClick={() => end.mutate(id)}
                >
                  {words.end}
                </Button>
              </Group>
              <Facts
                facts={[
                  [words.lastUsed, lastUsedAt === null ? words.never : formatInstant(lastUsedAt)],
                  [words.endsAt, formatInstant(expiresAt)],
                ]}
              />
            </Stack>
          </Card>
        ))}
      </Stack>
    </Stack>
  );
}

/** The token of an assistant is ended like any other. */
function useEndAssistant() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (tokenId: number) => request(accessEndpoints.revokeToken, { params: { tokenId } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: assistantsQuery.queryKey });
      notifications.show({ message: words.ended });
    },
  });
}
