import type { Page } from '@playwright/test';
import { expect } from '../test.ts';
import type { ScreenState } from './screenState.ts';

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

/** Until the list of a room is there. */
export const listed = (title: string | RegExp) => async (page: Page) => {
  await heading(title)(page);
  await page.getByRole('table').first().waitFor();
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
};

const staff = { account: 'curator' } as const;

/** Opens the page of an account by its user name. */
const openAccount = (username: string) => async (page: Page) => {
  await page.getByRole('link', { name: username, exact: true }).click();
  await page.getByRole('heading', { level: 2, name: 'Memberships' }).waitFor();
};

const invitation = { username: 'ann', full_name: 'Ann Person', expires_at: '2026-09-14T08:00:00Z' };

/** A question as the server keeps it, so that the picture is the same each time. */
const question = {
  id: 7,
  request_id: '6f1c2a9e-0d3b-4c55-9a77-0e9d5f3b1c20',
  at: '2026-09-14T08:00:00Z',
  account_id: 1,
  username: 'researcher',
  dataset: 'default',
  call: 'GET /api/v2/:dataset/query_tools/count',
  path: '/api/v2/default/query_tools/count',
  action: 'count',
  status: 200,
  ms: 412.5,
  statements: 1,
  rows: 1,
};
const questionDetail = {
  ...question,
  definitions: [
    {
      kind: 'cohort',
      hash: '0'.repeat(64),
      description: 'Subjects: Sex is Female',
      definition: { entries: [] },
    },
  ],
  ran: [
    {
      text: 'SELECT count(*) AS subjects FROM "release_1"."subject" WHERE "sex" = $1',
      values: ['female'],
      begin: 3.2,
      ms: 380.4,
      rows: 1,
      is_cut: false,
    },
  ],
  can_explain: true,
};

/** The staff rooms beside their lists, and the page where a person who was invited chooses a password. */
export const staffStates: readonly ScreenState[] = [
  {
    ...staff,
    name: 'staff-accounts-none',
    title: 'Staff: no account matches',
    path: '/pcgc/admin/accounts?search=nobody+at+all',
    reach: (page) => page.getByText('Nothing matches').waitFor(),
  },
  {
    ...staff,
    name: 'staff-invite',
    title: 'Staff: a person is invited',
    path: '/pcgc/admin/accounts',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Invite a person' }).click();
      await page.getByRole('textbox', { name: 'User name' }).waitFor();
    },
  },
  {
    ...staff,
    name: 'staff-account',
    title: 'Staff: one account',
    path: '/pcgc/admin/accounts',
    reach: openAccount('researcher'),
  },
  {
    ...staff,
    name: 'staff-membership',
    title: 'Staff: a membership is changed',
    path: '/pcgc/admin/accounts',
    reach: async (page) => {
      await openAccount('researcher')(page);
      await page
        .getByRole('button', { name: /^Change the membership/ })
        .first()
        .click();
      await page.getByRole('dialog').getByLabel('Level').waitFor();
    },
  },
  {
    ...staff,
    name: 'staff-groups',
    title: 'Staff: permission groups, of which there are none',
    path: '/pcgc/admin/groups?dataset=default',
    reach: (page) => page.getByText('No dataset has permission groups').waitFor(),
  },
  {
    ...staff,
    name: 'staff-group',
    title: 'Staff: a new permission group',
    path: '/pcgc/admin/groups?dataset=default',
    reach: async (page) => {
      await page.getByRole('button', { name: 'New group' }).click();
      await page.getByRole('dialog').getByText('Opens all subjects').waitFor();
    },
  },
  {
    ...staff,
    name: 'staff-questions',
    title: 'Staff: questions to the research data',
    path: '/pcgc/admin/questions',
    prepare: (page) =>
      page.route(/\/admin\/questions\?/, (route) =>
        route.fulfill({ json: { count: 1, results: [question], dropped: 2, kept_days: 14 } }),
      ),
    reach: listed('Query troubleshooting'),
  },
  {
    ...staff,
    name: 'staff-question',
    title: 'Staff: one question with its statements',
    path: '/pcgc/admin/questions/7',
    prepare: (page) =>
      page.route(/\/api\/admin\/questions\/7$/, (route) => route.fulfill({ json: questionDetail })),
    reach: async (page) => {
      await page.getByText('SQL', { exact: true }).click();
      await page.getByText('SELECT count').waitFor();
    },
  },
  {
    ...staff,
    name: 'staff-health',
    title: 'Staff: the health of the portal',
    path: '/pcgc/admin/health',
    reach: (page) => page.getByRole('heading', { level: 2, name: 'Back-up' }).waitFor(),
  },
  {
    ...staff,
    name: 'staff-article',
    title: 'Staff: an article is written',
    path: '/pcgc/admin/news',
    reach: async (page) => {
      await page.getByRole('link', { name: 'What we learned from the user survey' }).click();
      await page.getByRole('region', { name: 'Preview' }).getByRole('listitem').first().waitFor();
    },
  },
  {
    ...staff,
    name: 'staff-request',
    title: 'Staff: one request for support',
    path: '/pcgc/admin/support',
    reach: async (page) => {
      await page.getByRole('link', { name: 'Count differs from our paper' }).click();
      await page.getByRole('link', { name: 'Write a mail' }).waitFor();
    },
  },
  {
    name: 'staff-only',
    title: 'A staff room, for a person who is not staff',
    path: '/pcgc/admin/accounts',
    reach: heading('This page is for staff'),
  },
  {
    name: 'invitation',
    title: 'A person who was invited chooses a password',
    path: '/invitation#aaaa',
    account: null,
    prepare: (page) => page.route(/\/auth\/invitation$/, (route) => route.fulfill({ json: invitation })),
    reach: heading('Welcome, Ann Person'),
  },
  {
    name: 'invitation-gone',
    title: 'A link to set a password that is no longer good',
    path: '/invitation#bbbb',
    account: null,
    reach: heading('This link cannot be used'),
  },
];
