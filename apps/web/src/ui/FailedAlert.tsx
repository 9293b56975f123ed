import { Alert, Button, Stack, Text } from '@mantine/core';
import { CircleAlert } from './icons.ts';

interface FailedAlertProps {
  /** Null where nothing has failed. */
  readonly says: string | null;
  readonly title?: string;
  readonly onRetry?: () => void;
}

/** Says within a page or dialog that something has failed. */
export function FailedAlert({ says, title, onRetry }: FailedAlertProps) {
  if (says === null) return null;
  return (
    <Alert color="red" role="alert" icon={<CircleAlert size={18} aria-hidden />} title={title}>
      {onRetry === undefined ? (
        says
      ) : (
        <Stack gap="xs" align="start">
          <Text size="sm">{says}</Text>
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        </Stack>
      )}
    </Alert>
  );
}
