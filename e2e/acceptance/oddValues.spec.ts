import { column, row } from '../states/starts.ts';
import { expect, test } from '../visitor.ts';
import { oddValues, writeOddPackage } from './oddPackage.ts';
import { begin, enter, filters, operate } from './workbench.ts';

test.beforeAll(() => {
  operate(['import', writeOddPackage()]);
  operate(['grant', 'curator', 'odd', '--level', 'phi']);
});

test.beforeEach(async ({ page, portal }) => {
  await enter(page, portal, { username: 'curator' });
});

test('40. values with quotes, commas, parentheses and markup, and ones that look like booleans, come through', async ({
  page,
  portal,
}) => {
  await begin(page, portal, { dataset: 'odd', cohort: [], axes: [row('odd_value'), column('odd_flag')] });
  await page.goto(`${portal}/odd/aggregate`);
  await expect(page.getByRole('columnheader')).toHaveText(['False', 'True']);
  await expect(page.getByRole('rowheader')).toHaveCount(oddValues.length);
  expect((await page.getByRole('rowheader').allTextContents()).toSorted()).toEqual([...oddValues].toSorted());
});

test('40. a filter on such values keeps them as they are', async ({ page, portal }) => {
  await begin(page, portal, { dataset: 'odd', cohort: [] });
  await page.goto(`${portal}/odd/query?concept=odd_value`);
  await expect(page.getByRole('checkbox')).toHaveCount(oddValues.length);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: 'Apply new filter' }).click();
  for (const value of oddValues) await expect(filters(page)).toContainText(value);
  await expect(page.getByTestId('cohort-count')).toHaveText(/^12\D/);
});

test('16. a prefilter that itself needs one is called misconfigured', async ({ page, portal }) => {
  await page.goto(`${portal}/odd/query?concept=odd_reading`);
  await page.getByRole('combobox', { name: 'Odd measure' }).click();
  await expect(page.getByRole('option', { name: /^Misconfigured/ })).toBeVisible();
});
