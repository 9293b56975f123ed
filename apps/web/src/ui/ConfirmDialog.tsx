import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FailedAlert } from './FailedAlert.tsx';

export interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** A further choice, such as a checkbox. */
  readonly choice?: ReactNode;
  readonly confirm: string;
  readonly cancel: string;
  readonly isBusy: boolean;
  readonly failure?: string | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone. The safe answer has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, choice, confirm, cancel, isBusy, failure = null, onConfirm, onClose } = props;
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack gap="md">
        <Text>{children}</Text>
        {choice}
        <FailedAlert says={failure} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            {cancel}
          </Button>
          <Button color="red" loading={isBusy} onClick={onConfirm}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
