import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { HealthPart, HealthState } from '@atrium/contract/wire/adminHealth';
import { Badge, Button, Card, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { describeError } from '../../../api/apiError.ts';
import { request } from '../../../api/client.ts';
import { formatInstant } from '../../../lib/formatInstant.ts';
import { Facts } from '../../../ui/Facts.tsx';
import { CircleAlert, CircleCheck, CircleHelp, RotateCw, TriangleAlert } from '../../../ui/icons.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { StateMessage } from '../../../ui/StateMessage.tsx';
import type { RoomProps } from '../rooms/RoomFrame.tsx';
import { words } from './healthWords.ts';

const everyMs = 30_000;

const healthQuery = queryOptions({
  queryKey: ['admin', 'health'],
  queryFn: ({ signal }) => request(adminEndpoints.health.look, { signal }),
  refetchInterval: ({ state }) => (state.status === 'error' ? false : everyMs),
  staleTime: 0,
});

/** The state of each part of the portal; parts that need attention come first. */
export const HealthRoom = ({ title }: RoomProps) => (
  <Stack gap="lg">
    <PageHeader title={title} description={words.detail} />
    <HealthBoard />
  </Stack>
);

function HealthBoard() {
  const found = useQuery(healthQuery);
  if (found.data === undefined)
    return found.isError ? (
      <StateMessage
        kind="error"
        title={words.failed}
        detail={describeError(found.error)}
        onRetry={() => void found.refetch()}
      />
    ) : (
      <SimpleGrid cols={{ base: 1, md: 2 }} aria-busy="true">
        {[0, 1, 2, 3, 4, 5].map((line) => (
          <Skeleton key={line} h={150} radius="lg" />
        ))}
      </SimpleGrid>
    );
  const parts = [...found.data.parts].sort((one, other) => rank[one.state] - rank[other.state]);
  const troubled = parts.filter(({ state }) => state !== 'good').length;
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Text role="status" fw={600}>
          {words.summary(troubled)}
        </Text>
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            {words.at(formatInstant(found.data.at))}
          </Text>
          <Button
            variant="default"
            loading={found.isFetching}
            leftSection={<RotateCw size={16} aria-hidden />}
            onClick={() => void found.refetch()}
          >
            {words.lookAgain}
          </Button>
        </Group>
      </Group>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {parts.map((part) => (
          <Part key={part.part} part={part} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

const rank: Readonly<Record<HealthState, number>> = { bad: 0, warning: 1, unknown: 2, good: 3 };
const looks = {
  bad: { colour: 'red', icon: CircleAlert },
  warning: { colour: 'yellow', icon: TriangleAlert },
  unknown: { colour: 'gray', icon: CircleHelp },
  good: { colour: 'tide', icon: CircleCheck },
} as const;

function Part({ part: { part, state, sentence, advice, facts } }: { readonly part: HealthPart }) {
  const { colour, icon: Icon } = looks[state];
  return (
    <Card component="section" aria-label={words.parts[part]} padding="md">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4">
            {words.parts[part]}
          </Title>
          <Badge color={colour} variant="light" tt="none" leftSection={<Icon size={13} aria-hidden />}>
            {words.states[state]}
          </Badge>
        </Group>
        <Text size="sm">{sentence}</Text>
        {advice !== null && (
          <Text size="sm" fw={500}>
            {advice}
          </Text>
        )}
        {facts.length > 0 && <Facts facts={facts.map(({ name, value }) => [name, value] as const)} />}
      </Stack>
    </Card>
  );
}
