import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { Alert, Button, Group, Modal, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { request } from '../../../api/client.ts';
import { countDrafts } from '../../../api/drafts.ts';
import { currentUserQuery } from '../../../api/session.ts';
import { LogIn, LogOut } from '../../../ui/icons.ts';
import { clockTime, sessionWords as words } from '../accessWords.ts';
import { leaveFor, useSignOut } from '../useSignOut.ts';
import type { SessionState } from './judgeSession.ts';
import classes from './SessionWatch.module.css';
import { noteIdleEnd, noteSignedIn } from './sessionContext.ts';
import { type SignedIn, useSessionWatch, type WatchedSession } from './useSessionWatch.ts';

/** Rendered with every page of a signed-in person; shows a dialog only when the session is about to end. */
export function SessionWatch() {
  const { data, dataUpdatedAt } = useQuery({ ...currentUserQuery, enabled: false });
  if (!data?.user || !data.session) return null;
  return <Watch key={data.user.id} account={data.user.id} session={data.session} loadedAt={dataUpdatedAt} />;
}

function Watch(signedIn: SignedIn) {
  return <SessionDialog watched={useSessionWatch(signedIn)} />;
}

/** Warns before the session ends, with the time that is left, and stays open while the session is being ended. */
function SessionDialog({ watched }: { readonly watched: WatchedSession }) {
  const [dismissed, setDismissed] = useState<number>();
  const { state, isFinal } = watched;
  const isDismissed = state.kind === 'warning' && state.endsAt === dismissed;
  const goOn = () => setDismissed(state.kind === 'warning' ? state.endsAt : undefined);
  const close = isFinal ? goOn : watched.stay;
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
      {state.kind === 'warning' && <Warning watched={watched} state={state} onGoOn={goOn} />}
      {state.kind === 'over' && <Over watched={watched} />}
    </Modal>
  );
}

function titleOf(state: SessionState, isFinal: boolean): string {
  if (state.kind === 'over') return words.overTitle;
  return isFinal ? words.finalTitle : words.title;
}

/** A screen reader says the remaining time only at these seconds before the end. */
const spokenAt = [10, 30, 60] as const;

interface WarningProps {
  readonly watched: WatchedSession;
  readonly state: Extract<SessionState, { kind: 'warning' }>;
  readonly onGoOn: () => void;
}

function Warning({ watched, state, onGoOn }: WarningProps) {
  const { isFinal } = watched;
  const { signOut, leaving } = useSignOut(isFinal ? signInPageFor('expired') : '/');
  const seconds = Math.max(0, Math.ceil((state.endsAt - watched.now) / 1000));
  const spoken = spokenAt.find((mark) => seconds <= mark);
  return (
    <Stack gap="md">
      <Text>{words.whyWarned(state.reason, isFinal)}</Text>
      <Text role="timer" aria-label={words.timer} className={classes.clock} data-urgent={seconds <= 30}>
        {clockTime(seconds)}
      </Text>
      <VisuallyHidden role="status">{spoken === undefined ? '' : words.left(spoken)}</VisuallyHidden>
      <Text size="sm" c="dimmed">
        {words.kept} {!isFinal && countDrafts() > 0 && words.discards}
      </Text>
      {watched.error && <Alert color="red">{describeError(watched.error)}</Alert>}
      <Group justify="flex-end" gap="sm">
        <Button
          variant="default"
          loading={leaving}
          leftSection={isFinal ? <LogIn size={16} aria-hidden /> : <LogOut size={16} aria-hidden />}
          onClick={signOut}
        >
          {isFinal ? words.again : words.leave}
        </Button>
        <Button data-autofocus loading={watched.isRenewing} onClick={isFinal ? onGoOn : watched.stay}>
          {isFinal ? words.goOn : words.stay}
        </Button>
      </Group>
    </Stack>
  );
}

function Over({ watched }: { readonly watched: WatchedSession }) {
  const { error, retry } = useForcedEnd(watched);
  const failure = error ?? watched.error;
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

const here = (): string => window.location.pathname + window.location.search + window.location.hash;

/** The sign-in page with the way back to this one, where the same tab still has what was not applied. */
const signInPageFor = (ended: 'expired' | 'idle'): string =>
  `/login?${new URLSearchParams({ returnTo: here(), ended })}`;

/** When the time is up, signs an inactive person out, and asks the server whether a session has expired. */
function useForcedEnd({ state, ask }: Pick<WatchedSession, 'state' | 'ask'>) {
  const { mutate, error } = useMutation({
    mutationFn: () => request(accessEndpoints.signOut),
    // Before the session is ended: another call that finds it ended may load the page anew.
    onMutate: () => noteIdleEnd(here()),
    onSuccess: ({ logoutUrl }) => leaveFor(logoutUrl, signInPageFor('idle')),
    onError: noteSignedIn,
  });
  const end = state.kind === 'over' ? state.reason : null;
  useEffect(() => {
    if (end === 'idle') mutate();
    if (end === 'expiry') ask();
  }, [end, mutate, ask]);
  return { error, retry: end === 'idle' ? () => mutate() : ask };
}
