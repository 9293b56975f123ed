import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export interface SectionProps {
  readonly title: string;
  readonly detail?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A section of a page under a heading of the second level. */
export function Section({ title, detail, actions, children }: SectionProps) {
  return (
    <Stack component="section" role="group" aria-label={title} gap="md">
      <Group justify="space-between" align="end" gap="sm">
        <Stack gap={4} flex="1 1 16rem">
          <Title order={2} size="h3">
            {title}
          </Title>
          {detail !== undefined && (
            <Text size="sm" c="dimmed" maw="42rem">
              {detail}
            </Text>
          )}
        </Stack>
        {actions}
      </Group>
      {children}
    </Stack>
  );
}
