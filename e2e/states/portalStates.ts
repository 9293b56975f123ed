import type { Page } from '@playwright/test';
import { expect } from '../test.ts';
import type { ScreenState } from './screenState.ts';

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

/** The screens outside of the workbench: signing in, datasets, the account and the audit. */
export const portalStates: readonly ScreenState[] = [
  {
    name: 'welcome',
    title: 'Home of a stranger',
    path: '/',
    account: null,
    reach: heading(/Please log in/),
  },
  { name: 'sign-in', title: 'Signing in', path: '/login', account: null, reach: heading(/./) },
  { name: 'datasets', title: 'The choice of a dataset', path: '/', reach: heading('Choose a dataset') },
  {
    name: 'user-menu',
    title: 'The menu of the person',
    path: '/',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Robin Researcher' }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
    },
  },
  {
    name: 'dataset',
    title: 'Home of a dataset',
    path: '/dataset/default',
    reach: async (page) => {
      await heading('Heart Trio Consortium')(page);
      await page.getByRole('heading', { level: 2, name: 'Your cohort against everybody' }).waitFor();
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
    },
  },
  {
    name: 'dataset-aggregates-only',
    title: 'The same for a member who may see aggregates only',
    path: '/dataset/default',
    account: 'analyst',
    reach: heading('Heart Trio Consortium'),
  },
  {
    name: 'agreement',
    title: 'The data-use agreement, before a screen of its dataset',
    path: '/default/query',
    prepare: async (page) => {
      const owed = { detail: 'Please accept the agreement.', code: 'agreement_required' };
      await page.route('**/api/v2/dataset/default', (route) => route.fulfill({ status: 403, json: owed }));
      const text =
        '# Terms of use\n\nYou use the data for the **approved project** only.\n\n## Your duties\n\n1. Never try to identify anyone.\n2. Delete the data when the project ends.\n\nQuestions: [write to us](mailto:data@hearts.example).';
      const shown = { version: '2026-1', text, text_hash: '0'.repeat(64), accepted_at: null };
      await page.route('**/api/v2/dataset/default/agreement', (route) =>
        route.fulfill({ json: { agreement: shown } }),
      );
    },
    reach: async (page) => {
      await heading('Data-use agreement')(page);
      await page.getByText('Version 2026-1').waitFor();
    },
  },
  {
    name: 'access-ends-soon',
    title: 'Home of a dataset, a few days before the access ends',
    path: '/dataset/default',
    account: 'analyst',
    prepare: (page) =>
      page.route('**/api/v2/dataset/default', async (route) => {
        const reply = await route.fetch();
        const accessUntil = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
        await route.fulfill({ response: reply, json: { ...(await reply.json()), accessUntil } });
      }),
    reach: async (page) => page.getByText(/^Your access ends after/).waitFor(),
  },
  {
    name: 'access-too-low',
    title: 'A screen that the membership does not include',
    path: '/default/query',
    account: 'analyst',
    reach: heading('Your access does not include this page'),
  },
  {
    name: 'not-found',
    title: 'An unknown address',
    path: '/there/is/nothing',
    reach: heading(/no such/),
  },
  { name: 'account', title: 'The account', path: '/account', reach: heading(/./) },
  { name: 'audit', title: 'The audit, for staff', path: '/audit', account: 'curator', reach: heading(/./) },
];
