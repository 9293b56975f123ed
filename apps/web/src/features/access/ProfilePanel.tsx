import type { User } from '@atrium/contract/wire/access';
import type { DatasetSummary, Membership } from '@atrium/contract/wire/dataset';
import { Anchor, Card, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeError } from '../../api/apiError.ts';
import { datasetsQuery, membershipsQuery } from '../../api/session.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Section } from '../../ui/Section.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import { describeAccessEnd, describeLevel, describeLimits, profileWords as words } from './accessWords.ts';

export interface ProfilePanelProps {
  readonly user: User;
  /** Whether the account has a password here; otherwise it belongs to a provider. */
  readonly hasPassword: boolean;
}

/** The person's account, and what it may see. */
export function ProfilePanel({ user, hasPassword }: ProfilePanelProps) {
  return (
    <Stack gap="xl">
      <Section title={words.title} detail={hasPassword ? words.changes : words.changesByProvider}>
        <Facts
          facts={[
            [words.name, user.name === '' ? words.none : user.name],
            [words.username, user.username],
            [words.email, user.email === '' ? words.none : user.email],
            [words.role, user.isStaff ? words.staff : words.researcher],
          ]}
        />
      </Section>
      <Section title={words.datasets} detail={words.datasetsDetail}>
        <DatasetAccess />
      </Section>
    </Stack>
  );
}

/** What the person may see in each dataset. Looking at this list does not make anyone a member. */
function DatasetAccess() {
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
        {[describeLevel(membership.accessLevel), ...describeLimits(membership)].join(' ')}{' '}
        {describeAccessEnd(membership)}
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
        <Anchor inherit display="inline-block" py={3} href={`mailto:${dataset.contactEmail}`}>
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
