import { Button, Modal, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { DialogActions } from '../../../ui/DialogActions.tsx';
import { DraftNotice, type NoticedDraft } from '../../../ui/DraftNotice.tsx';
import { FailedAlert } from '../../../ui/FailedAlert.tsx';

export interface RoomDialogProps {
  readonly title: string;
  readonly confirm: string;
  /** Whether it removes something; then the safe answer has the focus. */
  readonly isDanger?: boolean;
  readonly isReady?: boolean;
  readonly isBusy: boolean;
  readonly error: Error | null;
  /** What the dialog has to load first. */
  readonly loads?: { readonly error: Error | null; readonly refetch: () => unknown };
  readonly size?: string;
  /** What was typed and is not saved; closing keeps it. */
  readonly draft?: NoticedDraft;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const cancel = 'Cancel';

interface DialogForm<Action> {
  readonly draft: NoticedDraft;
  readonly failure: Error | null;
  readonly send: (action: Action) => () => void;
}

/** What a dialog is given of the form in it, and of the action by which it is sent. */
export const sentBy = <Action extends { readonly isPending: boolean }>(
  action: Action,
  { draft, failure, send }: DialogForm<Action>,
) => ({ draft, error: failure, isBusy: action.isPending, onConfirm: send(action) });

/** A question or a short form of a staff room. A refusal is shown in the server's words, and what was typed stays. */
export function RoomDialog(props: RoomDialogProps) {
  const { title, confirm, isDanger = false, isReady = true, isBusy, error, size = 'md' } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !isBusy) props.onConfirm();
  };
  return (
    <Modal opened onClose={isBusy ? () => {} : props.onClose} title={title} size={size}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {props.children}
          {props.draft !== undefined && <DraftNotice draft={props.draft} />}
          {props.loads?.error && (
            <FailedAlert
              says={describeError(props.loads.error)}
              onRetry={() => void props.loads?.refetch()}
            />
          )}
          <FailedAlert says={error && describeError(error)} />
          <DialogActions>
            <Button
              variant="default"
              disabled={isBusy}
              onClick={props.onClose}
              data-autofocus={isDanger || undefined}
            >
              {cancel}
            </Button>
            <Button type="submit" loading={isBusy} disabled={!isReady} {...(isDanger && { color: 'red' })}>
              {confirm}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Modal>
  );
}
