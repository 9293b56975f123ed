import type { AccountDetail } from '@atrium/contract/endpoints/adminAccounts';
import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { currentUserQuery } from '../../../api/session.ts';
import { formatInstant } from '../../../lib/formatInstant.ts';
import { formatCount } from '../../../lib/formatNumber.ts';
import { Facts } from '../../../ui/Facts.tsx';
import { Mail } from '../../../ui/icons.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ItemPage } from '../rooms/ItemPage.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { accountQuery } from './accountsQueries.ts';
import { words } from './accountsWords.ts';
import { EditDialog } from './EditDialog.tsx';
import { MembershipTable } from './MembershipTable.tsx';
import { StateBadge } from './StateBadge.tsx';

interface AccountPageProps {
  readonly accountId: number;
  /** The link back to all accounts. */
  readonly back: ReactNode;
}

/** One account: who it is, how it signs in, what it may see. */
export function AccountPage({ accountId, back }: AccountPageProps) {
  const found = useQuery(accountQuery(accountId));
  return (
    <ItemPage found={found} failed={words.failed} back={back} skeletonHeights={[56, 120, 160]}>
      {(account) => <Loaded account={account} back={back} />}
    </ItemPage>
  );
}

function Loaded({ account, back }: { readonly account: AccountDetail; readonly back: ReactNode }) {
  const own = useQuery(currentUserQuery).data?.user?.id === account.id;
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Stack gap="xl">
      <PageHeader
        eyebrow={back}
        title={account.fullName || account.username}
        description={
          <Group component="span" gap="xs">
            {account.username}
            <StateBadge state={account.state} />
            {account.isStaff && words.staff}
          </Group>
        }
        actions={
          <>
            <Button variant="default" onClick={() => setIsEditing(true)}>
              {words.edit}
            </Button>
            <AccountMenu account={account} isOwn={own} />
          </>
        }
      />
      {own && (
        <Text size="sm" c="dimmed">
          {words.own}
        </Text>
      )}
      <InvitationNotice invitation={account.invitation} />
      <Paper withBorder p="md">
        <Facts facts={factsOf(account)} />
      </Paper>
      <MembershipTable account={account} />
      {isEditing && <EditDialog account={account} onClose={() => setIsEditing(false)} />}
    </Stack>
  );
}

function InvitationNotice({ invitation }: Pick<AccountDetail, 'invitation'>) {
  if (invitation === null) return null;
  return (
    <Alert
      color={invitation.mail === 'waiting' ? 'yellow' : 'tide'}
      icon={<Mail size={18} aria-hidden />}
      title={words.invitation}
    >
      {words.mails[invitation.mail]} {words.invitedUntil(formatInstant(invitation.expiresAt))}
    </Alert>
  );
}

function factsOf(account: AccountDetail): readonly (readonly [string, ReactNode])[] {
  const { facts } = words;
  const ways = [...(account.hasPassword ? [words.password] : []), ...account.providers];
  return [
    [facts.email, account.email || words.noEmail],
    [facts.made, formatInstant(account.createdAt)],
    [facts.lastUsed, account.lastUsedAt === null ? words.never : formatInstant(account.lastUsedAt)],
    [facts.signIn, ways.length === 0 ? words.nothingYet : ways.join(', ')],
    [facts.factor, account.hasSecondFactor ? words.on : words.off],
    [facts.sessions, formatCount(account.sessions)],
    [facts.tokens, formatCount(account.tokens)],
    [facts.reports, formatCount(account.reports)],
  ];
}
