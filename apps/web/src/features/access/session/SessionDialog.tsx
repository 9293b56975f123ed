import { Alert, Button, Group, Modal, Stack, Text, VisuallyHidden } from '@mantine/core';
import { LogIn, LogOut } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { useSignOut } from '../useSignOut.ts';
import type { SessionState } from './judgeSession.ts';
import classes from './SessionDialog.module.css';
import { signInPageFor, useForcedEnd } from './useForcedEnd.ts';
import type { SessionWatch } from './useSessionWatch.ts';
import { clockTime, sessionWords as words } from './words.ts';

/** The remaining time is spoken this often and no more, in seconds before the end. */
const spokenAt = [10, 30, 60] as const;

/** Warns before the session ends, with the time that is left, and stays while it is being ended. */
export function SessionDialog({ watch }: { readonly watch: SessionWatch }) {
  const [dismissed, setDismissed] = useState<number>();
  const { state, isFinal } = watch;
  const isDismissed = state.kind === 'warning' && state.endsAt === dismissed;
  const goOn = () => setDismissed(state.kind === 'warning' ? state.endsAt : undefined);
  const close = isFinal ? goOn : watch.stay;
  return (
    <Modal
      opened={state.kind !== 'calm' && !isDismissed}
      onClose={state.kind === 'warning' ? close : () => {}}
      title={titleOf(state, isFinal)}
      closeOnClickOutside={false}
      withCloseButton={false}
      size="md"
      zIndex={400}
    >
      {state.kind === 'warning' && <Warning watch={watch} state={state} onGoOn={goOn} />}
      {state.kind === 'over' && <Over watch={watch} />}
    </Modal>
  );
}

function titleOf(state: SessionState, isFinal: boolean): string {
  if (state.kind === 'over') return words.overTitle;
  return isFinal ? words.finalTitle : words.title;
}

interface WarningProps {
  readonly watch: SessionWatch;
  readonly state: Extract<SessionState, { kind: 'warning' }>;
  readonly onGoOn: () => void;
}

function Warning({ watch, state, onGoOn }: WarningProps) {
  const { signOut, leaving } = useSignOut(watch.isFinal ? signInPageFor('expired') : '/');
  const seconds = Math.max(0, Math.ceil((state.endsAt - watch.now) / 1000));
  const spoken = spokenAt.find((mark) => seconds <= mark);
  return (
    <Stack gap="md">
      <Text>{words.whyWarned(state.reason, watch.isFinal)}</Text>
      <Text role="timer" aria-label={words.timer} className={classes.clock} data-urgent={seconds <= 30}>
        {clockTime(seconds)}
      </Text>
      <VisuallyHidden role="status">{spoken === undefined ? '' : words.left(spoken)}</VisuallyHidden>
      <Text size="sm" c="dimmed">
        {words.kept}
      </Text>
      {watch.error && <Alert color="red">{describeError(watch.error)}</Alert>}
      <Group justify="flex-end" gap="sm">
        <Button
          variant="default"
          loading={leaving}
          leftSection={watch.isFinal ? <LogIn size={16} aria-hidden /> : <LogOut size={16} aria-hidden />}
          onClick={signOut}
        >
          {watch.isFinal ? words.again : words.leave}
        </Button>
        <Button data-autofocus loading={watch.isRenewing} onClick={watch.isFinal ? onGoOn : watch.stay}>
          {watch.isFinal ? words.goOn : words.stay}
        </Button>
      </Group>
    </Stack>
  );
}

function Over({ watch }: { readonly watch: SessionWatch }) {
  const { error, retry } = useForcedEnd(watch);
  const failure = error ?? watch.error;
  if (failure === null) return <Text role="status">{words.ending}</Text>;
  return (
    <Stack gap="md">
      <Alert color="red">{describeError(failure)}</Alert>
      <Button data-autofocus onClick={retry}>
        {words.tryAgain}
      </Button>
    </Stack>
  );
}
