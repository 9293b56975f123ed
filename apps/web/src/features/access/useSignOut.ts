import { accessEndpoints } from '@atrium/contract';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { describeError } from '../../api/apiError.ts';
import { request } from '../../api/client.ts';

/** Ends the session; the page is loaded anew, so that nothing of the session stays in its memory. */
export function useSignOut(): { readonly signOut: () => void; readonly leaving: boolean } {
  const leave = useMutation({
    mutationFn: () => request(accessEndpoints.signOut),
    onSuccess: () => window.location.assign('/'),
    onError: (error) =>
      notifications.show({ color: 'red', title: 'You are still signed in', message: describeError(error) }),
  });
  return { signOut: leave.mutate, leaving: leave.isPending };
}
