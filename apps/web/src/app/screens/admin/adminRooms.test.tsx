import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { AccountDetail, MembershipItem } from '@atrium/contract/endpoints/adminAccounts';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aUser } from '../../../testing/people.ts';
import { renderPortal } from '../../../testing/renderPortal.tsx';
import { answers, refuses, server } from '../../../testing/server.ts';

const version = { platformVersion: 'v6.5.3', version: 'v6.5.3' };

const aMembership: MembershipItem = {
  id: 5,
  accountId: 7,
  username: 'ann',
  fullName: 'Ann Person',
  dataset: 'default',
  datasetName: 'Heart Trios',
  level: 'deid',
  canViewWorkspace: true,
  groups: [],
  until: null,
  hasEnded: false,
  sources: ['passport:broker'],
  createdAt: '2026-09-14T08:00:00Z',
};
const anAccount: AccountDetail = {
  id: 7,
  username: 'ann',
  fullName: 'Ann Person',
  email: 'ann@hearts.example',
  isStaff: false,
  state: 'active',
  hasPassword: true,
  hasSecondFactor: false,
  sessions: 1,
  memberships: 1,
  createdAt: '2026-09-14T08:00:00Z',
  lastUsedAt: null,
  tokens: 0,
  providers: [],
  reports: 2,
  invitation: null,
  membershipItems: [aMembership],
  datasets: [{ uniqueId: 'default', name: 'Heart Trios', groups: [], maxDays: null }],
};

function signedIn(isStaff: boolean) {
  server.use(
    answers(accessEndpoints.currentUser, { user: aUser({ isStaff }), ...version }),
    answers(catalogueEndpoints.datasets, { datasets: [] }),
    answers(adminEndpoints.accounts.list, { count: 1, results: [anAccount] }),
    answers(adminEndpoints.accounts.detail, anAccount),
  );
}

describe('the staff rooms (rule 15.2)', () => {
  it('send a stranger to the home page, and say to others that they are for staff', async () => {
    server.use(
      answers(accessEndpoints.currentUser, { user: null, ...version }),
      refuses(catalogueEndpoints.datasets, 401, { detail: 'Sign in.', code: 'not_signed_in' }),
    );
    const { router, unmount } = renderPortal('/pcgc/admin/accounts');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    unmount();
    signedIn(false);
    renderPortal('/pcgc/admin/accounts');
    expect(await screen.findByRole('heading', { name: 'This page is for staff' })).toBeVisible();
  });

  it('begin with the first room, and an unknown room or segment is no page', async () => {
    signedIn(true);
    const { router, unmount } = renderPortal('/pcgc/admin');
    await waitFor(() => expect(router.state.location.pathname).toBe('/pcgc/admin/accounts'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Accounts' })).toBeVisible();
    unmount();
    for (const address of ['/pcgc/admin/nothing', '/other/admin/accounts']) {
      const view = renderPortal(address);
      expect(await screen.findByRole('heading', { name: 'There is no such page' })).toBeVisible();
      view.unmount();
    }
  });

  it('keep what a list shows in the address, and lead from it to an account', async () => {
    signedIn(true);
    const { user, router } = renderPortal('/pcgc/admin/accounts');
    await user.selectOptions(await screen.findByLabelText('State'), 'Active');
    await waitFor(() => expect(router.state.location.search).toMatchObject({ state: 'active' }));
    await user.click(await screen.findByRole('link', { name: 'ann' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Ann Person' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/pcgc/admin/accounts/7');
  });
});

describe('the page of an account', () => {
  it('asks before an action, and shows why it was refused', async () => {
    signedIn(true);
    const detail = 'This is the last account of staff that can sign in: make another first.';
    server.use(refuses(adminEndpoints.accounts.disable, 409, { detail, code: 'conflict' }));
    const { user } = renderPortal('/pcgc/admin/accounts/7');
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Disable' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Disable' }));
    expect(await within(dialog).findByText(detail)).toBeVisible();
  });

  it('changes a membership with what it has now', async () => {
    signedIn(true);
    const sent: unknown[] = [];
    server.use(
      answers(adminEndpoints.accounts.grant, ({ body }) => {
        sent.push(body);
        return { status: 'complete' as const, sentences: ['Done.'] };
      }),
    );
    const { user } = renderPortal('/pcgc/admin/accounts/7');
    const change = await screen.findByRole('button', { name: 'Change the membership of Heart Trios' });
    expect(screen.getByRole('cell', { name: 'Visas of broker' })).toBeVisible();
    await user.click(change);
    const dialog = await screen.findByRole('dialog');
    await user.selectOptions(within(dialog).getByLabelText('Level'), 'agg');
    await user.click(within(dialog).getByRole('button', { name: 'Save membership' }));
    await waitFor(() =>
      expect(sent).toEqual([
        { dataset: 'default', level: 'agg', can_view_workspace: true, groups: [], until: 'never' },
      ]),
    );
  });

  it('shows a link once where no mail brings it', async () => {
    signedIn(true);
    server.use(
      answers(adminEndpoints.accounts.sendLink, {
        accountId: 7,
        expiresAt: '2026-09-14T08:00:00Z',
        mail: 'none' as const,
        path: '/invitation#abc',
      }),
    );
    const { user } = renderPortal('/pcgc/admin/accounts/7');
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Send a link to set a password' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Send a link/ }));
    expect(await screen.findByText(/\/invitation#abc$/)).toBeVisible();
  });
});

describe('an invitation', () => {
  const invitation = { username: 'ann', fullName: 'Ann Person', expiresAt: '2026-09-14T08:00:00Z' };

  it('is accepted with the same password twice', async () => {
    const sent: unknown[] = [];
    server.use(
      answers(accessEndpoints.currentUser, { user: null, ...version }),
      answers(accessEndpoints.invitation, invitation),
      answers(accessEndpoints.acceptInvitation, ({ body }) => {
        sent.push(body);
        return { status: 'complete' as const };
      }),
    );
    const { user } = renderPortal('/invitation#the-secret');
    await user.type(await screen.findByLabelText('New password'), 'seven boats on a lake');
    await user.type(screen.getByLabelText('The same again'), 'seven');
    await user.click(screen.getByRole('button', { name: 'Set password' }));
    expect(screen.getByText('The two passwords differ.')).toBeVisible();
    await user.type(screen.getByLabelText('The same again'), ' boats on a lake');
    await user.click(screen.getByRole('button', { name: 'Set password' }));
    expect(await screen.findByRole('heading', { name: 'Your password is set' })).toBeVisible();
    expect(sent).toEqual([{ secret: 'the-secret', password: 'seven boats on a lake' }]);
  });
});
