import type { Locator, Page } from '@playwright/test';
import { column, row, startWith } from './definitions.ts';
import { chooseInTree, columnNames, defaultColumns } from './locators.ts';
import { signIn } from './session.ts';
import { expect, test } from './test.ts';

const picker = (page: Page) => page.getByRole('dialog', { name: 'Edit columns' });
const afterStaged = [...defaultColumns.filter((name) => name !== 'Sex'), 'Lesion group'];

const typeOf = ({ type }: { readonly type: string }): string => type;

/** Stages a column that is added and one that is removed. */
async function stage(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit columns' }).click();
  const dialog = picker(page);
  await chooseInTree(dialog, 'Heart', 'Diagnoses', 'Lesion group');
  await dialog.getByRole('button', { name: 'Remove Sex' }).click();
  await expect(dialog.getByText('1 column added, 1 column removed')).toBeVisible();
  return dialog;
}

test.describe('columns', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page);
    await startWith(page);
    await page.goto('/default/results?page=3');
    await expect(page.getByText('51–75 of 12,000')).toBeVisible();
  });

  test('back closes the picker and keeps what is staged, and a reload loses neither', async ({ page }) => {
    await stage(page);
    await page.goBack();
    await expect(picker(page)).toBeHidden();
    await expect(page.getByText('51–75 of 12,000')).toBeVisible();
    await expect(page.getByText('Not applied yet: 1 column added, 1 column removed')).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Go on editing' }).click();
    await expect(picker(page).getByText('1 column added, 1 column removed')).toBeVisible();
    await page.reload();
    await expect(picker(page).getByText('1 column added, 1 column removed')).toBeVisible();
    await picker(page).getByRole('button', { name: 'Apply changes' }).click();
    await expect(picker(page)).toBeHidden();
    await expect(page).toHaveURL(/\/default\/results$/);
    await expect(columnNames(page)).toHaveText(afterStaged);
    await expect(page.getByText(/Not applied yet/)).toHaveCount(0);
  });

  test('a closed dialog leaves no step for the back button', { tag: '@long' }, async ({ page }) => {
    await page.goto('/dataset/default');
    await page.getByRole('link', { name: 'Results', exact: true }).click();
    await page.getByRole('button', { name: 'Edit columns' }).click();
    await picker(page).getByRole('button', { name: 'Options of Family role' }).click();
    const options = page.getByRole('dialog', { name: 'Column: Family role' });
    await expect(options).toBeVisible();
    await page.goBack();
    await expect(options).toBeHidden();
    await picker(page).getByRole('button', { name: 'Options of Family role' }).click();
    await options.getByRole('button', { name: 'Discard' }).click();
    await expect(options).toBeHidden();
    await picker(page).getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect(picker(page)).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(/\/dataset\/default$/);
  });

  test('the options of a column open from their address', { tag: '@long' }, async ({ page }) => {
    await page.getByRole('button', { name: /^Options of Family role/ }).click();
    await expect(page.getByRole('dialog', { name: 'Column: Family role' })).toBeVisible();
    await page.goto(page.url());
    await expect(page.getByRole('dialog', { name: 'Column: Family role' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(/\/default\/results\?page=3$/);
  });

  test('filled-in options survive a reload and the back button, and are gone when they are discarded', {
    tag: '@long',
  }, async ({ page }) => {
    await page.getByRole('button', { name: /^Options of Family role/ }).click();
    const options = page.getByRole('dialog', { name: 'Column: Family role' });
    const name = options.getByLabel('Name of the column');
    await name.fill('Role');
    await options.getByLabel(/several values/).selectOption({ label: 'count all' });
    await page.reload();
    await expect(name).toHaveValue('Role');
    await page.goBack();
    await expect(options).toBeHidden();
    await page.goForward();
    await expect(options.getByText('Your choices are here again; they are not saved yet.')).toBeVisible();
    await expect(options.getByLabel(/several values/)).toHaveValue('count_all');
    await options.getByRole('button', { name: 'Discard' }).click();
    await expect(options).toBeHidden();
    await page.getByRole('button', { name: /^Options of Family role/ }).click();
    await expect(name).toHaveValue('');
  });

  test('several staged edits are one request, and undone in one step that names them', {
    tag: '@long',
  }, async ({ page }) => {
    const dialog = await stage(page);
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.postData() ?? ''));
    await dialog.getByRole('button', { name: 'Apply changes' }).click();
    await expect(dialog).toBeHidden();
    expect(posts.map((body) => JSON.parse(body).transformations.map(typeOf))).toEqual([
      ['add_entry', 'delete_entry'],
    ]);
    await page.reload();
    await page.getByRole('button', { name: 'Undo: add column Lesion group, remove column Sex' }).click();
    await expect(columnNames(page)).toHaveText(defaultColumns);
    await page.getByRole('button', { name: 'Redo: add column Lesion group, remove column Sex' }).click();
    await expect(columnNames(page)).toHaveText(afterStaged);
  });

  test('a session that ends while they are applied loses none of them', { tag: '@long' }, async ({
    page,
  }) => {
    const dialog = await stage(page);
    let calls = 0;
    await page.route(/\/table_def\/batch\/?$/, (route) =>
      route.request().method() === 'POST' && ++calls === 1
        ? route.fulfill({ status: 401, json: { detail: 'Sign in first.', code: 'not_signed_in' } })
        : route.fallback(),
    );
    const reloaded = page.waitForEvent('load');
    await dialog.getByRole('button', { name: 'Apply changes' }).click();
    await reloaded;
    await expect(dialog.getByText('1 column added, 1 column removed')).toBeVisible();
    await dialog.getByRole('button', { name: 'Apply changes' }).click();
    await expect(dialog).toBeHidden();
    await expect(columnNames(page)).toHaveText(afterStaged);
  });

  test('undoing a sort order is not undone again by the address', { tag: '@long' }, async ({ page }) => {
    await page.getByRole('button', { name: /^Sort by Family role/ }).click();
    await page.getByRole('button', { name: 'Undo: sort by Family role' }).click();
    const heading = page.getByRole('columnheader', { name: /Participant ID/ });
    await expect(heading).toHaveAttribute('aria-sort', 'ascending');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Redo: sort by Family role' })).toBeVisible();
    await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  });
});

test.describe('rows and columns', () => {
  const axes = (page: Page) => page.getByRole('dialog', { name: 'Rows and columns' });
  const headers = (page: Page) => page.getByRole('columnheader');

  test.beforeEach(async ({ page }) => {
    await signIn(page);
    await startWith(page, { axes: [row('sex'), column('vital_status')] });
    await page.goto('/default/aggregate?shading=off');
    await expect(page.getByRole('rowheader', { name: 'Female' })).toBeVisible();
  });

  test('back closes their dialog and keeps what is staged, and a reload loses neither', {
    tag: '@long',
  }, async ({ page }) => {
    await page.getByRole('button', { name: 'Edit columns' }).click();
    await axes(page).getByRole('button', { name: 'Move Sex to the columns' }).click();
    await axes(page).getByRole('button', { name: 'Remove Vital status' }).click();
    await page.goBack();
    await expect(axes(page)).toBeHidden();
    await expect(page).toHaveURL(/aggregate\?shading=off$/);
    await page.reload();
    await expect(page.getByText('Rows and columns: 2 changes not applied yet')).toBeVisible();
    await page.getByRole('button', { name: 'Go on editing' }).click();
    await page.reload();
    await axes(page).getByRole('button', { name: 'Apply changes' }).click();
    await expect(axes(page)).toBeHidden();
    await expect(headers(page)).toHaveText(['Female', 'Male', 'Total']);
    await expect(page.getByText(/not applied yet/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo: remove Vital status, move Sex' }).click();
    await expect(headers(page).filter({ hasText: /^Alive$/ })).toHaveCount(1);
    await expect(page.getByRole('rowheader', { name: 'Female' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Redo: remove Vital status, move Sex' })).toBeVisible();
  });

  test('staged edits can be discarded on the screen', { tag: '@long' }, async ({ page }) => {
    await page.getByRole('button', { name: 'Edit rows' }).click();
    await axes(page).getByRole('button', { name: 'Remove Sex' }).click();
    await page.goBack();
    await expect(axes(page)).toBeHidden();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByText(/not applied yet/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Edit rows' }).click();
    await expect(axes(page).getByText('No changes yet')).toBeVisible();
  });
});
