import type { Page } from '@playwright/test';
import type { ScreenState } from './screenState.ts';
import { cohort, female } from './starts.ts';

const dialog = (page: Page) => page.getByRole('dialog').getByRole('heading').first().waitFor();
const rows = (page: Page) => page.getByRole('columnheader').first().waitFor();

/** A button of the bar, which is behind a menu where there is little room. */
async function choose(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Table actions' });
  if (await menu.isVisible()) await menu.click();
  else await page.getByRole('button', { name, exact: true }).click();
}

const onCohort = (name: string, title: string, button: RegExp): ScreenState => ({
  name,
  title,
  path: '/default/query',
  start: { cohort },
  reach: async (page) => {
    await page.getByRole('button', { name: button }).first().click();
    await dialog(page);
  },
});

const results = (name: string, title: string, reach: (page: Page) => Promise<void>): ScreenState => ({
  name,
  title,
  path: '/default/results',
  start: { cohort: [female] },
  reach: async (page) => {
    await rows(page);
    await reach(page);
  },
});

/** Dialogs of the cohort, and the results. */
export const chosenStates: readonly ScreenState[] = [
  onCohort('set-dialog', 'Count rule and name of a criteria set', /^Edit criteria set: Surgery/),
  {
    ...onCohort('event-dialog', 'Date rule of a criteria set', /^Edit date rule: Surgery/),
    reach: async (page) => {
      await page.getByRole('button', { name: /^Add date rule: Surgery/ }).click();
      await page.getByRole('button', { name: /^Edit date rule: Surgery/ }).click();
      await dialog(page);
      await page.getByRole('radio', { name: 'Between years' }).check();
    },
  },
  results('results', 'Results', () => Promise.resolve()),
  results('results-export', 'Results: what can be downloaded', async (page) => {
    await choose(page, 'Download');
    await page.getByRole('menuitem', { name: /^CSV/ }).waitFor();
  }),
  results('results-picker', 'Results: choosing columns', async (page) => {
    await choose(page, 'Edit columns');
    const item = page.getByRole('menuitem', { name: 'Edit columns' });
    if (await item.isVisible()) await item.click();
    await dialog(page);
    await page.getByRole('dialog').getByRole('treeitem').first().waitFor();
  }),
  results('results-options', 'Results: options of a column', async (page) => {
    await page
      .getByRole('button', { name: /^Options of Family role/ })
      .first()
      .click();
    await dialog(page);
  }),
  results('results-staged', 'Results: staged columns wait', async (page) => {
    await page.goto(`${page.url()}?dialog=columns`);
    await page.getByRole('button', { name: 'Remove Sex' }).click();
    await page.goto(page.url().replace(/\?.*/, ''));
    await page.getByText('Not applied yet: 1 column removed').waitFor();
    await rows(page);
  }),
  {
    name: 'results-empty',
    title: 'Results of nobody',
    path: '/default/results',
    start: { cohort: [female, { ...female, selected_categories: ['Male'] }] },
    reach: (page) => page.getByText('No subject matches this cohort').waitFor(),
  },
  {
    name: 'results-failed',
    title: 'Results that failed to load',
    path: '/default/results',
    start: { cohort: [female] },
    prepare: (page) =>
      page.route(/query_tools\/preview/, (route) =>
        route.fulfill({ status: 503, json: { detail: 'The warehouse is busy.', code: 'busy' } }),
      ),
    reach: (page) => page.getByText('Report failed to load').waitFor(),
  },
];
