import { formatQuantity } from '@atrium/contract/calendar/numerals';
import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { describeError } from '../../api/apiError.ts';
import { request } from '../../api/client.ts';
import { forgetDrafts } from '../../api/drafts.ts';
import { stopWork } from '../../api/endOfSession.ts';
import { installation } from '../../api/installation.ts';
import { forgetArticles } from '../../api/keptArticles.ts';
import { forgetSessionContext } from './session/sessionContext.ts';
import { shareSignOut } from './session/sharedSession.ts';

/** Every sentence of the question before a sign-out. */
export const signOutWords = {
  title: 'Sign out and discard what you typed?',
  drafts: (count: number) =>
    `${formatQuantity(count, 'draft')} that you have not saved will be discarded, also in other tabs.`,
  confirm: 'Sign out',
  stay: 'Stay signed in',
} as const;

/**
 * Leaves for the site's own address after a sign-out, or for the provider's, or for a page of this site (rule 14.43). Call
 * it when the person is signed out.
 */
export function leaveFor(logoutUrl: string | null | undefined, otherwise = '/'): void {
  shareSignOut();
  forgetArticles();
  const { logoutLink = '' } = installation();
  const address = logoutLink === '' ? (logoutUrl ?? otherwise) : logoutLink;
  void stopWork().then(() => window.location.assign(address));
}

/**
 * Ends the session, then loads a new page, so that nothing of the session stays in memory. Drafts are kept only for who
 * goes on to sign in again (rule 16.10).
 */
export function useSignOut(otherwise = '/'): { readonly signOut: () => void; readonly leaving: boolean } {
  const leave = useMutation({
    mutationFn: () => request(accessEndpoints.signOut),
    onSuccess: ({ logoutUrl }) => {
      forgetSessionContext();
      if (otherwise === '/') forgetDrafts();
      leaveFor(logoutUrl, otherwise);
    },
    onError: (error) =>
      notifications.show({ color: 'red', title: 'You are still signed in', message: describeError(error) }),
  });
  return { signOut: leave.mutate, leaving: leave.isPending };
}
