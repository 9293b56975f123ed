import type { Page } from '@playwright/test';
import { female, male } from '../definitions.ts';
import type { ScreenState } from './screenState.ts';

const dialog = (page: Page) => page.getByRole('dialog').getByRole('heading').first().waitFor();
const rows = (page: Page) => page.getByText('1–25 of 6,061').waitFor();

/** Opens the menu that holds all actions where there is little room; true if there is such a menu. */
async function openNarrowMenu(page: Page): Promise<boolean> {
  const menu = page.getByRole('button', { name: 'Table actions' });
  const isNarrow = await menu.isVisible();
  if (isNarrow) await menu.click();
  return isNarrow;
}

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

export const resultsStates: readonly ScreenState[] = [
  results('results', 'Results', () => Promise.resolve()),
  results('results-export', 'Results: what can be downloaded', async (page) => {
    const isNarrow = await openNarrowMenu(page);
    if (!isNarrow) await page.getByRole('button', { name: 'Download', exact: true }).click();
    await page.getByRole('menuitem', { name: /^CSV/ }).waitFor();
  }),
  results('results-picker', 'Results: choosing columns', async (page) => {
    const role = (await openNarrowMenu(page)) ? 'menuitem' : 'button';
    await page.getByRole(role, { name: 'Edit columns', exact: true }).click();
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
  results('results-staged', 'Results: staged columns that are not applied yet', async (page) => {
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
    start: { cohort: [female, male] },
    reach: (page) => page.getByText('No participant matches this cohort').waitFor(),
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
