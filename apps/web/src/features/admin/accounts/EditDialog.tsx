import { type AccountDetail, adminEndpoints } from '@atrium/contract';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { request } from '../../../api/client.ts';
import { RoomDialog } from '../dialog/RoomDialog.tsx';
import { useRoomAction } from '../dialog/useRoomAction.ts';
import { words } from './words.ts';

interface EditDialogProps {
  readonly account: AccountDetail;
  readonly onClose: () => void;
}

/** Changes name and e-mail of an account. */
export function EditDialog({ account, onClose }: EditDialogProps) {
  const [fullName, setFullName] = useState(account.fullName);
  const [email, setEmail] = useState(account.email);
  const save = useRoomAction({
    act: () =>
      request(adminEndpoints.accounts.edit, { params: { accountId: account.id }, body: { fullName, email } }),
    say: () => words.saved,
    onDone: onClose,
  });
  return (
    <RoomDialog
      title={words.editTitle}
      confirm={words.save}
      isBusy={save.isPending}
      error={save.error}
      onConfirm={() => save.mutate(undefined)}
      onClose={onClose}
    >
      <TextInput
        label={words.fullName}
        data-autofocus
        value={fullName}
        onChange={({ currentTarget }) => setFullName(currentTarget.value)}
      />
      <TextInput
        type="email"
        label={words.email}
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
    </RoomDialog>
  );
}
