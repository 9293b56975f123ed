import type { SiteLink } from '@atrium/contract/documents/siteConfiguration';
import type { User } from '@atrium/contract/wire/access';
import { Avatar, Button, Group, Menu, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { countDrafts } from '../../api/drafts.ts';
import { signOutWords, useSignOut } from '../../features/access/useSignOut.ts';
import { ChevronDown, KeyRound, LogOut, Repeat, Settings, UserRound } from '../../ui/icons.ts';
import { rooms } from '../screens/admin/rooms.ts';
import { site } from '../site.ts';

export interface UserMenuProps {
  readonly user: User;
  readonly maySwitch: boolean;
  readonly staffLinks: readonly SiteLink[];
}

function StaffLinks({ links }: { readonly links: readonly SiteLink[] }) {
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Staff</Menu.Label>
      {site.adminLink !== '' && (
        <Menu.Item component="a" href={site.adminLink} leftSection={<Settings size={16} aria-hidden />}>
          Admin
        </Menu.Item>
      )}
      {rooms.map(({ menu, path, icon: Icon }) =>
        menu === undefined || (menu === 'Admin' && site.adminLink !== '') ? null : (
          <Menu.Item
            key={path}
            component={Link}
            to={`/${site.appSegment}/admin/${path}`}
            leftSection={<Icon size={16} aria-hidden />}
          >
            {menu}
          </Menu.Item>
        ),
      )}
      {links.map(({ label, href }) => (
        <Menu.Item key={href} component="a" href={href}>
          {label}
        </Menu.Item>
      ))}
    </>
  );
}

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/ConfirmDialog.tsx')).ConfirmDialog,
}));

/** Loads the home page anew, so that nothing of the dataset stays in memory. */
const switchDataset = (): void => window.location.assign('/');

/** The menu of the person who is signed in. */
export function UserMenu({ user, maySwitch, staffLinks }: UserMenuProps) {
  const { signOut, leaving } = useSignOut();
  const [drafts, setDrafts] = useState(0);
  const askToLeave = () => {
    const count = countDrafts();
    if (count === 0) signOut();
    setDrafts(count);
  };
  return (
    <>
      <Menu position="bottom-end" width={240} withinPortal={false}>
        <Menu.Target>
          <Button variant="subtle" color="gray" px="xs" loading={leaving}>
            <Group gap="xs" wrap="nowrap">
              <Avatar name={user.name} color="tide" size={28} alt="" aria-hidden />
              <Text span truncate size="sm" fw={500} c="var(--atrium-text)" maw="11rem" visibleFrom="lg">
                {user.name}
              </Text>
              <VisuallyHidden hiddenFrom="lg">{user.name}</VisuallyHidden>
              <ChevronDown size={15} aria-hidden className="mantine-visible-from-lg" />
            </Group>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{user.email === '' ? user.username : user.email}</Menu.Label>
          <Menu.Item component={Link} to="/account" leftSection={<UserRound size={16} aria-hidden />}>
            Account
          </Menu.Item>
          <Menu.Item component={Link} to="/ssh" leftSection={<KeyRound size={16} aria-hidden />}>
            Upload Aspera SSH Key
          </Menu.Item>
          {maySwitch && (
            <Menu.Item leftSection={<Repeat size={16} aria-hidden />} onClick={switchDataset}>
              Switch Dataset
            </Menu.Item>
          )}
          {user.isStaff && <StaffLinks links={staffLinks} />}
          <Menu.Divider />
          <Menu.Item leftSection={<LogOut size={16} aria-hidden />} onClick={askToLeave}>
            Logout
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {drafts > 0 && (
        <Suspense>
          <ConfirmDialog
            title={signOutWords.title}
            confirm={signOutWords.confirm}
            cancel={signOutWords.stay}
            isBusy={leaving}
            onConfirm={signOut}
            onClose={() => setDrafts(0)}
          >
            {signOutWords.drafts(drafts)}
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}
