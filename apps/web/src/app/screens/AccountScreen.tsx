import { unreachable } from '@atrium/contract/errors/unreachable';
import type { SignInProvider, User } from '@atrium/contract/wire/access';
import { Container, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { currentUserQuery } from '../../api/session.ts';
import { AssistantsPanel } from '../../features/access/assistant/AssistantsPanel.tsx';
import { FactorPanel } from '../../features/access/factor/FactorPanel.tsx';
import { PasswordPanel } from '../../features/access/PasswordPanel.tsx';
import { ProfilePanel } from '../../features/access/ProfilePanel.tsx';
import { SessionsPanel } from '../../features/access/SessionsPanel.tsx';
import { TokensPanel } from '../../features/access/token/TokensPanel.tsx';
import { words } from '../../features/audit/auditWords.ts';
import { Lines } from '../../features/audit/Lines.tsx';
import type { LineFilter } from '../../features/audit/lineFilter.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Section } from '../../ui/Section.tsx';
import { site } from '../site.ts';
import classes from './AccountScreen.module.css';

/** Scrolls the open tab into view, since the row of tabs scrolls on a narrow screen. */
const scrollToTab = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** The person's account in tabs; the open tab is part of the address. */
export function AccountScreen() {
  const { tab } = useSearch({ from: '/account' });
  const navigate = useNavigate({ from: '/account' });
  const { data } = useQuery(currentUserQuery);
  if (!data?.user) return null;
  const tabs = tabsOf(data.session?.hasPassword ?? false);
  const open = tabs.find((one) => one === tab) ?? 'profile';
  const show = (value: string | null) => {
    const chosen = tabs.find((one) => one === value);
    void navigate({ search: chosen === undefined || chosen === 'profile' ? {} : { tab: chosen } });
  };
  return (
    <Container size="md" w="100%" py={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        <PageHeader title="Account" description={data.user.name} />
        <Tabs value={open} onChange={show} keepMounted={false}>
          <Tabs.List className={classes.tabs}>
            {tabs.map((one) => (
              <Tabs.Tab key={one} value={one} {...(one === open && { ref: scrollToTab })}>
                {tabNames[one]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={open} pt="lg">
            <AccountPanel
              tab={open}
              user={data.user}
              hasPassword={data.session?.hasPassword ?? false}
              providers={data.signIn?.providers ?? []}
            />
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </Container>
  );
}

interface AccountPanelProps {
  readonly tab: AccountTab;
  readonly user: User;
  readonly hasPassword: boolean;
  readonly providers: readonly SignInProvider[];
}

/** The content of the open tab. */
function AccountPanel({ tab, user, hasPassword, providers }: AccountPanelProps) {
  switch (tab) {
    case 'profile':
      return <ProfilePanel user={user} hasPassword={hasPassword} />;
    case 'password':
      return <PasswordPanel username={user.username} />;
    case 'factor':
      return <FactorPanel hasPassword={hasPassword} />;
    case 'sessions':
      return <SessionsPanel providers={providers} />;
    case 'tokens':
      return <Tokens hasPassword={hasPassword} />;
    case 'programs':
      return <AssistantsPanel origin={site.apiBase || window.location.origin} />;
    case 'activity':
      return <Activity />;
    default:
      return unreachable(tab);
  }
}

function Tokens({ hasPassword }: Pick<AccountPanelProps, 'hasPassword'>) {
  const { dataset } = useSearch({ from: '/account' });
  const navigate = useNavigate({ from: '/account' });
  return (
    <TokensPanel
      hasPassword={hasPassword}
      dataset={dataset}
      onDataset={(chosen) => void navigate({ search: { tab: 'tokens', dataset: chosen }, replace: true })}
    />
  );
}

function Activity() {
  const { tab: _, ...filter } = useSearch({ from: '/account' });
  const navigate = useNavigate({ from: '/account' });
  const onFilter = ({ account: _account, who: _who, ...change }: LineFilter) =>
    void navigate({ search: (held) => ({ ...held, ...change }), replace: true });
  return (
    <Section title={words.activity} detail={words.activityDetail}>
      <Lines whose="own" filter={filter} onFilter={onFilter} />
    </Section>
  );
}

/** The tabs of the account, in their order. */
const accountTabs = ['profile', 'password', 'factor', 'sessions', 'tokens', 'programs', 'activity'] as const;
type AccountTab = (typeof accountTabs)[number];

const tabNames: Readonly<Record<AccountTab, string>> = {
  profile: 'Profile',
  password: 'Password',
  factor: 'Second factor',
  sessions: 'Sessions',
  tokens: 'API tokens',
  programs: 'Programs',
  activity: 'Activity',
};

/** The tabs of an account: that of the password where it has one here, that of programs where the site lets them in. */
const tabsOf = (hasPassword: boolean): readonly AccountTab[] =>
  accountTabs.filter((tab) => (hasPassword || tab !== 'password') && (site.assistants || tab !== 'programs'));
