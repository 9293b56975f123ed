import { Alert, Button } from '@mantine/core';
import { describeError } from '../../api/apiError.ts';
import { TriangleAlert } from '../../ui/icons.ts';
import { words } from './cohortWords.ts';

interface LoadFailedProps {
  readonly error: unknown;
  readonly retry?: () => void;
}

export const messageOf = (error: unknown): string => describeError(error, words.conceptFailed);

/** The server's message about a failure, and a button to try again. */
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
