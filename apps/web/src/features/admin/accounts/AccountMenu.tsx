import type { AccountDetail, Invited } from '@atrium/contract/endpoints/adminAccounts';
import { Button, Checkbox, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import { ChevronDown } from '../../../ui/icons.ts';
import { RoomDialog } from '../dialog/RoomDialog.tsx';
import { useRoomAction } from '../dialog/useRoomAction.ts';
import { type AccountAction, actionsFor, perform, questions } from './accountActions.ts';
import { words } from './accountsWords.ts';
import { LinkDialog } from './InviteDialog.tsx';

interface AccountMenuProps {
  readonly account: AccountDetail;
  readonly isOwn: boolean;
}

/** What can be done with an account, each after a question. */
export function AccountMenu({ account, isOwn }: AccountMenuProps) {
  const [action, setAction] = useState<AccountAction>();
  const [link, setLink] = useState<Invited | null>(null);
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button variant="default" rightSection={<ChevronDown size={15} aria-hidden />}>
            {words.more}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {actionsFor(account, isOwn).map((one) => (
            <Menu.Item
              key={one}
              {...(questions[one].isDanger && { color: 'red' })}
              onClick={() => setAction(one)}
            >
              {questions[one].label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {action !== undefined && (
        <ActionDialog
          account={account}
          action={action}
          onLink={setLink}
          onClose={() => setAction(undefined)}
        />
      )}
      {link !== null && <LinkDialog invited={link} onClose={() => setLink(null)} />}
    </>
  );
}

interface ActionDialogProps extends Pick<AccountMenuProps, 'account'> {
  readonly action: AccountAction;
  readonly onLink: (link: Invited | null) => void;
  readonly onClose: () => void;
}

function ActionDialog({ account, action, onLink, onClose }: ActionDialogProps) {
  const [revokeTokens, setRevokeTokens] = useState(true);
  const { label, detail, isDanger } = questions[action];
  const run = useRoomAction({
    act: () => perform(action, account, { revokeTokens }),
    say: ({ sentence }) => sentence,
    onDone: ({ link }) => {
      onLink(link);
      onClose();
    },
  });
  return (
    <RoomDialog
      title={`${label}: ${account.username}`}
      confirm={label}
      isDanger={isDanger}
      isBusy={run.isPending}
      error={run.error}
      onConfirm={() => run.mutate(undefined)}
      onClose={onClose}
    >
      <Text>{detail}</Text>
      {action === 'signOut' && (
        <Checkbox
          label={words.revokeTokens}
          checked={revokeTokens}
          onChange={({ currentTarget }) => setRevokeTokens(currentTarget.checked)}
        />
      )}
    </RoomDialog>
  );
}
