import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { expectNoAxeFault } from './axe.ts';
import { controlFaults } from './controls.ts';
import { female, startWith } from './definitions.ts';
import { dragByMouse } from './drag.ts';
import { chooseInTree, columnNames, defaultColumns } from './locators.ts';
import { signIn } from './session.ts';
import { expect, test } from './test.ts';

test.beforeEach(async ({ page }) => {
  await signIn(page);
  await startWith(page, { cohort: [female] });
  await page.goto('/default/results');
  await expect(page.getByText('1–25 of 6,061')).toBeVisible();
});

const cell = (page: Page, row: number, column: number) => page.locator(`[data-cell="${row}:${column}"]`);
const withoutSex = defaultColumns.filter((name) => name !== 'Sex');

const picker = (page: Page) => page.getByRole('dialog', { name: 'Edit columns' });
/** The names in the list of the picker, in their order. */
const listed = (page: Page) => picker(page).getByRole('listitem').locator('[data-name]');

async function openPicker(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit columns' }).click();
  return picker(page);
}

async function applyPicker(page: Page): Promise<void> {
  await picker(page).getByRole('button', { name: 'Apply changes' }).click();
  await expect(picker(page)).toBeHidden();
}

test('scenario 23: the screen opens with the id column, both counts, the button for columns, and rows', {
  tag: '@long',
}, async ({ page }) => {
  await expect(columnNames(page)).toHaveText(defaultColumns);
  await expect(page.getByTestId('table-counts')).toHaveText('6,061 records of 6,061 participants');
  await expect(page.getByRole('button', { name: 'Edit columns' })).toBeVisible();
  await expect(cell(page, 0, 0)).toHaveText(/^CHD-000001/);
  await expectNoAxeFault(page);
  expect(await controlFaults(page)).toEqual([]);
});

test('scenario 24: a concept of the tree is staged, and after the confirmation the table has its data', async ({
  page,
}) => {
  await expectNoAxeFault(page);
  expect(await controlFaults(page)).toEqual([]);
  const dialog = await openPicker(page);
  await expect(listed(page)).toHaveText(defaultColumns);
  await chooseInTree(dialog, 'Heart', 'Diagnoses', 'Lesion group');
  await expect(listed(page)).toHaveText([...defaultColumns, 'Lesion group']);
  await expectNoAxeFault(page);
  expect(await controlFaults(page)).toEqual([]);
  await expect(columnNames(page)).toHaveText(defaultColumns);
  await applyPicker(page);
  await expect(columnNames(page)).toHaveText([...defaultColumns, 'Lesion group']);
  await expect(cell(page, 0, 5)).toHaveText('Left-sided obstruction');
  await expect(cell(page, 0, 1)).toHaveText('Proband');
});

test('scenario 25: the last column is removed in the picker and gone after the confirmation', {
  tag: '@long',
}, async ({ page }) => {
  const dialog = await openPicker(page);
  await dialog.getByRole('button', { name: 'Remove Age at enrolment' }).click();
  await expect(dialog.getByText('will be removed')).toBeVisible();
  await applyPicker(page);
  await expect(columnNames(page)).toHaveText(defaultColumns.slice(0, -1));
});

test('scenario 26: the icon of a heading removes the column at once', { tag: '@long' }, async ({ page }) => {
  await page.getByRole('button', { name: 'Remove column Sex', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Remove column Sex', exact: true })).toBeHidden();
  await expect(columnNames(page)).toHaveText(withoutSex);
});

test('scenario 27: sorting by the sorted column flips the order, its first value and its icon; the CSV holds every row of the cohort under the headings of the table', {
  tag: '@long',
}, async ({ page }) => {
  const heading = page.getByRole('columnheader', { name: /Participant ID/ });
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  await heading.getByRole('button', { name: /^Sort by Participant ID/ }).click();
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
  await expect(cell(page, 0, 0)).toHaveText(/^CHD-(?!000001)\d/);

  await page.getByRole('button', { name: /^Sort by Family role/ }).click();
  await expect(
    page.getByRole('button', { name: 'Sort by Participant ID, descending, key 2 of 2' }),
  ).toBeVisible();
  await page.goBack();
  await expect(heading).toHaveAttribute('aria-sort', 'descending');

  const download = await downloadAs(page, 'CSV');
  expect(download.suggestedFilename()).toMatch(/^results_export_default_[\d-]+_[0-9a-z]{4}\.csv$/);
  const lines = (await textOf(download)).trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^Participant ID,/);
  expect(lines).toHaveLength(6_062);
});

test('scenario 28: counting all values of a column shows the figure in its cells', { tag: '@long' }, async ({
  page,
}) => {
  await page.getByRole('button', { name: /^Options of Family role/ }).click();
  const dialog = page.getByRole('dialog', { name: /Family role/ });
  await dialog.getByLabel(/several values/).selectOption({ label: 'count all' });
  await dialog.getByLabel('Name of the column').fill('Roles');
  await expectNoAxeFault(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(cell(page, 0, 1)).toHaveText('1');
  await expect(cell(page, 0, 1)).toHaveCSS('text-align', 'end');
  await expect(columnNames(page).nth(1)).toHaveText('Roles');
});

test('scenario 29: a reset brings the default columns back', { tag: '@long' }, async ({ page }) => {
  await page.getByRole('button', { name: 'Remove column Sex', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Remove column Sex', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Reset columns' }).click();
  await expect(page.getByRole('button', { name: 'Remove column Sex', exact: true })).toBeVisible();
  await expect(columnNames(page)).toHaveText(defaultColumns);
});

test('scenario 30: a column moved in the picker, by mouse or by keys, is there in the table after the confirmation', {
  tag: '@long',
}, async ({ page }) => {
  const dialog = await openPicker(page);
  const handle = (name: string) => dialog.getByRole('button', { name: `Drag ${name}` });
  await dragByMouse(page, {
    handle: handle('Age at enrolment'),
    to: { part: handle('Participant ID'), edge: 'top' },
    announced: 'Age at enrolment is now number 1 of 5',
  });
  const dragged = ['Age at enrolment', ...defaultColumns.slice(0, -1)];
  await expect(listed(page)).toHaveText(dragged);

  await dialog.getByRole('button', { name: 'Move Sex up' }).focus();
  await page.keyboard.press('Enter');
  const moved = ['Age at enrolment', 'Participant ID', 'Sex', 'Family role', 'Primary lesion'];
  await expect(listed(page)).toHaveText(moved);
  await applyPicker(page);
  await expect(columnNames(page)).toHaveText(moved);
});

test('changes that the portal cannot make stay staged, all of them, and it says so', {
  tag: '@long',
}, async ({ page }) => {
  const dialog = await openPicker(page);
  await chooseInTree(dialog, 'Heart', 'Diagnoses', 'Lesion group');
  await dialog.getByRole('button', { name: 'Remove Sex' }).click();
  await page.route('**/table_def/batch*', (route) =>
    route.fulfill({ status: 503, json: { detail: 'The portal is busy.', code: 'not_ready' } }),
  );
  await dialog.getByRole('button', { name: 'Apply changes' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The portal is busy. Nothing was changed.');
  await expect(dialog.getByText('1 column added, 1 column removed')).toBeVisible();
  await page.unroute('**/table_def/batch*');
  await applyPicker(page);
  await expect(columnNames(page)).toHaveText([...withoutSex, 'Lesion group']);
});

test('rows come in pages of the wanted size, and the address and the back button lead to the page', {
  tag: '@long',
}, async ({ page }) => {
  await page.getByRole('button', { name: /^(Page )?2$/ }).click();
  await expect(page.getByText('26–50 of 6,061')).toBeVisible();
  await page.reload();
  await expect(page.getByText('26–50 of 6,061')).toBeVisible();
  await page.getByLabel('Rows per page').selectOption('100');
  await expect(page.getByText('1–100 of 6,061')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('26–50 of 6,061')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('1–25 of 6,061')).toBeVisible();
});

test('the narrowest columns show identifiers whole, and in a narrow window every action is in the menu', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 500, height: 400 });
  const identifier = cell(page, 0, 0);
  await expect(identifier).toHaveText(/^CHD-000001/);
  await expect(page.getByRole('button', { name: 'Reset columns' })).toBeHidden();
  const widthOf = async (drawn: Locator) => (await drawn.boundingBox())?.width ?? 0;
  await expect.poll(() => widthOf(identifier)).toBeLessThan(112);
  // What does not fit is cut, and wider than its room.
  const cut = () =>
    identifier.evaluate(({ firstElementChild: text }) => (text?.scrollWidth ?? 1) - (text?.clientWidth ?? 0));
  await expect.poll(cut).toBe(0);
  await page.getByRole('button', { name: 'Table actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Reset columns' })).toBeVisible();
});

test('widths and pinned columns are kept over a reload', { tag: '@long' }, async ({ page }) => {
  const sex = page.getByRole('columnheader', { name: /Sort by Sex/ });
  const widthOfSex = async () => (await sex.boundingBox())?.width ?? 0;
  // Hovering waits until the heading does not move; only then is its box right.
  await sex.hover();
  const edge = await sex.boundingBox();
  if (edge === null) throw new Error('There is no column Sex.');
  await page.mouse.move(edge.x + edge.width - 3, edge.y + 20);
  await page.mouse.down();
  await page.mouse.move(edge.x + edge.width + 90, edge.y + 20, { steps: 6 });
  await page.mouse.up();
  await expect.poll(widthOfSex).toBeGreaterThan(edge.width + 40);
  await page.getByRole('button', { name: 'More for column Age at enrolment' }).click();
  await page.getByRole('menuitem', { name: 'Keep in view on the left' }).click();
  const pinned = ['Participant ID', 'Age at enrolment', 'Family role', 'Sex', 'Primary lesion'];
  await expect(columnNames(page)).toHaveText(pinned);
  await page.reload();
  await expect(page.getByText('1–25 of 6,061')).toBeVisible();
  await expect(columnNames(page)).toHaveText(pinned);
  await expect.poll(widthOfSex).toBeGreaterThan(edge.width + 40);
});

test('the overview draws the cohort against everybody, and is kept in the address', { tag: '@long' }, async ({
  page,
}) => {
  await page.getByRole('button', { name: 'Overview' }).click();
  await expect(page).toHaveURL(/overview=shown/);
  await expect(
    page.getByRole('img', { name: /^Sex: .*The active cohort has 6,061 of 12,000 participants/ }),
  ).toBeVisible();
  await expectNoAxeFault(page);
});

async function downloadAs(page: Page, kind: string): Promise<Download> {
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: new RegExp(`^${kind}`) }).click(),
  ]);
  return download;
}

const textOf = async (download: Download) => readFile(await download.path(), 'utf8');

test('the other files have the same rows, and the data dictionary describes their columns', {
  tag: '@long',
}, async ({ page }) => {
  const ndjson = await downloadAs(page, 'NDJSON');
  expect(ndjson.suggestedFilename()).toMatch(/^results_export_.*\.ndjson$/);
  expect((await textOf(ndjson)).trimEnd().split('\n')).toHaveLength(6_061);
  const parquet = await downloadAs(page, 'Parquet');
  expect(parquet.suggestedFilename()).toMatch(/^results_export_.*\.parquet$/);
  expect((await readFile(await parquet.path())).subarray(0, 4).toString()).toBe('PAR1');
  const dictionary = await downloadAs(page, 'Data dictionary');
  expect(dictionary.suggestedFilename()).toMatch(/^results_dictionary_.*\.json$/);
  expect(JSON.parse(await textOf(dictionary)).resources[0].schema.fields).toHaveLength(defaultColumns.length);
});
