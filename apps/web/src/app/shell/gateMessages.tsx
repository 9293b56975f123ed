import type { DatasetDetail } from '@atrium/contract';
import { Alert, Button, Container, Group, Stack, Text } from '@mantine/core';
import { CircleAlert, Lock, RotateCw } from 'lucide-react';
import { describeError } from '../../api/apiError.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';

interface Failure {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Nobody knows who is signed in: an alert in place of the page (specification section 2). */
export function SessionFailed({ error, onRetry }: Failure) {
  return (
    <Container size="sm" py="xl">
      <Alert
        color="red"
        icon={<CircleAlert size={18} aria-hidden />}
        title="Your session could not be loaded"
      >
        <Stack gap="sm" align="start">
          <Text size="sm">{describeError(error, 'Report failed to load')}</Text>
          <Button
            variant="default"
            size="xs"
            leftSection={<RotateCw size={14} aria-hidden />}
            onClick={onRetry}
          >
            Try again
          </Button>
        </Stack>
      </Alert>
    </Container>
  );
}

/** The dataset of the address is unknown, closed to this person, or cannot be read now. */
export function DatasetClosed({ error, onRetry }: Failure) {
  return (
    <Container size="sm" py="xl">
      <StateMessage
        kind="error"
        heading
        title="This dataset cannot be opened"
        detail={describeError(error)}
        action={
          <Group gap="sm" justify="center">
            <LinkButton to="/">Choose another dataset</LinkButton>
            <Button variant="default" onClick={onRetry}>
              Try again
            </Button>
          </Group>
        }
      />
    </Container>
  );
}

/** A member whose level does not reach this screen (specification section 6). */
export function AccessTooLow({ dataset }: { readonly dataset: DatasetDetail }) {
  return (
    <Container size="sm" py="xl">
      <StateMessage
        kind="error"
        heading
        icon={<Lock size={28} aria-hidden />}
        title="Your access does not include this page"
        detail={
          <>
            In {dataset.name} you have: {dataset.accessLevelLabel}.{' '}
            {dataset.contactEmail !== '' && (
              <>
                Write to <a href={`mailto:${dataset.contactEmail}`}>{dataset.contactEmail}</a> to ask for
                more.
              </>
            )}
          </>
        }
        action={
          <LinkButton to="/dataset/$dataset" params={{ dataset: dataset.uniqueId }}>
            Go to dataset home
          </LinkButton>
        }
      />
    </Container>
  );
}

/** A page that looks after the site as a whole. */
export function StaffOnly() {
  return (
    <Container size="sm" py="xl">
      <StateMessage
        kind="error"
        heading
        icon={<Lock size={28} aria-hidden />}
        title="This page is for staff"
        detail="What the portal has on record of you stands in your account, under Activity."
        action={
          <LinkButton to="/account" search={{ tab: 'activity' }}>
            Go to your activity
          </LinkButton>
        }
      />
    </Container>
  );
}
