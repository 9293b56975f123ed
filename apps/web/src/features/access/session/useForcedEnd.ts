import { accessEndpoints } from '@atrium/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request } from '../../../api/client.ts';
import { leaveFor } from '../useSignOut.ts';
import type { SessionWatch } from './useSessionWatch.ts';
import { noteIdleEnd } from './visit.ts';

const here = (): string => window.location.pathname + window.location.search + window.location.hash;

/** The sign-in page, which leads back here; the same page of this tab keeps what was not applied. */
export const signInPageFor = (ended: 'expired' | 'idle'): string =>
  `/login?${new URLSearchParams({ returnTo: here(), ended })}`;

/** What the page does when the time is up: signs out who is idle, asks the server about a session that expired. */
export function useForcedEnd({ state, ask }: Pick<SessionWatch, 'state' | 'ask'>) {
  const { mutate, error } = useMutation({
    mutationFn: () => request(accessEndpoints.signOut),
    onSuccess: ({ logoutUrl }) => {
      noteIdleEnd(here());
      leaveFor(logoutUrl, signInPageFor('idle'));
    },
  });
  const end = state.kind === 'over' ? state.reason : null;
  useEffect(() => {
    if (end === 'idle') mutate();
    if (end === 'expiry') ask();
  }, [end, mutate, ask]);
  return { error, retry: end === 'idle' ? () => mutate() : ask };
}
