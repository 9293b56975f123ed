import { Card, Group, Text, ThemeIcon, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export interface InfoCardProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}

/** A short piece of information under a heading of the second level. */
export function InfoCard({ icon, title, children }: InfoCardProps) {
  return (
    <Card component="section" h="100%">
      <Group gap="sm" mb="xs" wrap="nowrap">
        <ThemeIcon variant="light" size={36} radius="md">
          {icon}
        </ThemeIcon>
        <Title order={2} size="h4">
          {title}
        </Title>
      </Group>
      <Text component="div" size="sm" c="dimmed">
        {children}
      </Text>
    </Card>
  );
}
