import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectNoAxeFault } from './axe.ts';
import { controlFaults } from './controls.ts';
import { column, edit, female, row, startWith } from './definitions.ts';
import { expectAnnounced, liftByKey } from './drag.ts';
import { navigation } from './locators.ts';
import { signIn } from './session.ts';
import { expect, test } from './test.ts';

const openAggregate = async (page: Page, search = '') => {
  await page.goto(`/default/aggregate${search}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Aggregate' })).toBeVisible();
};

const columnHeaders = (page: Page) => page.getByRole('columnheader');
const rowHeaders = (page: Page) => page.getByRole('rowheader');

test.describe('a member who may see subjects', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page);
  });

  test('starts with an empty frame, and chooses columns and rows in the dialog', { tag: '@long' }, async ({
    page,
  }) => {
    await startWith(page, { axes: [] });
    await openAggregate(page);
    await expect(page.getByRole('button', { name: 'Add rows' })).toBeVisible();

    await page.getByRole('button', { name: 'Add columns' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rows and columns' });
    const search = dialog.getByRole('combobox', { name: /search/i });
    await search.fill('sex');
    await dialog.getByRole('option', { name: /^Sex/ }).first().click();
    await dialog.getByText('Rows', { exact: true }).first().click();
    await search.fill('lesion group');
    await dialog.getByRole('option', { name: /^Lesion group/ }).click();
    await expect(dialog.getByText('2 changes not applied yet')).toBeVisible();
    await expectNoAxeFault(page);
    await dialog.getByRole('button', { name: 'Apply changes' }).click();

    await expect(dialog).toBeHidden();
    await expect(page.getByRole('columnheader', { name: 'Female' })).toBeVisible();
    await expect(page.getByRole('rowheader', { name: 'Conotruncal' })).toBeVisible();
    await expect(columnHeaders(page)).toHaveText(['Female', 'Male', 'Total']);
    await expectNoAxeFault(page);

    await page.reload();
    await expect(page.getByRole('columnheader', { name: 'Female' })).toBeVisible();
  });

  test('two concepts on each axis span their headers; one of them is removed; swap, undo and clear', async ({
    page,
  }) => {
    await startWith(page, {
      axes: [row('sex'), row('vital_status'), column('has_complete_trio'), column('family_history')],
    });
    await openAggregate(page);
    const female = page.getByRole('rowheader', { name: 'Female' });
    await expect(female).toHaveAttribute('rowspan', /[23]/);
    await expect(page.getByRole('rowheader', { name: '[not set]' }).first()).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'False' }).first()).toHaveAttribute(
      'colspan',
      /[23]/,
    );
    const height = async () => (await page.locator('tbody tr').nth(1).boundingBox())?.height ?? 0;
    await expect.poll(async () => Math.round(await height())).toBe(30);
    await expectNoAxeFault(page);
    expect(await controlFaults(page)).toEqual([]);

    const table = page.getByRole('region', { name: 'Cross-tab' });
    await table.getByRole('button', { name: 'Remove Family history' }).click();
    await expect(table.getByRole('button', { name: 'Remove Family history' })).toHaveCount(0);
    await expect(table.getByRole('button', { name: 'Remove Complete trio' })).toBeVisible();
    await expect(columnHeaders(page)).toHaveText(['False', 'True', 'Total']);

    await page.getByRole('button', { name: 'Swap rows and columns' }).click();
    await expect(rowHeaders(page).nth(0)).toHaveText('False');
    await expect(rowHeaders(page).nth(1)).toHaveText('True');
    await page.getByRole('button', { name: 'Undo: swap rows and columns' }).click();
    await expect(columnHeaders(page)).toHaveText(['False', 'True', 'Total']);
    await page.getByRole('button', { name: 'Clear all', exact: true }).click();
    await expect(page.getByText('Count participants by one concept or by several')).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
  });

  test('rows are put in another order by keyboard, in the list and in the table', { tag: '@long' }, async ({
    page,
  }) => {
    await startWith(page, { axes: [row('sex'), row('vital_status')] });
    await openAggregate(page);
    await expect(page.getByRole('rowheader').first()).toHaveText('Female');
    await page.getByRole('button', { name: 'Edit rows' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Rows and columns' });
    await expect(dialog.locator(':focus')).toBeAttached();
    await liftByKey(
      page,
      dialog.getByRole('button', { name: 'Drag Sex' }),
      'Sex is now number 1 of 2 on the rows',
    );
    await page.keyboard.press('ArrowDown');
    await expectAnnounced(page, 'Sex is now number 2 of 2 on the rows');
    await page.keyboard.press('Space');
    await expect(dialog.getByRole('list', { name: 'Rows' }).getByRole('listitem').first()).toContainText(
      'Vital status',
    );
    await dialog.getByRole('button', { name: 'Apply changes' }).press('Enter');
    await expect(page.getByRole('rowheader').first()).toHaveText('Alive');
  });

  test('the figures follow the cohort, and the address keeps how they are shown', { tag: '@long' }, async ({
    page,
  }) => {
    await startWith(page, { axes: [row('sex')] });
    await openAggregate(page);
    const girls = page.getByRole('row', { name: /^Female/ }).getByRole('cell', { name: '6,061' });
    await expect(girls).toBeVisible();
    await edit(page, 'cohort_def', female);
    await page.reload();
    await expect(girls).toBeVisible();
    await expect(page.getByRole('rowheader', { name: 'Male', exact: true })).toHaveCount(0);

    await page.getByText('Chart', { exact: true }).click();
    await expect(page).toHaveURL(/view=chart/);
    await expect(
      page.getByRole('img', { name: /^Bar chart of the number of participants by Sex/ }),
    ).toBeVisible();
    await expectNoAxeFault(page);
    await page.goBack();
    await expect(girls).toBeVisible();
    await page.getByRole('link', { name: 'Query', exact: true }).click();
    await expect(page).toHaveURL(/\/default\/query/);
    await expect(page.getByRole('combobox', { name: /search/i })).toBeVisible();
  });

  test('the CSV has its fixed name, with the cohort and without (rule 11.9)', { tag: '@long' }, async ({
    page,
  }) => {
    await startWith(page, { axes: [row('sex')] });
    await edit(page, 'cohort_def', female);
    await openAggregate(page);
    const save = async (choice: string) => {
      await page.getByRole('button', { name: 'Download CSV' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: choice }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^aggregate_export_default_[\d-]+_[0-9a-z]{4}\.csv$/);
      return (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    };
    expect(await save('Active cohort')).toEqual(['Sex,subject count', 'Female,6061']);
    expect(await save('Whole dataset')).toHaveLength(3);
  });

  test('a cross-tab with too many cells is refused in words', { tag: '@long' }, async ({ page }) => {
    await startWith(page, {
      axes: [row('lesion_group'), row('variant_gene'), column('birth_date'), column('race')],
    });
    await openAggregate(page);
    const alert = page.getByRole('alert').filter({ hasText: 'Aggregate failed to load' });
    await expect(alert).toContainText('more than 50,000 cells');
    await expect(alert.getByRole('button', { name: 'Clear all' })).toBeVisible();
  });

  test('at 360 pixels nothing overflows, and every action is in the menu', { tag: '@long' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await startWith(page, { axes: [row('sex'), column('race')] });
    await openAggregate(page);
    await expect(page.getByRole('table')).toBeVisible();
    await expect(page.locator('html')).toHaveJSProperty('scrollWidth', 360);
    await page.getByRole('button', { name: 'Aggregate actions' }).click();
    await expect(page.getByRole('menuitem', { name: 'Download CSV: Active cohort' })).toBeVisible();
    await page.getByRole('menuitem', { name: 'Edit rows' }).click();
    await expect(page.getByRole('dialog', { name: 'Rows and columns' })).toBeVisible();
  });
});

test('a member who may see aggregates only is not led to rows, counts everyone, and hidden figures are explained', async ({
  page,
}) => {
  await signIn(page, { username: 'analyst' });
  await startWith(page, { axes: [row('race'), column('lesion_group')], aggregatesOnly: true });
  await page.goto('/dataset/default');
  const aggregate = navigation(page).getByRole('link', { name: 'Aggregate' });
  await expect(aggregate).toBeVisible();
  for (const name of ['Query', 'Results', 'Reports'])
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
  await aggregate.click();
  await expect(page.getByRole('table', { name: /of the whole dataset/ })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Filters' })).toHaveCount(0);
  await expect(page.getByRole('cell', { name: 'hidden', exact: true }).first()).toBeVisible();
  await expect(page.getByText('hidden to protect small groups')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Total' })).toBeVisible();
  await expect(page.getByText(/A total counts nobody twice/)).toBeVisible();
  await page.getByRole('button', { name: 'Clear all', exact: true }).click();
  await expect(page.getByText(/^An example of this dataset/)).toBeVisible();
  await page.getByRole('button', { name: 'Use this example' }).click();
  await expect(page.getByRole('button', { name: /^Remove / }).first()).toBeVisible();
  await expect(page.getByText(/^An example of this dataset/)).toHaveCount(0);
});
