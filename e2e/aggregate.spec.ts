import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, signIn, test } from './visitor.ts';

/** Sets the cohort and the cross-tab of whoever is signed in, through the public API. */
async function begin(page: Page, portal: string, axes: Readonly<Record<'rows' | 'cols', readonly string[]>>) {
  const edit = (which: string, transformation: object) =>
    page.request.post(`${portal}/api/v2/default/${which}/`, { data: { transformation } });
  await edit('cohort_def', { type: 'clear_all' });
  await edit('analysis_def', { type: 'clear_all' });
  for (const role of ['rows', 'cols'] as const) {
    for (const concept_id of axes[role]) await edit('analysis_def', { type: 'add_entry', concept_id, role });
  }
}

const openAggregate = async (page: Page, portal: string, search = '') => {
  await page.goto(`${portal}/default/aggregate${search}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Aggregate' })).toBeVisible();
};

const expectNothingFromAxe = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 160))])).toEqual([]);
};

const columnHeaders = (page: Page) => page.getByRole('columnheader').allTextContents();
const rowHeaders = (page: Page) => page.getByRole('rowheader').allTextContents();

test.describe('a member who may see subjects', () => {
  test.beforeEach(async ({ page, portal }) => {
    await signIn(page, portal);
  });

  test('starts with an empty frame, and chooses columns and rows in the dialog', async ({ page, portal }) => {
    await begin(page, portal, { rows: [], cols: [] });
    await openAggregate(page, portal);
    await expect(page.getByRole('button', { name: 'Add rows' })).toBeVisible();
    await expectNothingFromAxe(page);

    await page.getByRole('button', { name: 'Add columns' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rows and columns' });
    const search = dialog.getByRole('combobox', { name: /search/i });
    await search.fill('sex');
    await dialog.getByRole('option', { name: /^Sex/ }).first().click();
    await dialog.getByText('Rows', { exact: true }).first().click();
    await search.fill('lesion group');
    await dialog.getByRole('option', { name: /^Lesion group/ }).click();
    await expect(dialog.getByText('2 changes not applied yet')).toBeVisible();
    await expectNothingFromAxe(page);
    await dialog.getByRole('button', { name: 'Apply changes' }).click();

    await expect(dialog).toBeHidden();
    await expect(page.getByRole('columnheader', { name: 'Female' })).toBeVisible();
    await expect(page.getByRole('rowheader', { name: 'Conotruncal' })).toBeVisible();
    expect(await columnHeaders(page)).toEqual(['Female', 'Male']);
    await expectNothingFromAxe(page);

    await page.reload();
    await expect(page.getByRole('columnheader', { name: 'Female' })).toBeVisible();
  });

  test('two concepts on each axis span their headers; one is taken away alone; swap, undo and clear', async ({
    page,
    portal,
  }) => {
    await begin(page, portal, {
      rows: ['sex', 'vital_status'],
      cols: ['has_complete_trio', 'family_history'],
    });
    await openAggregate(page, portal, '?totals=on');
    const female = page.getByRole('rowheader', { name: 'Female' });
    await expect(female).toHaveAttribute('rowspan', /[23]/);
    await expect(page.getByRole('rowheader', { name: '[not set]' }).first()).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'False' }).first()).toHaveAttribute(
      'colspan',
      /[23]/,
    );
    const { height } = (await page.locator('tbody tr').nth(1).boundingBox()) ?? { height: 0 };
    expect(Math.round(height)).toBe(30);
    await expectNothingFromAxe(page);

    const table = page.getByRole('region', { name: 'Cross-tab' });
    await table.getByRole('button', { name: 'Remove Family history' }).click();
    await expect(table.getByRole('button', { name: 'Remove Family history' })).toHaveCount(0);
    await expect(table.getByRole('button', { name: 'Remove Complete trio' })).toBeVisible();
    await expect.poll(() => columnHeaders(page)).toEqual(['False', 'True', 'Sum of cells']);

    await page.getByRole('button', { name: 'Swap rows and columns' }).click();
    await expect.poll(async () => (await rowHeaders(page)).slice(0, 2)).toEqual(['False', 'True']);
    await page.getByRole('button', { name: 'Undo: swap rows and columns' }).click();
    await expect.poll(() => columnHeaders(page)).toEqual(['False', 'True', 'Sum of cells']);
    await page.getByRole('button', { name: 'Clear all', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Add columns' })).toBeVisible();
  });

  test('rows are put in another order by keyboard, in the list and in the table', async ({
    page,
    portal,
  }) => {
    await begin(page, portal, { rows: ['sex', 'vital_status'], cols: [] });
    await openAggregate(page, portal);
    await expect(page.getByRole('rowheader').first()).toHaveText('Female');
    await page.getByRole('button', { name: 'Edit rows' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Rows and columns' });
    await expect(dialog.locator(':focus')).toBeAttached();
    await dialog.getByRole('button', { name: 'Drag Sex' }).focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('Sex is now number 1 of 2 on the rows').first()).toBeAttached();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByText('Sex is now number 2 of 2 on the rows').first()).toBeAttached();
    await page.keyboard.press('Space');
    await expect(dialog.getByRole('list', { name: 'Rows' }).getByRole('listitem').first()).toContainText(
      'Vital status',
    );
    await dialog.getByRole('button', { name: 'Apply changes' }).press('Enter');
    await expect(page.getByRole('rowheader').first()).toHaveText('Alive');
  });

  test('the figures follow the cohort, and the address keeps how they are shown', async ({
    page,
    portal,
  }) => {
    await begin(page, portal, { rows: ['sex'], cols: [] });
    await openAggregate(page, portal);
    await expect(page.getByRole('cell', { name: '6,061' })).toBeVisible();
    await page.request.post(`${portal}/api/v2/default/cohort_def/`, {
      data: { transformation: { type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] } },
    });
    await page.reload();
    await expect(page.getByRole('cell', { name: '6,061' })).toBeVisible();
    await expect(page.getByRole('rowheader', { name: 'Male', exact: true })).toHaveCount(0);

    await page.getByText('Chart', { exact: true }).click();
    await expect(page).toHaveURL(/view=chart/);
    await expect(
      page.getByRole('img', { name: /^Bar chart of the number of subjects by Sex/ }),
    ).toBeVisible();
    await expectNothingFromAxe(page);
    await page.goBack();
    await expect(page.getByRole('cell', { name: '6,061' })).toBeVisible();
    await page.getByRole('link', { name: 'Query', exact: true }).click();
    await expect(page).toHaveURL(/\/default\/query/);
    await expect(page.getByRole('combobox', { name: /search/i })).toBeVisible();
  });

  test('the CSV has its fixed name, with the cohort and without (rule 11.9)', async ({ page, portal }) => {
    await begin(page, portal, { rows: ['sex'], cols: [] });
    await page.request.post(`${portal}/api/v2/default/cohort_def/`, {
      data: { transformation: { type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] } },
    });
    await openAggregate(page, portal);
    const save = async (choice: string) => {
      await page.getByRole('button', { name: 'Download CSV' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: choice }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('aggregate_export.csv');
      return (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    };
    expect(await save('Active cohort')).toEqual(['Sex,subject count', 'Female,6061']);
    expect(await save('Whole dataset')).toHaveLength(3);
  });

  test('a cross-tab with too many cells is refused in words', async ({ page, portal }) => {
    await begin(page, portal, { rows: ['lesion_group', 'variant_gene'], cols: ['birth_date', 'race'] });
    await openAggregate(page, portal);
    const alert = page.getByRole('alert').filter({ hasText: 'Aggregate failed to load' });
    await expect(alert).toContainText('more than 50,000 cells');
    await expect(alert.getByRole('button', { name: 'Clear all' })).toBeVisible();
  });

  test('at 360 pixels nothing spills over, and every action is in the menu', async ({ page, portal }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await begin(page, portal, { rows: ['sex'], cols: ['race'] });
    await openAggregate(page, portal);
    await expect(page.getByRole('table')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.getByRole('button', { name: 'Aggregate actions' }).click();
    await expect(page.getByRole('menuitem', { name: 'Download CSV: Active cohort' })).toBeVisible();
    await page.getByRole('menuitem', { name: 'Edit rows' }).click();
    await expect(page.getByRole('dialog', { name: 'Rows and columns' })).toBeVisible();
  });
});

test('a member who may see aggregates only counts everyone, and hidden figures are explained', async ({
  page,
  portal,
}) => {
  await signIn(page, portal, 'analyst');
  await begin(page, portal, { rows: ['race'], cols: ['lesion_group'] });
  await page.goto(`${portal}/dataset/default`);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Aggregate' }).click();
  await expect(page.getByRole('table', { name: /of the whole dataset/ })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Filters' })).toHaveCount(0);
  await expect(page.getByRole('cell', { name: '<11' }).first()).toBeVisible();
  await expect(page.getByText('<11 hidden')).toBeVisible();
  await page.getByRole('switch', { name: 'Totals' }).check({ force: true });
  await expect(page.getByRole('cell', { name: /^≥ / }).first()).toBeVisible();
  await expect(page.getByText(/a sum is “at least” \(≥\) what is shown/)).toBeVisible();
  await expectNothingFromAxe(page);
});
