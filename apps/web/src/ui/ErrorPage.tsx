import { Button, Code, Container, Group, Paper, Stack, Text } from '@mantine/core';
import { House, RotateCw } from './icons.ts';
import { PageHeader } from './PageHeader.tsx';

export interface ErrorPageProps {
  readonly error: unknown;
  /** Shows the message and the stack, for developers. */
  readonly detailed?: boolean;
  /** The id of the failed call in the portal's log. */
  readonly requestId?: string | undefined;
  readonly onHome: () => void;
  readonly onReload: () => void;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Shown when a page cannot be loaded or rendered (rule 11.5). */
export function ErrorPage({ error, detailed = false, requestId, onHome, onReload }: ErrorPageProps) {
  return (
    <Container size="sm" py="xl">
      <Stack gap="lg">
        <PageHeader title="Something went wrong" />
        <Paper
          role="alert"
          p="lg"
          bg="var(--atrium-surface-sunken)"
          mah="20rem"
          style={{ overflow: 'auto' }}
          tabIndex={0}
        >
          <Text fw={600}>Refused to fetch</Text>
          <Text c="dimmed">You may have been logged out, or the api may be experiencing issues</Text>
          {requestId !== undefined && (
            <Text c="dimmed" size="sm" mt="xs">
              For the support: request {requestId}
            </Text>
          )}
          {detailed && (
            <Code block mt="md">
              {stackOf(error)}
            </Code>
          )}
        </Paper>
        <Group gap="sm">
          <Button leftSection={<House size={16} aria-hidden />} onClick={onHome}>
            Go to home page
          </Button>
          <Button variant="default" leftSection={<RotateCw size={16} aria-hidden />} onClick={onReload}>
            Reload Page
          </Button>
        </Group>
      </Stack>
    </Container>
  );
}
