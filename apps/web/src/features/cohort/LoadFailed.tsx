import { Alert, Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { words } from './words.ts';

interface LoadFailedProps {
  readonly error: unknown;
  readonly retry?: () => void;
}

export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : words.conceptFailed;

/** What went wrong in the server's words, and a way to ask again. */
export function LoadFailed({ error, retry }: LoadFailedProps) {
  return (
    <Alert color="red" icon={<TriangleAlert size={18} />} title={messageOf(error)} role="alert">
      {retry !== undefined && (
        <Button size="xs" variant="default" onClick={retry}>
          {words.tryAgain}
        </Button>
      )}
    </Alert>
  );
}
