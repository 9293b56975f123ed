import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { Invited } from '@atrium/contract/endpoints/adminAccounts';
import { Checkbox, Code, Modal, Stack, Text, TextInput } from '@mantine/core';
import { z } from 'zod';
import { request } from '../../../api/client.ts';
import { useDraftForm } from '../../../api/useSentForm.ts';
import { CopyText } from '../../../ui/CopyText.tsx';
import { RoomDialog, sentBy } from '../dialog/RoomDialog.tsx';
import { useRoomAction } from '../dialog/useRoomAction.ts';
import { words } from './accountsWords.ts';

const nobody = { username: '', fullName: '', email: '', isStaff: false };
const personDraft = z.object({
  username: z.string(),
  fullName: z.string(),
  email: z.string(),
  isStaff: z.boolean(),
});
type Person = z.infer<typeof personDraft>;

interface InviteDialogProps {
  readonly onClose: () => void;
  readonly onInvited: (account: number) => void;
}

/** Makes an account and invites its person. Where no mail brings the link, it is shown once. */
export function InviteDialog({ onClose, onInvited }: InviteDialogProps) {
  const form = useDraftForm({ schema: personDraft, about: ['invitation'], start: nobody });
  const invite = useRoomAction({
    act: (body: Person) => request(adminEndpoints.accounts.invite, { body }),
    say: ({ path }, { fullName, username }) =>
      path === null ? words.mailQueued(fullName || username) : null,
    onDone: ({ accountId, path }) => {
      form.draft.clear();
      if (path === null) onInvited(accountId);
    },
  });
  const { data: invited } = invite;
  if (invited !== undefined && invited.path !== null)
    return <LinkDialog invited={invited} onClose={() => onInvited(invited.accountId)} />;
  return (
    <RoomDialog
      title={words.invite}
      confirm={words.inviteConfirm}
      isReady={form.values.username.trim() !== ''}
      {...sentBy(invite, form)}
      onClose={onClose}
    >
      <Text size="sm">{words.inviteDetail}</Text>
      <TextInput
        label={words.username}
        description={words.usernameDetail}
        data-autofocus
        required
        autoComplete="off"
        {...form.getInputProps('username')}
      />
      <TextInput label={words.fullName} autoComplete="off" {...form.getInputProps('fullName')} />
      <TextInput
        type="email"
        label={words.email}
        description={words.emailDetail}
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <Checkbox label={words.makeStaffToo} {...form.getInputProps('isStaff', { type: 'checkbox' })} />
    </RoomDialog>
  );
}

/** The link to set a password, where staff hand it over. */
export function LinkDialog({
  invited,
  onClose,
}: {
  readonly invited: Invited;
  readonly onClose: () => void;
}) {
  const link = new URL(invited.path ?? '/', window.location.origin).href;
  return (
    <Modal opened onClose={onClose} title={words.linkMade} size="lg">
      <Stack gap="md" align="start">
        <Text size="sm">{words.linkDetail}</Text>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {link}
        </Code>
        <CopyText text={link} label={words.copyLink} done={words.copied} />
      </Stack>
    </Modal>
  );
}
