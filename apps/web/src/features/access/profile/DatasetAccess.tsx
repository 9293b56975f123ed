import type { DatasetSummary, Membership } from '@atrium/contract';
import { Anchor, Card, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { datasetsQuery, membershipsQuery } from '../../../api/session.ts';
import { StateMessage } from '../../../ui/StateMessage.tsx';
import { describeLevel, describeLimits, profileWords as words } from './words.ts';

/** Each dataset with what the person may see there; none is entered by it. */
export function DatasetAccess() {
  const datasets = useQuery(datasetsQuery);
  const memberships = useQuery(membershipsQuery);
  const error = datasets.error ?? memberships.error;
  if (error !== null)
    return (
      <StateMessage
        kind="error"
        title={words.failed}
        detail={describeError(error)}
        onRetry={() => void Promise.all([datasets.refetch(), memberships.refetch()])}
      />
    );
  if (datasets.data === undefined || memberships.data === undefined) return <Skeleton h={96} radius="lg" />;
  if (datasets.data.length === 0) return <Text c="dimmed">{words.noDatasets}</Text>;
  const membershipAt = ({ uniqueId }: DatasetSummary): Membership | undefined =>
    memberships.data.find(({ dataset }) => dataset === uniqueId);
  return (
    <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {datasets.data.map((dataset) => (
        <li key={dataset.uniqueId}>
          <Card padding="md">
            <Access dataset={dataset} membership={membershipAt(dataset)} />
          </Card>
        </li>
      ))}
    </Stack>
  );
}

interface AccessProps {
  readonly dataset: DatasetSummary;
  readonly membership: Membership | undefined;
}

function Access({ dataset, membership }: AccessProps) {
  if (membership !== undefined)
    return (
      <Named dataset={dataset} level={membership.accessLevelLabel}>
        {[describeLevel(membership.accessLevel), ...describeLimits(membership)].join(' ')}
      </Named>
    );
  if (dataset.selectable) return <Named dataset={dataset}>{words.open}</Named>;
  return <Outsider dataset={dataset} />;
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
