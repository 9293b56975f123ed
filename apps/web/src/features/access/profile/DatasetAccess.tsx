import type { DatasetSummary } from '@atrium/contract';
import { Anchor, Card, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { datasetQuery, datasetsQuery } from '../../../api/session.ts';
import { StateMessage } from '../../../ui/StateMessage.tsx';
import { describeLevel, describeLimits, profileWords as words } from './words.ts';

/** Each dataset with what the person may see there. */
export function DatasetAccess() {
  const { data, error, refetch } = useQuery(datasetsQuery);
  if (error !== null)
    return (
      <StateMessage
        kind="error"
        title={words.failed}
        detail={describeError(error)}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <Skeleton h={96} radius="lg" />;
  if (data.length === 0) return <Text c="dimmed">{words.noDatasets}</Text>;
  return (
    <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {data.map((dataset) => (
        <li key={dataset.uniqueId}>
          <Card padding="md">
            {dataset.selectable ? <Member dataset={dataset} /> : <Outsider dataset={dataset} />}
          </Card>
        </li>
      ))}
    </Stack>
  );
}

function Member({ dataset }: { readonly dataset: DatasetSummary }) {
  const { data, error } = useQuery(datasetQuery(dataset.uniqueId));
  if (error !== null) return <Named dataset={dataset}>{describeError(error)}</Named>;
  if (data === undefined) return <Skeleton h={48} />;
  return (
    <Named dataset={dataset} level={data.accessLevelLabel}>
      {[describeLevel(data.accessLevel), ...describeLimits(data)].join(' ')}
    </Named>
  );
}

function Outsider({ dataset }: { readonly dataset: DatasetSummary }) {
  return (
    <Named dataset={dataset}>
      {words.closed}{' '}
      {dataset.contactEmail !== '' && (
        <Anchor inherit href={`mailto:${dataset.contactEmail}`}>
          {words.ask}
        </Anchor>
      )}
    </Named>
  );
}

interface NamedProps {
  readonly dataset: DatasetSummary;
  readonly level?: string;
  readonly children: ReactNode;
}

function Named({ dataset, level, children }: NamedProps) {
  return (
    <Stack gap={4}>
      <Group gap="sm" justify="space-between">
        <Text fw={600}>{dataset.name}</Text>
        {level !== undefined && (
          <Text size="sm" fw={600} c="var(--atrium-brand-ink)">
            {level}
          </Text>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    </Stack>
  );
}
