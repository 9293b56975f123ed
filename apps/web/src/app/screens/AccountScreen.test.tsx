import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { auditEndpoints } from '@atrium/contract/endpoints/audit';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import type { SessionTimes, User } from '@atrium/contract/wire/access';
import type { DatasetDetail, Membership } from '@atrium/contract/wire/dataset';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aDataset, aDatasetDetail, aUser } from '../../testing/people.ts';
import { renderPortal } from '../../testing/renderPortal.tsx';
import { answers, refuses, server } from '../../testing/server.ts';
import { aLine, aSession, aSessionLife, aToken } from '../../testing/sessions.ts';

interface Given {
  readonly user?: Partial<User>;
  readonly life?: Partial<SessionTimes>;
  readonly dataset?: Partial<DatasetDetail>;
  readonly isMember?: boolean;
}

function membershipOf(given: Partial<DatasetDetail> = {}): Membership {
  const { uniqueId, accessLevel, accessLevelLabel, canViewWorkspace, canViewSubjectDetails } =
    aDatasetDetail(given);
  return { dataset: uniqueId, accessLevel, accessLevelLabel, canViewWorkspace, canViewSubjectDetails };
}

function opens(address: string, { user, life, dataset, isMember = true }: Given = {}) {
  server.use(
    answers(accessEndpoints.currentUser, {
      user: aUser(user),
      session: aSessionLife(life),
      platformVersion: 'v1',
      version: 'v1',
    }),
    answers(catalogueEndpoints.datasets, { datasets: [aDataset(dataset)] }),
    answers(catalogueEndpoints.memberships, { memberships: isMember ? [membershipOf(dataset)] : [] }),
    answers(catalogueEndpoints.dataset, () => {
      throw new Error('No page of the account enters a dataset.');
    }),
  );
  return renderPortal(address);
}

const done = { status: 'complete' } as const;

describe('the profile', () => {
  it('shows the account and the meaning of its level in each dataset', async () => {
    opens('/account', { dataset: { accessLevel: 'agg', accessLevelLabel: 'Aggregates' } });
    expect(await screen.findByText('mreyes@hearts.example')).toBeVisible();
    expect(await screen.findByText(/Small numbers are hidden/)).toBeVisible();
  });

  it('makes nobody a member: a dataset that anyone may join is shown as open', async () => {
    opens('/account', { isMember: false });
    expect(await screen.findByText('Open to you: you become a member when you enter it.')).toBeVisible();
  });

  it('is one of several tabs, and the address has the open one', async () => {
    const { user, router } = opens('/account');
    server.use(answers(accessEndpoints.sessions, { sessions: [] }));
    await user.click(await screen.findByRole('tab', { name: 'Sessions' }));
    await waitFor(() => expect(router.state.location.href).toBe('/account?tab=sessions'));
  });
});

describe('the password', () => {
  const fill = async (given: readonly [string, string, string]) => {
    const view = opens('/account?tab=password');
    const labels = ['Current password', 'New password', 'New password once more'] as const;
    for (const [index, label] of labels.entries())
      await view.user.type(await screen.findByLabelText(label), given[index] ?? '');
    await view.user.click(screen.getByRole('button', { name: 'Change password' }));
    return view;
  };

  it('is not offered to an account of a provider', async () => {
    opens('/account?tab=password', { life: { hasPassword: false } });
    expect(await screen.findByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.queryByRole('tab', { name: 'Password' })).toBeNull();
  });

  it('that the server finds weak is refused at its field', async () => {
    const detail = 'This password is one of the first to be guessed.';
    server.use(refuses(accessEndpoints.changePassword, 400, { detail, code: 'weak_password' }));
    await fill(['old', 'abcdefghijklmn', 'abcdefghijklmn']);
    expect(await screen.findByText(detail)).toBeVisible();
    expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(detail);
    expect(screen.getByLabelText('New password')).toHaveFocus();
  });

  it('that is wrong is refused at the field of the current one, and the page stays', async () => {
    const detail = 'The current password is wrong.';
    server.use(refuses(accessEndpoints.changePassword, 401, { detail, code: 'bad_credentials' }));
    await fill(['wrong', 'tall harbour lamp', 'tall harbour lamp']);
    await screen.findByText(detail);
    expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(detail);
  });

  it('is checked for length and repetition before the server is called', async () => {
    await fill(['old', 'short', 'other']);
    expect(await screen.findByText('At least 12 characters; this one has 5')).toBeVisible();
  });

  it('that was changed leaves empty fields and a message about the other sessions', async () => {
    const sent: unknown[] = [];
    server.use(
      answers(accessEndpoints.changePassword, ({ body }) => {
        sent.push(body);
        return done;
      }),
    );
    await fill(['old', 'tall harbour lamp', 'tall harbour lamp']);
    expect(await screen.findByText('All other sessions have ended.')).toBeVisible();
    expect(sent).toEqual([{ current_password: 'old', new_password: 'tall harbour lamp' }]);
    expect(screen.getByLabelText('New password')).toHaveValue('');
  });
});

describe('the sessions', () => {
  it('mark the current one, and another one can be ended', async () => {
    let sessions = [aSession(), aSession({ id: 2, current: true, agent: 'Chrome on macOS' })];
    const { user } = opens('/account?tab=sessions');
    server.use(
      answers(accessEndpoints.sessions, () => ({ sessions })),
      answers(accessEndpoints.revokeSession, ({ params }) => {
        sessions = sessions.filter(({ id }) => String(id) !== params['sessionId']);
        return done;
      }),
    );
    const own = (await screen.findByText('This session')).closest('li');
    expect(own).toHaveTextContent('Chrome on macOS');
    expect(within(own ?? document.body).queryByRole('button')).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Sign out Firefox on Linux/ }));
    await waitFor(() => expect(screen.queryByText('Firefox on Linux')).toBeNull());
  });

  it('all end after a question, and the browser goes to the address of the provider', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    const sent: unknown[] = [];
    const logoutUrl = 'https://login.example/end';
    const { user } = opens('/account?tab=sessions');
    server.use(
      answers(accessEndpoints.sessions, { sessions: [aSession({ current: true })] }),
      answers(accessEndpoints.signOutEverywhere, ({ body }) => {
        sent.push(body);
        return { ...done, logoutUrl };
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('button', { name: 'Stay signed in' })).toHaveFocus();
    const tokensToo = within(dialog).getByRole('checkbox', { name: 'Revoke my tokens for programs too' });
    expect(tokensToo).not.toBeChecked();
    await user.click(tokensToo);
    await user.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith(logoutUrl));
    expect(sent).toEqual([{ revoke_tokens: true }]);
  });
});

describe('the tokens', () => {
  it('show a new secret once', async () => {
    const secret = `atrium_${'x'.repeat(43)}`;
    const sent: unknown[] = [];
    const { user } = opens('/account?tab=tokens');
    server.use(
      answers(accessEndpoints.tokens, { tokens: [] }),
      answers(accessEndpoints.makeToken, ({ body }) => {
        sent.push(body);
        return { token: aToken(), secret };
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'New token' }));
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'laptop, R');
    await user.click(screen.getByRole('checkbox', { name: 'Export' }));
    await user.click(screen.getByRole('button', { name: 'Make the token' }));
    expect(await screen.findByText('Enter your password')).toBeVisible();
    await user.type(screen.getByLabelText('Your password'), 'quiet orchard gate 72');
    await user.click(screen.getByRole('button', { name: 'Make the token' }));
    const shown = await screen.findByRole('textbox', { name: 'Token' });
    expect(shown).toHaveValue(secret);
    expect(shown).toHaveFocus();
    expect(sent).toEqual([
      {
        name: 'laptop, R',
        scopes: ['read', 'export'],
        expires_in_days: 90,
        password: 'quiet orchard gate 72',
      },
    ]);
    await user.click(screen.getByRole('button', { name: 'I have stored it' }));
    expect(screen.queryByDisplayValue(secret)).toBeNull();
  });

  it('are made without a password by people who sign in through a provider', async () => {
    const sent: unknown[] = [];
    const { user } = opens('/account?tab=tokens', { life: { hasPassword: false } });
    server.use(
      answers(accessEndpoints.tokens, { tokens: [] }),
      answers(accessEndpoints.makeToken, ({ body }) => {
        sent.push(body);
        return { token: aToken(), secret: `atrium_${'x'.repeat(43)}` };
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'New token' }));
    expect(screen.getByText(/within ten minutes of signing in/)).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'laptop, R');
    await user.click(screen.getByRole('button', { name: 'Make the token' }));
    expect(await screen.findByRole('textbox', { name: 'Token' })).toBeVisible();
    expect(sent).toEqual([{ name: 'laptop, R', scopes: ['read'], expires_in_days: 90 }]);
  });

  it('are revoked after a question', async () => {
    let tokens = [aToken({ lastUsedAt: '2026-09-14T08:00:00Z' })];
    const { user } = opens('/account?tab=tokens');
    server.use(
      answers(accessEndpoints.tokens, () => ({ tokens })),
      answers(accessEndpoints.revokeToken, () => {
        tokens = [];
        return done;
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Revoke laptop, R' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('You have no token yet.')).toBeVisible();
  });

  it('come with examples of this address and the chosen dataset', async () => {
    server.use(answers(accessEndpoints.tokens, { tokens: [] }));
    const { user } = opens('/account?tab=tokens');
    expect(await screen.findByText(/BASE = /)).toHaveTextContent(`${window.location.origin}/api/v2/`);
    await user.click(screen.getByRole('tab', { name: 'curl' }));
    expect(await screen.findByText(/fail-with-body/)).toHaveTextContent('/default/query_tools/count/');
  });
});

describe('the activity', () => {
  it('shows the person’s own lines in sentences, filtered by the address, and more on request', async () => {
    const queries: Readonly<Record<string, string>>[] = [];
    server.use(
      answers(auditEndpoints.own, ({ query }) => {
        queries.push(query);
        return query['cursor'] === undefined
          ? { results: [aLine({ id: 9, action: 'count', detail: { count: 512 } })], next: 9 }
          : { results: [aLine({ id: 8 })], next: null };
      }),
    );
    const { user } = opens('/account?tab=activity&dataset=default&since=2026-09-14');
    expect(await screen.findByText('Counted a cohort: 512 subjects')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('Signed in', { selector: 'span' })).toBeVisible();
    expect(queries[0]).toMatchObject({
      dataset: 'default',
      since: new Date(2026, 8, 14).toISOString(),
      page_size: '50',
    });
    expect(queries[1]).toMatchObject({ cursor: '9' });
  });
});

describe('the audit', () => {
  it('is for staff', async () => {
    opens('/audit');
    expect(await screen.findByRole('heading', { name: 'This page is for staff' })).toBeVisible();
  });

  it.each([
    [false, 'Dataset imported', false],
    [false, 'Cohort counted', true],
    [true, 'Dataset imported', true],
  ])(
    'offers what an account can have in its lines; staff: %s, %s: %s',
    async (isStaff, action, isOffered) => {
      server.use(answers(auditEndpoints.own, { results: [], next: null }));
      opens('/account?tab=activity', { user: { isStaff } });
      const choice = await screen.findByRole('combobox', { name: 'What' });
      await waitFor(() =>
        expect(within(choice).queryAllByRole('option', { name: action })).toHaveLength(isOffered ? 1 : 0),
      );
    },
  );

  it('finds lines by a name', async () => {
    const queries: Readonly<Record<string, string>>[] = [];
    server.use(
      answers(auditEndpoints.all, ({ query }) => {
        queries.push(query);
        return { results: [], next: null };
      }),
    );
    const { user, router } = opens('/audit?account=4', { user: { isStaff: true } });
    expect(await screen.findByRole('button', { name: 'Only account 4' })).toBeVisible();
    await user.type(screen.getByRole('searchbox', { name: 'Who' }), 'reyes{Enter}');
    await waitFor(() => expect(router.state.location.href).toBe('/pcgc/admin/audit?who=reyes'));
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ who: 'reyes', group_transfers: 'true' }));
    expect(queries.at(-1)).not.toHaveProperty('account');
  });

  it('shows who did what, and the lines of one account by a click', async () => {
    const queries: Readonly<Record<string, string>>[] = [];
    server.use(
      answers(auditEndpoints.all, ({ query }) => {
        queries.push(query);
        const imported = { action: 'dataset_import', accountId: null, username: null, operator: 'root' };
        return { results: [aLine({ accountId: 4 }), aLine({ id: 2, ...imported })], next: null };
      }),
    );
    const { user, router } = opens('/audit', { user: { isStaff: true } });
    expect(await screen.findByText('root (operator)')).toBeVisible();
    expect(screen.getByRole('heading', { level: 2, name: 'Sep 14, 2026' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show lines of mreyes only' }));
    await waitFor(() => expect(router.state.location.href).toBe('/pcgc/admin/audit?account=4'));
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ account: '4' }));
  });
});
