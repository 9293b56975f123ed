import type { DictionaryCheckReply } from '@atrium/contract/wire/adminData';
import { List, Skeleton, Stack, Text } from '@mantine/core';
import { words } from './dataWords.ts';

interface EndangeredReportsProps {
  readonly found: DictionaryCheckReply['endangered'] | undefined;
  readonly isPending: boolean;
}

/** The reports that a release would break, or take something from. */
export function EndangeredReports({ found, isPending }: EndangeredReportsProps) {
  const { releases } = words;
  if (isPending)
    return (
      <Stack gap="xs" role="status">
        <Text size="sm" c="dimmed">
          {releases.checking}
        </Text>
        <Skeleton h={18} />
      </Stack>
    );
  if (found === undefined) return null;
  if (found.length === 0) return <Text size="sm">{releases.breaksNone}</Text>;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {releases.breaks(found.length)}
      </Text>
      <List size="sm" spacing="xs">
        {found.map(({ id, name, creator, staysOnOwn, errors, lost }) => (
          <List.Item key={id}>
            {name}, {creator}
            {staysOnOwn && ` (${releases.staysOnOwn})`}
            <List size="sm" withPadding>
              {errors.map((error) => (
                <List.Item key={error}>{releases.breaksWith(error)}</List.Item>
              ))}
              {lost.map(({ kind, part, label }) => (
                <List.Item key={`${part} ${kind} ${label}`}>{releases.loses(part, kind, label)}</List.Item>
              ))}
            </List>
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
