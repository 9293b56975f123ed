import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { siteEndpoints } from '@atrium/contract/endpoints/site';
import type { User } from '@atrium/contract/wire/access';
import type { DatasetDetail } from '@atrium/contract/wire/dataset';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { setInstallation } from '../api/installation.ts';
import { participants } from '../testing/openPanel.tsx';
import { aDataset, aDatasetDetail, aUser } from '../testing/people.ts';
import { renderPortal } from '../testing/renderPortal.tsx';
import { answers, refuses, server } from '../testing/server.ts';
import { aHomeData } from '../testing/site.ts';
import { site } from './site.ts';

const version = { platformVersion: 'v6.5.3', version: 'v6.5.3' };
const notSignedIn = { detail: 'Sign in first.', code: 'not_signed_in' };

function anonymous() {
  server.use(
    answers(accessEndpoints.currentUser, { user: null, ...version }),
    refuses(catalogueEndpoints.datasets, 401, notSignedIn),
  );
}

function signedIn(given: { user?: Partial<User>; dataset?: Partial<DatasetDetail>; more?: boolean } = {}) {
  const dataset = aDatasetDetail(given.dataset);
  const others = given.more
    ? [aDataset({ id: 2, uniqueId: 'registry', name: 'Registry', description: 'Visits' })]
    : [];
  server.use(
    answers(accessEndpoints.currentUser, { user: aUser(given.user), ...version }),
    answers(catalogueEndpoints.datasets, { datasets: [aDataset(given.dataset), ...others] }),
    answers(catalogueEndpoints.dataset, dataset),
    answers(siteEndpoints.homeData, aHomeData()),
  );
}

const mainNavigation = async () => {
  const navigation = await screen.findByRole('navigation', { name: 'Main' });
  return within(navigation)
    .getAllByRole('link')
    .map((link) => link.textContent);
};

describe('an anonymous visitor', () => {
  it('on the home page sees the site, a prompt to log in, and no screens', async () => {
    anonymous();
    renderPortal('/');
    expect(await screen.findByRole('heading', { level: 1, name: /log in/ })).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
    expect(screen.getByRole('link', { name: 'Atrium' })).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument();
  });

  it('at a protected address is sent to the home page, which keeps the address', async () => {
    anonymous();
    const { router } = renderPortal('/dataset/default');
    const logIn = await screen.findByRole('link', { name: 'Log in' });
    expect(router.state.location.pathname).toBe('/');
    expect(logIn).toHaveAttribute('href', '/login?returnTo=%2Fdataset%2Fdefault');
  });
});

describe('signing in', () => {
  it('shows the server’s message about a wrong password, and stays', async () => {
    anonymous();
    const detail = 'Name and password do not match.';
    server.use(refuses(accessEndpoints.signIn, 401, { detail, code: 'bad_credentials' }));
    const { user } = renderPortal('/login');
    await user.type(await screen.findByLabelText('User name'), 'ada');
    await user.type(screen.getByLabelText('Password'), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(detail);
    expect(screen.getByLabelText('Password')).toHaveFocus();
  });

  it('has the focus on the user name, also after a click on another page', async () => {
    anonymous();
    const { user } = renderPortal('/');
    await user.click(await screen.findByRole('link', { name: 'Log in' }));
    await waitFor(() => expect(screen.getByLabelText('User name')).toHaveFocus());
  });

  it('requires both fields before it calls the server', async () => {
    anonymous();
    const { user } = renderPortal('/login');
    await user.click(await screen.findByRole('button', { name: 'Log in' }));
    expect(await screen.findByText('Enter your user name')).toBeVisible();
    expect(screen.getByText('Enter your password')).toBeVisible();
  });

  it('leads to the address that was wanted', async () => {
    anonymous();
    const { user, router } = renderPortal('/login?returnTo=%2Fdataset%2Fdefault');
    await user.type(await screen.findByLabelText('User name'), 'mreyes');
    await user.type(screen.getByLabelText('Password'), 'right');
    signedIn();
    server.use(answers(accessEndpoints.signIn, { user: aUser(), ...version }));
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Heart Trios' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/dataset/default');
  });

  it('never leads to another site', async () => {
    signedIn();
    const { router } = renderPortal('/login?returnTo=%2F%2Fevil.example');
    await waitFor(() => expect(router.state.location.href).toBe('/'));
  });

  it('is not offered to somebody who is signed in', async () => {
    signedIn();
    const { router } = renderPortal('/login');
    expect(await screen.findByRole('heading', { name: 'Choose a dataset' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/');
  });
});

describe('the chooser', () => {
  it('offers each dataset by name and description, and opens the chosen one', async () => {
    signedIn({ more: true });
    const { user, router } = renderPortal('/');
    expect(await screen.findByText('Probands with their parents')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Registry' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/dataset/registry'));
  });

  it('shows a single dataset too, and does not open it by itself', async () => {
    signedIn();
    const { router } = renderPortal('/');
    expect(await screen.findByRole('link', { name: 'Heart Trios' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/');
  });

  it('disables a dataset that is not selectable, and names its contact', async () => {
    signedIn();
    const closed = aDataset({ name: 'Fontan', selectable: false, contactEmail: 'access@fontan.example' });
    server.use(answers(catalogueEndpoints.datasets, { datasets: [closed] }));
    renderPortal('/');
    expect(await screen.findByRole('button', { name: 'Fontan' })).toBeDisabled();
    expect(screen.getByRole('link', { name: /access@fontan.example/ })).toHaveAttribute(
      'href',
      'mailto:access@fontan.example',
    );
  });

  it('says so when there is no dataset at all', async () => {
    signedIn();
    server.use(answers(catalogueEndpoints.datasets, { datasets: [] }));
    renderPortal('/');
    expect(await screen.findByText('There are no datasets for you yet')).toBeVisible();
  });
});

describe('the navigation', () => {
  it('offers all screens to a member who may see subjects', async () => {
    signedIn();
    renderPortal('/dataset/default');
    expect(await mainNavigation()).toEqual([
      'Dataset Home',
      'Query',
      'Results',
      'Aggregate',
      'Compare',
      'Reports',
      'Download',
    ]);
  });

  it.each([
    {
      rule: 'aggregates only',
      dataset: { accessLevel: 'agg' } as const,
      offered: ['Dataset Home', 'Aggregate', 'Compare'],
    },
    {
      rule: 'no workspace',
      dataset: { canViewWorkspace: false },
      offered: ['Dataset Home', 'Reports'],
    },
  ])('offers $offered to a member with $rule', async ({ dataset, offered }) => {
    signedIn({ dataset });
    renderPortal('/dataset/default');
    expect(await mainNavigation()).toEqual(offered);
    expect(screen.queryByRole('link', { name: 'Build a cohort' })).not.toBeInTheDocument();
  });

  it('offers the aggregate screen to a member who may see aggregates only', async () => {
    signedIn({ dataset: { accessLevel: 'agg' } });
    server.use(answers(catalogueEndpoints.collections, [participants]));
    const { unmount } = renderPortal('/dataset/default');
    const onward = await screen.findByRole('link', { name: 'Count participants' });
    expect(onward).toHaveAttribute('href', '/default/aggregate');
    expect(screen.getByText('Your access does not include files of participants.')).toBeVisible();
    expect(screen.getByText('Participants')).toBeVisible();
    unmount();
    signedIn({ dataset: { accessLevel: 'agg', canViewWorkspace: false } });
    renderPortal('/dataset/default');
    await screen.findByText('Your access does not include cohorts and tables of participants.');
    expect(screen.queryByRole('link', { name: 'Count participants' })).not.toBeInTheDocument();
  });

  it('marks the screen that is open', async () => {
    signedIn();
    renderPortal('/dataset/default');
    const navigation = await screen.findByRole('navigation', { name: 'Main' });
    const open = within(navigation).getByRole('link', { current: 'page' });
    expect(open).toHaveTextContent('Dataset Home');
  });

  it('adds the dataset’s own links', async () => {
    signedIn({ dataset: { extraHeaderLinks: { 'Variant browser': 'https://variants.example/' } } });
    renderPortal('/dataset/default');
    expect(await mainNavigation()).toContain('Variant browser');
  });

  it('moves the focus to the heading of the next page, and sets the title of the window', async () => {
    signedIn({ more: true });
    const { user } = renderPortal('/');
    await user.click(await screen.findByRole('link', { name: 'Heart Trios' }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'Heart Trios' });
    await waitFor(() => expect(heading).toHaveFocus());
    expect(document.title).toBe('Dataset · Heart Trios · Atrium');
  });
});

describe('the user menu', () => {
  it('keeps the screens of the open dataset on the pages of the account', async () => {
    signedIn();
    server.use(answers(catalogueEndpoints.memberships, { memberships: [] }));
    const { router } = renderPortal('/dataset/default');
    await screen.findByRole('heading', { level: 1 });
    await act(() => router.navigate({ to: '/account' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
    expect(await mainNavigation()).toEqual([
      'Dataset Home',
      'Query',
      'Results',
      'Aggregate',
      'Compare',
      'Reports',
      'Download',
    ]);
    await act(() => router.navigate({ to: '/' }));
    expect(await screen.findByRole('heading', { level: 1, name: /dataset/i })).toBeVisible();
    expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument();
  });

  it('offers another dataset only when there is one', async () => {
    signedIn();
    const { user } = renderPortal('/');
    await user.click(await screen.findByRole('button', { name: 'Marisol Reyes' }));
    expect(await screen.findByRole('menuitem', { name: 'Logout' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Switch Dataset' })).not.toBeInTheDocument();
  });

  it('offers another dataset only where that one may be chosen too, and loads the home page anew', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    signedIn({ more: true });
    const { user } = renderPortal('/dataset/default');
    await screen.findByRole('heading', { level: 1, name: 'Heart Trios' });
    await user.click(screen.getByRole('button', { name: 'Marisol Reyes' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Switch Dataset' }));
    expect(assign).toHaveBeenCalledWith('/');
  });

  it('ends the session and loads the home page again', async () => {
    signedIn();
    server.use(answers(accessEndpoints.signOut, { status: 'complete' }));
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    const { user } = renderPortal('/');
    await user.click(await screen.findByRole('button', { name: 'Marisol Reyes' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
  });

  it('leads to the addresses that the site names for signing out and for staff (rule 14.43)', async () => {
    signedIn({ user: { isStaff: true } });
    const logoutUrl = 'https://login.example/end';
    server.use(answers(accessEndpoints.signOut, { status: 'complete', logoutUrl }));
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    Object.assign(site, { adminLink: '/hub/rooms/' });
    setInstallation({ appSegment: 'pcgc', logoutLink: 'https://sso.example/out' });
    try {
      const { user } = renderPortal('/');
      await user.click(await screen.findByRole('button', { name: 'Marisol Reyes' }));
      const admin = await screen.findAllByRole('menuitem', { name: 'Admin' });
      expect(admin.map((link) => link.getAttribute('href'))).toEqual(['/hub/rooms/']);
      await user.click(screen.getByRole('menuitem', { name: 'Logout' }));
      await waitFor(() => expect(assign).toHaveBeenCalledWith('https://sso.example/out'));
    } finally {
      Object.assign(site, { adminLink: '' });
      setInstallation({ appSegment: 'pcgc' });
    }
  });
});

describe('when something fails', () => {
  it('shows an alert in place of the page when the session cannot be loaded', async () => {
    server.use(
      refuses(accessEndpoints.currentUser, 400, { detail: 'The state database is away.' }),
      answers(catalogueEndpoints.datasets, { datasets: [] }),
    );
    renderPortal('/default/query');
    expect(await screen.findByRole('alert')).toHaveTextContent('The state database is away.');
  });

  it('shows its own sentence where the server gives none', async () => {
    server.use(refuses(accessEndpoints.currentUser, 400, { detail: '' }));
    renderPortal('/');
    expect(await screen.findByRole('alert')).toHaveTextContent('Report failed to load');
  });

  it('says why a dataset cannot be opened', async () => {
    signedIn();
    const detail = 'There is no dataset of this id.';
    server.use(refuses(catalogueEndpoints.dataset, 404, { detail, code: 'not_found' }));
    renderPortal('/nowhere/query');
    expect(await screen.findByRole('alert')).toHaveTextContent(detail);
  });

  it('says that a member at level aggregates may not open the query page', async () => {
    signedIn({ dataset: { accessLevel: 'agg', accessLevelLabel: 'Aggregates only' } });
    renderPortal('/default/query');
    const heading = await screen.findByRole('heading', { name: 'Your access does not include this page' });
    expect(heading).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Aggregates only');
  });

  it.each(['/no/such/page', '/default/query?concept=a.b', '/default/query?concept=%3Cx%3E', '/a%20b/query'])(
    'says that an address has no page: %s',
    async (address) => {
      signedIn();
      renderPortal(address);
      expect(await screen.findByRole('heading', { name: 'There is no such page' })).toBeVisible();
    },
  );
});
