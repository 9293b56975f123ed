import { Container, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { currentUserQuery } from '../../api/session.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { AccountPanel } from './account/AccountPanel.tsx';
import classes from './account/AccountScreen.module.css';
import { tabNames, tabsOf } from './account/accountTabs.ts';

/** On a narrow screen the row of tabs scrolls. */
const intoSight = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** One's own account, a tab for each of its sides; the open one stands in the address. */
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
              <Tabs.Tab key={one} value={one} {...(one === open && { ref: intoSight })}>
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
