import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, signIn, test } from './visitor.ts';

async function downloadAs(page: Page, kind: string): Promise<void> {
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${kind}`) }).click();
}

test.beforeEach(async ({ page, portal }) => {
  await signIn(page, portal);
  const edit = (which: string, transformation: object) =>
    page.request.post(`${portal}/api/v2/default/${which}/`, { data: { transformation } });
  await edit('cohort_def', { type: 'clear_all' });
  await edit('cohort_def', { type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] });
  await edit('table_def', { type: 'resort_columns', entry_ids: [] });
});

test('rows come in pages, and the address leads back to the page', async ({ page, portal }) => {
  await page.goto(`${portal}/default/results`);
  await expect(page.getByRole('columnheader', { name: /Participant ID/ })).toBeVisible();
  await expect(page.getByText('1–25 of 6,061')).toBeVisible();
  await page.getByRole('button', { name: /^(Page )?2$/ }).click();
  await expect(page.getByText('26–50 of 6,061')).toBeVisible();
  await page.reload();
  await expect(page.getByText('26–50 of 6,061')).toBeVisible();
});

test('the CSV holds every row of the cohort under the headings of the table', async ({ page, portal }) => {
  await page.goto(`${portal}/default/results`);
  await expect(page.getByText('1–25 of 6,061')).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), downloadAs(page, 'CSV')]);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^Participant ID,/);
  expect(lines).toHaveLength(6_062);
});
