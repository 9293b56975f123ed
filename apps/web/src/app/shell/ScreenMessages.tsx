import type { DatasetDetail } from '@atrium/contract/wire/dataset';
import { Alert, Anchor, Button, Container, Group, Stack, Text } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ApiError, describeError } from '../../api/apiError.ts';
import { ErrorPage } from '../../ui/ErrorPage.tsx';
import { CircleAlert, Compass, Lock, RotateCw } from '../../ui/icons.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { StateMessage, type StateMessageProps } from '../../ui/StateMessage.tsx';

/** A message with a heading of its own, in place of a screen. */
const PageMessage = (props: StateMessageProps) => (
  <Container size="sm" py="xl">
    <StateMessage heading {...props} />
  </Container>
);

interface Failure {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** The portal could not find out who is signed in: an alert in place of the page (rule 11.5). */
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

/** The dataset of the address does not exist, is closed to this person, or cannot be loaded now. */
export function DatasetClosed({ error, onRetry }: Failure) {
  return (
    <PageMessage
      kind="error"
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
  );
}

/** The member's access level does not include this screen (rule 11.5). */
export function AccessTooLow({ dataset }: { readonly dataset: DatasetDetail }) {
  return (
    <PageMessage
      kind="error"
      icon={<Lock size={28} aria-hidden />}
      title="Your access does not include this page"
      detail={
        <>
          In {dataset.name} you have: {dataset.accessLevelLabel}.{' '}
          {dataset.contactEmail !== '' && (
            <>
              Write to <Anchor href={`mailto:${dataset.contactEmail}`}>{dataset.contactEmail}</Anchor> to ask
              for more.
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
  );
}

/** The screen is for staff. */
export function StaffOnly() {
  return (
    <PageMessage
      kind="error"
      icon={<Lock size={28} aria-hidden />}
      title="This page is for staff"
      detail="The portal’s record of your own actions is in your account, under Activity."
      action={
        <LinkButton to="/account" search={{ tab: 'activity' }}>
          Go to your activity
        </LinkButton>
      }
    />
  );
}

export function NotFound() {
  return (
    <PageMessage
      kind="empty"
      icon={<Compass size={28} aria-hidden />}
      title="There is no such page"
      detail="The address may be mistyped, or the page may have moved."
      action={<LinkButton to="/">Go to home page</LinkButton>}
    />
  );
}

/** Shown when a screen could not be loaded or rendered. Header and footer stay. */
export function RouteError({ error }: ErrorComponentProps) {
  return (
    <ErrorPage
      error={error}
      requestId={error instanceof ApiError ? error.requestId : undefined}
      detailed={import.meta.env.DEV}
      onHome={() => window.location.assign('/')}
      onReload={() => window.location.reload()}
    />
  );
}
