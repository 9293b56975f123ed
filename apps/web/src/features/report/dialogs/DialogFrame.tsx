import { Alert, Button, Modal, Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { DialogActions } from '../../../ui/DialogActions.tsx';
import { DraftNotice, type NoticedDraft } from '../../../ui/DraftNotice.tsx';
import { FailedAlert } from '../../../ui/FailedAlert.tsx';
import { CircleAlert } from '../../../ui/icons.ts';
import { Sentences } from '../../../ui/Notices.tsx';
import { dialogWords as words } from '../reportWords.ts';
import { Refused } from '../useReportChange.ts';

interface DialogFrameProps {
  readonly title: string;
  /** What the dialog has to load first. */
  readonly loads?: { readonly error: Error | null; readonly refetch: () => unknown };
  readonly isLoading?: boolean;
  /** What was entered and is not saved; closing keeps it. */
  readonly draft?: NoticedDraft;
  /** The error of the last attempt to save. */
  readonly error?: Error | null;
  readonly isBusy?: boolean;
  /** Absent where there is nothing to save. */
  readonly confirm?: Confirm | undefined;
  readonly close?: string;
  /** Whether it is a question, which fills no small screen. */
  readonly isShort?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

interface Confirm {
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly isDanger?: boolean;
  readonly onConfirm: () => void;
}

/**
 * The frame that all dialogs about reports share: a title, the reasons of a refusal, a word about entries that are not
 * saved, and the focus back where it was.
 */
export function DialogFrame(props: DialogFrameProps) {
  const { title, loads, isLoading = false, draft, error = null } = props;
  const { isBusy = false, confirm, close = words.cancel, isShort = false, onClose, children } = props;
  const isSmall = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const isOpen = useOpening();
  const leave = () => {
    if (!isBusy) onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (confirm !== undefined && confirm.isDisabled !== true && !isBusy) confirm.onConfirm();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={leave}
      title={title}
      size={isShort ? 'lg' : 'min(46rem, 80%)'}
      fullScreen={isSmall && !isShort}
      returnFocus={false}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {loads?.error && (
            <FailedAlert
              says={`${words.loadFailed}. ${describeError(loads.error, '')}`}
              onRetry={() => void loads.refetch()}
            />
          )}
          {error !== null && <Reasons error={error} />}
          {isLoading ? (
            <DialogSkeleton />
          ) : (
            <>
              {!loads?.error && children}
              {draft !== undefined && <DraftNotice draft={draft} />}
              <DialogActions>
                <Button
                  variant="default"
                  disabled={isBusy}
                  autoFocus={confirm?.isDanger === true}
                  onClick={leave}
                >
                  {confirm === undefined ? words.close : close}
                </Button>
                {confirm !== undefined && !loads?.error && (
                  <Button
                    type="submit"
                    loading={isBusy}
                    disabled={confirm.isDisabled === true}
                    {...(confirm.isDanger === true && { color: 'red' })}
                  >
                    {confirm.label}
                  </Button>
                )}
              </DialogActions>
            </>
          )}
        </Stack>
      </form>
    </Modal>
  );
}

function Reasons({ error }: { readonly error: Error }) {
  const reasons = error instanceof Refused ? error.reasons : [describeError(error)];
  return (
    <Alert color="red" role="alert" icon={<CircleAlert size={18} aria-hidden />}>
      <Sentences of={reasons.length === 0 ? [describeError(error)] : reasons} />
    </Alert>
  );
}

const DialogSkeleton = () => (
  <Stack gap="md" aria-busy="true">
    <Skeleton height={58} />
    <Skeleton height={110} />
    <Skeleton height={58} />
  </Stack>
);

/**
 * Whether the dialog is open: from its second rendering on. When it is gone, the focus is back on what opened it, or on
 * the heading of the page where that is gone, as the row of a deleted report is.
 */
function useOpening(): boolean {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<Element>(null);
  useEffect(() => {
    opener.current = document.activeElement;
    setIsOpen(true);
    return () => {
      const back = opener.current;
      // The kit takes the focus away from what is hidden behind a dialog until the dialog is gone.
      setTimeout(() => focusOn(back instanceof HTMLElement && back.isConnected ? back : heading()));
    };
  }, []);
  return isOpen;
}

const heading = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('h1[tabindex]') ?? document.querySelector('main');

function focusOn(element: HTMLElement | null): void {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) element?.focus();
}
