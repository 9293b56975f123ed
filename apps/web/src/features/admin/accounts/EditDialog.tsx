import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { AccountDetail } from '@atrium/contract/endpoints/adminAccounts';
import { TextInput } from '@mantine/core';
import { z } from 'zod';
import { request } from '../../../api/client.ts';
import { useDraftForm } from '../../../api/useSentForm.ts';
import { RoomDialog, sentBy } from '../dialog/RoomDialog.tsx';
import { useRoomAction } from '../dialog/useRoomAction.ts';
import { words } from './accountsWords.ts';

const nameDraft = z.object({ fullName: z.string(), email: z.string() });

interface EditDialogProps {
  readonly account: AccountDetail;
  readonly onClose: () => void;
}

/** Changes name and e-mail of an account. */
export function EditDialog({ account, onClose }: EditDialogProps) {
  const stored = { fullName: account.fullName, email: account.email };
  const form = useDraftForm({
    schema: nameDraft,
    about: ['account', account.id],
    start: stored,
    base: JSON.stringify(stored),
  });
  const save = useRoomAction({
    act: (body: z.infer<typeof nameDraft>) =>
      request(adminEndpoints.accounts.edit, { params: { accountId: account.id }, body }),
    say: () => words.saved,
    onDone: () => {
      form.draft.clear();
      onClose();
    },
  });
  return (
    <RoomDialog title={words.editTitle} confirm={words.save} {...sentBy(save, form)} onClose={onClose}>
      <TextInput label={words.fullName} data-autofocus {...form.getInputProps('fullName')} />
      <TextInput type="email" label={words.email} {...form.getInputProps('email')} />
    </RoomDialog>
  );
}
