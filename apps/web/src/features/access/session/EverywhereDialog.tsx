import { accessEndpoints } from '@atrium/contract';
import { Checkbox } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
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

/** Ends all own sessions after a question, and on demand the tokens too, and leaves. */
export function EverywhereDialog({ count, onClose }: EverywhereDialogProps) {
  const [revokeTokens, setRevokeTokens] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => request(accessEndpoints.signOutEverywhere, { body: { revokeTokens } }),
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
      choice={
        <Checkbox
          checked={revokeTokens}
          onChange={({ currentTarget }) => setRevokeTokens(currentTarget.checked)}
          label={words.tokens}
          description={words.tokensDetail}
        />
      }
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      {words.everywhereDetail(count)}
    </ConfirmDialog>
  );
}
