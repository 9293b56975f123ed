import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { cohortCount, startsWith } from './locators.ts';
import { signIn } from './session.ts';
import { expect, test } from './test.ts';

const sheet = readFileSync(path.resolve(import.meta.dirname, '../docs/samples/heart/heart_study.csv'));

/** A refusal that a person did not ask for is a fault of the page. */
function refusalsOf(page: Page): readonly string[] {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  return refused;
}

test('a messy spreadsheet becomes a dataset with no identifier open, in the browser alone (rule 10.46)', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, { username: 'curator' });
  const refused = refusalsOf(page);
  await page.goto('/pcgc/admin/load');
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'heart_study.csv', mimeType: 'text/csv', buffer: sheet });
  await page.getByRole('checkbox', { name: 'Choose heart_study.csv' }).check();
  await page.getByRole('button', { name: 'Describe the chosen files' }).click();

  await expect(page.getByRole('heading', { name: 'From files to a dataset' })).toBeVisible();
  const names = page.getByRole('button', { name: 'Row 3 has the names' });
  await expect(names).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Row 4 has the names' }).click();
  await expect(page.getByRole('textbox', { name: 'Name of column Anna Berg' })).toBeVisible();
  await names.click();

  const columns = page.getByRole('group', { name: 'The columns' });
  await expect(columns.getByText('2 columns have no name of their own')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name of column weight' }).first().fill('weight_before');
  await expect(page.getByRole('textbox', { name: 'Name of column weight_before' })).toBeVisible();
  await page.getByRole('combobox', { name: 'How weight is read' }).selectOption('Number');
  const weight = columns.getByRole('listitem').filter({ has: page.getByLabel('How weight is read') });
  await expect(weight.getByText('9 of 10 cells fit').first()).toBeVisible();
  await expect(weight.getByText('not weighed', { exact: true }).first()).toBeVisible();
  await weight.getByRole('button', { name: 'Details of weight' }).click();
  await expect(weight.getByRole('radio', { name: 'Comma: 7,5' })).toBeChecked();
  await weight.getByRole('checkbox', { name: 'not weighed means missing' }).check();
  await expect(weight.getByText('all 9 cells fit').first()).toBeVisible();
  await expect(page.getByText('Everything is saved')).toBeVisible();

  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name of column weight_before' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'How icd9 is read' })).toHaveValue(/text|category/);
  await expect(page.getByText('No identifier is open.')).toBeVisible();
  for (const identifier of ['name', 'born'])
    await expect(page.getByRole('combobox', { name: `Who sees ${identifier}` })).toHaveValue('phi');

  await page.getByRole('button', { name: 'Dry run', exact: true }).click();
  await expect(page.getByText('The dry run found 12 subjects and 0 problems.')).toBeVisible();
  await page.getByRole('button', { name: 'Load it', exact: true }).click();
  await expect(page.getByText('The release is live.')).toBeVisible();
  await page.getByRole('button', { name: 'Make me a member' }).click();
  await page.getByRole('link', { name: 'Open the dataset' }).click();
  await expect(page).toHaveURL(/\/dataset\/heart_study/);
  await page.goto('/heart_study/query');
  await expect(cohortCount(page)).toHaveText(startsWith(12));
  expect(refused).toEqual([]);
});
