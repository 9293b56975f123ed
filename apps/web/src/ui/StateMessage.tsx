import { Button, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { CircleAlert, Inbox, RotateCw } from './icons.ts';

export interface StateMessageProps {
  readonly kind: 'empty' | 'error';
  readonly title: string;
  readonly detail?: ReactNode;
  readonly icon?: ReactNode;
  readonly action?: ReactNode;
  readonly onRetry?: () => void;
  /** Whether the title is the heading of the page. */
  readonly heading?: boolean;
}

/** Says why there is no content, and what can be done about it. */
export function StateMessage(props: StateMessageProps) {
  const { kind, title, detail, icon, action, onRetry, heading = false } = props;
  const failed = kind === 'error';
  return (
    <Stack role={failed ? 'alert' : undefined} align="center" gap="sm" py="xl" px="md" ta="center">
      <ThemeIcon size={56} radius="xl" variant="light" color={failed ? 'red' : 'tide'}>
        {icon ?? (failed ? <CircleAlert size={28} aria-hidden /> : <Inbox size={28} aria-hidden />)}
      </ThemeIcon>
      {heading ? (
        <Title order={1} size="h2">
          {title}
        </Title>
      ) : (
        <Text fw={650} size="lg">
          {title}
        </Text>
      )}
      {detail !== undefined && (
        <Text c="dimmed" maw="32rem">
          {detail}
        </Text>
      )}
      {(onRetry !== undefined || action !== undefined) && (
        <Stack align="center" gap="sm" mt="sm">
          {onRetry && (
            <Button variant="default" leftSection={<RotateCw size={16} aria-hidden />} onClick={onRetry}>
              Try again
            </Button>
          )}
          {action}
        </Stack>
      )}
    </Stack>
  );
}
