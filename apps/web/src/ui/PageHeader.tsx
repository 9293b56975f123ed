import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useArrivalFocus } from './useArrivalFocus.ts';

export interface PageHeaderProps {
  readonly title: ReactNode;
  readonly eyebrow?: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
}

/** The header of a page with its only h1, which gets the focus when the person comes from another page. */
export function PageHeader({ title, eyebrow, description, actions }: PageHeaderProps) {
  const heading = useArrivalFocus<HTMLHeadingElement>();
  return (
    <Group component="header" justify="space-between" align="end" gap="md" wrap="wrap">
      <Stack gap={6} flex="1 1 20rem" miw={0}>
        {eyebrow !== undefined && (
          <Text size="xs" fw={600} c="var(--atrium-accent-ink)" tt="uppercase" lts="0.06em">
            {eyebrow}
          </Text>
        )}
        <Title order={1} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {description !== undefined && (
          <Text c="dimmed" maw="42rem">
            {description}
          </Text>
        )}
      </Stack>
      {actions !== undefined && <Group gap="xs">{actions}</Group>}
    </Group>
  );
}
