import { rmSync } from 'node:fs';
import { column, row, startWith } from '../definitions.ts';
import { cohortCount, filters, startsWith } from '../locators.ts';
import { maxStartMs } from '../portal.ts';
import { signIn } from '../session.ts';
import { expect, test } from '../test.ts';
import { oddValues, writeOddPackage } from './oddPackage.ts';

// One worker runs all of them, and so the dataset is imported once.
test.describe.configure({ mode: 'default' });

test.beforeAll(({ portal }) => {
  test.setTimeout(maxStartMs);
  const folder = writeOddPackage();
  portal.command(['import', folder]);
  portal.command(['grant', 'curator', 'odd', '--level', 'phi']);
  rmSync(folder, { recursive: true });
});

test.beforeEach(async ({ page }) => {
  await signIn(page, { username: 'curator' });
});

test('40. values with quotes, commas, parentheses and markup, and ones that look like booleans, come through', {
  tag: '@long',
}, async ({ page }) => {
  await startWith(page, { dataset: 'odd', axes: [row('odd_value'), column('odd_flag')] });
  await page.goto('/odd/aggregate');
  await expect(page.getByRole('columnheader')).toHaveText(['False', 'True', 'Total']);
  const values = page.locator('tbody').getByRole('rowheader');
  await expect(values).toHaveCount(oddValues.length);
  expect((await values.allTextContents()).toSorted()).toEqual([...oddValues].toSorted());
});

test('40. a filter on such values keeps them unchanged', { tag: '@long' }, async ({ page }) => {
  await startWith(page, { dataset: 'odd' });
  await page.goto('/odd/query?concept=odd_value');
  await expect(page.getByRole('checkbox')).toHaveCount(oddValues.length);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: 'Apply new filter' }).click();
  for (const value of oddValues) await expect(filters(page)).toContainText(value);
  await expect(cohortCount(page)).toHaveText(startsWith(12));
});

test('16. a prefilter that itself needs one is called misconfigured', { tag: '@long' }, async ({ page }) => {
  await page.goto('/odd/query?concept=odd_reading');
  await page.getByRole('combobox', { name: 'Odd measure' }).click();
  await expect(page.getByRole('option', { name: /^Misconfigured/ })).toBeVisible();
});
