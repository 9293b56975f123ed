import { type SignInProvider, type User, unreachable } from '@atrium/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PasswordPanel } from '../../../features/access/password/PasswordPanel.tsx';
import { ProfilePanel } from '../../../features/access/profile/ProfilePanel.tsx';
import { SessionsPanel } from '../../../features/access/session/SessionsPanel.tsx';
import { TokensPanel } from '../../../features/access/token/TokensPanel.tsx';
import { Lines } from '../../../features/audit/Lines.tsx';
import type { LineFilter } from '../../../features/audit/lineFilter.ts';
import { words } from '../../../features/audit/words.ts';
import { Section } from '../../../ui/Section.tsx';
import type { AccountTab } from './accountTabs.ts';

export interface AccountPanelProps {
  readonly tab: AccountTab;
  readonly user: User;
  readonly hasPassword: boolean;
  readonly providers: readonly SignInProvider[];
}

/** What the open tab holds. */
export function AccountPanel({ tab, user, hasPassword, providers }: AccountPanelProps) {
  switch (tab) {
    case 'profile':
      return <ProfilePanel user={user} hasPassword={hasPassword} />;
    case 'password':
      return <PasswordPanel username={user.username} />;
    case 'sessions':
      return <SessionsPanel providers={providers} />;
    case 'tokens':
      return <Tokens />;
    case 'activity':
      return <Activity />;
    default:
      return unreachable(tab);
  }
}

function Tokens() {
  const { dataset } = useSearch({ from: '/account' });
  const navigate = useNavigate({ from: '/account' });
  return (
    <TokensPanel
      dataset={dataset}
      onDataset={(chosen) => void navigate({ search: { tab: 'tokens', dataset: chosen }, replace: true })}
    />
  );
}

function Activity() {
  const { tab: _, ...filter } = useSearch({ from: '/account' });
  const navigate = useNavigate({ from: '/account' });
  const onFilter = ({ account: _account, ...change }: LineFilter) =>
    void navigate({ search: (held) => ({ ...held, ...change }), replace: true });
  return (
    <Section title={words.activity} detail={words.activityDetail}>
      <Lines whose="own" filter={filter} onFilter={onFilter} />
    </Section>
  );
}
