import { Alert, Button, Stack, Text } from '@mantine/core';
import { CircleAlert } from 'lucide-react';

interface FailedAlertProps {
  readonly says: string;
  readonly onRetry: () => void;
}

/** Says within a dialog that a part of it could not be loaded. */
export const FailedAlert = ({ says, onRetry }: FailedAlertProps) => (
  <Alert color="red" role="alert" icon={<CircleAlert size={18} aria-hidden />}>
    <Stack gap="xs" align="start">
      <Text size="sm">{says}</Text>
      <Button size="xs" variant="default" onClick={onRetry}>
        Try again
      </Button>
    </Stack>
  </Alert>
);
