import { column, row, startWith } from '../definitions.ts';
import { dragByMouse } from '../drag.ts';
import { cohortCount, startsWith } from '../locators.ts';
import { signIn } from '../session.ts';
import { expect, test } from '../test.ts';

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test('32. one concept on the columns: its values are the headers, and rows can be added', {
  tag: '@long',
}, async ({ page }) => {
  await startWith(page, { axes: [column('sex')] });
  await page.goto('/default/aggregate');
  await expect(page.getByRole('columnheader')).toHaveText(['Female', 'Male', 'Total']);
  await expect(page.getByRole('cell', { name: '6,061' })).toBeVisible();
  await expect(page.getByRole('cell', { name: '5,939' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add rows' })).toBeVisible();
});

test('37. a row dragged below another in the dialog is there in the list and in the table', async ({
  page,
}) => {
  await startWith(page, { axes: [row('sex'), row('vital_status')] });
  await page.goto('/default/aggregate');
  await expect(page.getByRole('rowheader').first()).toHaveText('Female');
  await page.getByRole('button', { name: 'Edit rows' }).click();
  const rows = page.getByRole('list', { name: 'Rows' }).getByRole('listitem');
  await expect(rows).toHaveText([/Sex/, /Vital status/]);
  await dragByMouse(page, {
    handle: page.getByRole('button', { name: 'Drag Sex' }),
    to: { part: rows.nth(1), edge: 'bottom' },
    announced: 'Sex is now number 2 of 2 on the rows',
  });
  await expect(rows).toHaveText([/Vital status/, /Sex/]);
  await page.getByRole('button', { name: 'Apply changes' }).click();
  await expect(page.getByRole('rowheader').first()).toHaveText('Alive');
});

test('41. a result without figures is explained, and nothing keeps loading', { tag: '@long' }, async ({
  page,
}) => {
  await startWith(page, { axes: [row('sex'), column('race')] });
  await page.route(/run_analysis/, async (route) => {
    const response = await route.fetch();
    const json: unknown = await response.json();
    await route.fulfill({ response, json: { ...Object(json), dataset: {} } });
  });
  await page.goto('/default/aggregate');
  await expect(page.getByText('No participant falls into this cross-tab')).toBeVisible();
  await expect(page.getByText(/nothing to count for Sex \(rows\) and Race \(columns\)/)).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});

test('46. after a change on the aggregate screen the query screen starts as usual', { tag: '@long' }, async ({
  page,
}) => {
  await startWith(page, { axes: [row('sex'), column('race')] });
  await page.goto('/default/aggregate');
  await page.getByRole('button', { name: 'Remove Race' }).click();
  await expect(page.getByRole('button', { name: 'Add columns' })).toBeVisible();
  await page.getByRole('link', { name: 'Query', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Who are you looking for?' })).toBeVisible();
  await expect(cohortCount(page)).toHaveText(startsWith(12_000));
  await expect(page.getByRole('treeitem').first()).toBeVisible();
});
