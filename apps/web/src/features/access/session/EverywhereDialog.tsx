import { accessEndpoints } from '@atrium/contract';
import { useMutation } from '@tanstack/react-query';
import { describeError } from '../../../api/apiError.ts';
import { request } from '../../../api/client.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { leaveFor } from '../useSignOut.ts';
import { sessionsWords as words } from './sessionsWords.ts';
import { forgetVisit } from './visit.ts';

export interface EverywhereDialogProps {
  readonly count: number;
  readonly onClose: () => void;
}

/** Ends all own sessions after a question, and leaves. */
export function EverywhereDialog({ count, onClose }: EverywhereDialogProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => request(accessEndpoints.signOutEverywhere),
    onSuccess: ({ logoutUrl }) => {
      forgetVisit();
      leaveFor(logoutUrl);
    },
  });
  return (
    <ConfirmDialog
      title={words.everywhereTitle}
      confirm={words.everywhere}
      cancel={words.cancel}
      isBusy={isPending}
      failure={error && describeError(error)}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      {words.everywhereDetail(count)}
    </ConfirmDialog>
  );
}
