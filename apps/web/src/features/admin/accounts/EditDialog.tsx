import { type AccountDetail, adminEndpoints } from '@atrium/contract';
import { TextInput } from '@mantine/core';
import { z } from 'zod';
import { request } from '../../../api/client.ts';
import { useDraft } from '../../../api/useDraft.ts';
import { RoomDialog } from '../dialog/RoomDialog.tsx';
import { useRoomAction } from '../dialog/useRoomAction.ts';
import { words } from './words.ts';

const nameDraft = z.object({ fullName: z.string(), email: z.string() });

interface EditDialogProps {
  readonly account: AccountDetail;
  readonly onClose: () => void;
}

/** Changes name and e-mail of an account. */
export function EditDialog({ account, onClose }: EditDialogProps) {
  const stored = { fullName: account.fullName, email: account.email };
  const draft = useDraft({
    schema: nameDraft,
    about: ['account', account.id],
    start: stored,
    base: JSON.stringify(stored),
  });
  const { fullName, email } = draft.value;
  const save = useRoomAction({
    act: () =>
      request(adminEndpoints.accounts.edit, { params: { accountId: account.id }, body: { fullName, email } }),
    say: () => words.saved,
    onDone: () => {
      draft.clear();
      onClose();
    },
  });
  return (
    <RoomDialog
      title={words.editTitle}
      confirm={words.save}
      isBusy={save.isPending}
      error={save.error}
      draft={draft}
      onConfirm={() => save.mutate(undefined)}
      onClose={onClose}
    >
      <TextInput
        label={words.fullName}
        data-autofocus
        value={fullName}
        onChange={({ currentTarget }) => draft.change({ fullName: currentTarget.value })}
      />
      <TextInput
        type="email"
        label={words.email}
        value={email}
        onChange={({ currentTarget }) => draft.change({ email: currentTarget.value })}
      />
    </RoomDialog>
  );
}
