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
