import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import type { Download, Locator, Page } from '@playwright/test';
import { expect, signIn, test } from './visitor.ts';

/** Sets the cohort and the table of whoever is signed in, through the public API. */
async function edit(page: Page, portal: string, which: string, transformation: object): Promise<void> {
  await page.request.post(`${portal}/api/v2/default/${which}/`, { data: { transformation } });
}

test.beforeEach(async ({ page, portal }) => {
  await signIn(page, portal);
  await edit(page, portal, 'cohort_def', { type: 'clear_all' });
  await edit(page, portal, 'cohort_def', {
    type: 'add_entry',
    concept_id: 'sex',
    selected_categories: ['Female'],
  });
  await edit(page, portal, 'table_def', { type: 'resort_columns', entry_ids: [] });
  await page.goto(`${portal}/default/results`);
  await expect(page.getByText('1–25 of 6,061')).toBeVisible();
});

const defaults = ['Participant ID', 'Family role', 'Sex', 'Primary lesion', 'Age at enrolment'];

/** Names of the columns as they stand on the screen. */
const columnNames = (page: Page) =>
  page
    .getByRole('columnheader')
    .getByRole('button', { name: /^Sort by / })
    .allInnerTexts();

const cell = (page: Page, row: number, column: number) => page.locator(`[data-cell="${row}:${column}"]`);

const picker = (page: Page) => page.getByRole('dialog', { name: 'Edit columns' });

async function openPicker(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit columns' }).click();
  return picker(page);
}

const listed = (dialog: Locator) => dialog.getByRole('listitem').locator('[data-name]').allInnerTexts();

async function addByTree(dialog: Locator, ...path: readonly string[]): Promise<void> {
  for (const name of path)
    await dialog
      .getByRole('treeitem', { name: new RegExp(`^${name}`) })
      .first()
      .click();
}

async function apply(page: Page): Promise<void> {
  await picker(page).getByRole('button', { name: 'Apply changes' }).click();
  await expect(picker(page)).toBeHidden();
}

const expectNothingFromAxe = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 160))])).toEqual([]);
};

test('scenario 23: the default visit shows the id column, both counts, the way to the columns, and rows', async ({
  page,
}) => {
  expect(await columnNames(page)).toEqual(defaults);
  await expect(page.getByTestId('table-counts')).toHaveText('6,061 records of 6,061 subjects');
  await expect(page.getByRole('button', { name: 'Edit columns' })).toBeVisible();
  await expect(cell(page, 0, 0)).toHaveText(/^CHD-000001/);
  await expectNothingFromAxe(page);
});

test('scenario 24: a concept of the tree is staged, and after the confirmation the table has its data', async ({
  page,
}) => {
  const dialog = await openPicker(page);
  expect(await listed(dialog)).toEqual(defaults);
  await addByTree(dialog, 'Heart', 'Diagnoses', 'Lesion group');
  expect(await listed(dialog)).toEqual([...defaults, 'Lesion group']);
  await expectNothingFromAxe(page);
  expect(await columnNames(page)).toEqual(defaults);
  await apply(page);
  expect(await columnNames(page)).toEqual([...defaults, 'Lesion group']);
  await expect(cell(page, 0, 5)).toHaveText('Left-sided obstruction');
  await expect(cell(page, 0, 1)).toHaveText('Proband');
});

test('scenario 25: the last column is taken away in the picker and gone after the confirmation', async ({
  page,
}) => {
  const dialog = await openPicker(page);
  await dialog.getByRole('button', { name: 'Remove Age at enrolment' }).click();
  await expect(dialog.getByText('will be removed')).toBeVisible();
  await apply(page);
  expect(await columnNames(page)).toEqual(defaults.slice(0, -1));
});

test('scenario 26: the icon of a heading takes the column away at once', async ({ page }) => {
  await page.getByRole('button', { name: 'Remove column Sex', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Remove column Sex', exact: true })).toBeHidden();
  expect(await columnNames(page)).toEqual(defaults.filter((name) => name !== 'Sex'));
});

test('scenario 27: sorting by the sorted column flips the order, its first value and its icon', async ({
  page,
}) => {
  const heading = page.getByRole('columnheader', { name: /Participant ID/ });
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  await heading.getByRole('button', { name: /^Sort by Participant ID/ }).click();
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
  await expect(cell(page, 0, 0)).not.toHaveText(/^CHD-000001/);

  await page.getByRole('button', { name: /^Sort by Family role/ }).click();
  await expect(
    page.getByRole('button', { name: 'Sort by Participant ID, descending, key 2 of 2' }),
  ).toBeVisible();
  await page.goBack();
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
});

test('scenario 28: counting all values of a column shows the figure in its cells', async ({ page }) => {
  await page.getByRole('button', { name: /^Options of Family role/ }).click();
  const dialog = page.getByRole('dialog', { name: /Family role/ });
  await dialog.getByLabel(/several values/).selectOption({ label: 'count all' });
  await dialog.getByLabel('Name of the column').fill('Roles');
  await expectNothingFromAxe(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(cell(page, 0, 1)).toHaveText('1');
  await expect(cell(page, 0, 1)).toHaveCSS('text-align', 'end');
  expect((await columnNames(page))[1]).toBe('Roles');
});

test('scenario 29: a reset brings the default columns back', async ({ page }) => {
  await page.getByRole('button', { name: 'Remove column Sex', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Remove column Sex', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Reset columns' }).click();
  await expect(page.getByRole('button', { name: 'Remove column Sex', exact: true })).toBeVisible();
  expect(await columnNames(page)).toEqual(defaults);
});

test('scenario 30: a column dragged in the picker, by mouse or by keys, stands there after the confirmation', async ({
  page,
}) => {
  const dialog = await openPicker(page);
  const handle = (name: string) => dialog.getByRole('button', { name: `Drag ${name}` });
  await handle('Age at enrolment').hover();
  await page.mouse.down();
  const target = await handle('Participant ID').boundingBox();
  if (target === null) throw new Error('The list has no first column.');
  await page.mouse.move(target.x + 8, target.y + 20, { steps: 8 });
  await page.mouse.move(target.x + 8, target.y + 4, { steps: 4 });
  await page.mouse.up();
  const dragged = ['Age at enrolment', ...defaults.slice(0, -1)];
  await expect.poll(() => listed(dialog)).toEqual(dragged);

  await dialog.getByRole('button', { name: 'Move Sex up' }).focus();
  await page.keyboard.press('Enter');
  const moved = ['Age at enrolment', 'Participant ID', 'Sex', 'Family role', 'Primary lesion'];
  expect(await listed(dialog)).toEqual(moved);
  await apply(page);
  expect(await columnNames(page)).toEqual(moved);
});

test('an edit that fails in the middle leaves what was made, keeps the rest staged, and says both', async ({
  page,
}) => {
  const dialog = await openPicker(page);
  await addByTree(dialog, 'Heart', 'Diagnoses', 'Lesion group');
  await dialog.getByRole('button', { name: 'Remove Sex' }).click();
  let calls = 0;
  await page.route('**/table_def*', (route) => {
    const isRefused = route.request().method() === 'POST' && ++calls === 2;
    return isRefused
      ? route.fulfill({ status: 503, json: { detail: 'The portal is busy.', code: 'not_ready' } })
      : route.continue();
  });
  await dialog.getByRole('button', { name: 'Apply changes' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The portal is busy. 1 of 2 changes made, and kept.');
  await expect(dialog.getByText('1 column removed')).toBeVisible();
  await page.unroute('**/table_def*');
  await apply(page);
  expect(await columnNames(page)).toEqual([...defaults.filter((name) => name !== 'Sex'), 'Lesion group']);
});

test('rows come in pages of the wanted size, and the address and the back button lead to the page', async ({
  page,
}) => {
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

test('the narrowest columns show identifiers whole, and in a narrow window every action is in the menu', async ({
  page,
}) => {
  await page.setViewportSize({ width: 500, height: 400 });
  const identifier = cell(page, 0, 0);
  await expect(identifier).toHaveText(/^CHD-000001/);
  const widthOf = async (drawn: Locator) => (await drawn.boundingBox())?.width ?? 0;
  expect(await widthOf(identifier)).toBeLessThan(112);
  const room = await identifier.evaluate((drawn) => drawn.firstElementChild?.clientWidth ?? 0);
  expect(await widthOf(identifier.getByRole('link'))).toBeLessThanOrEqual(room);
  await expect(page.getByRole('button', { name: 'Reset columns' })).toBeHidden();
  await page.getByRole('button', { name: 'Table actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Reset columns' })).toBeVisible();
});

test('widths and pinned columns stay for the next visit', async ({ page }) => {
  const width = () => page.getByRole('columnheader', { name: /Sort by Sex/ }).boundingBox();
  const before = (await width())?.width ?? 0;
  const edge = await page.getByRole('columnheader', { name: /Sort by Sex/ }).boundingBox();
  if (edge === null) throw new Error('There is no column Sex.');
  await page.mouse.move(edge.x + edge.width - 3, edge.y + 20);
  await page.mouse.down();
  await page.mouse.move(edge.x + edge.width + 90, edge.y + 20, { steps: 6 });
  await page.mouse.up();
  expect((await width())?.width ?? 0).toBeGreaterThan(before + 40);
  await page.getByRole('button', { name: 'More for column Age at enrolment' }).click();
  await page.getByRole('menuitem', { name: 'Keep in sight on the left' }).click();
  const pinned = ['Participant ID', 'Age at enrolment', 'Family role', 'Sex', 'Primary lesion'];
  await expect.poll(() => columnNames(page)).toEqual(pinned);
  await page.reload();
  await expect(page.getByText('1–25 of 6,061')).toBeVisible();
  expect(await columnNames(page)).toEqual(pinned);
  expect((await width())?.width ?? 0).toBeGreaterThan(before + 40);
});

test('the overview draws the cohort against everybody, and stands in the address', async ({ page }) => {
  await page.getByRole('button', { name: 'Overview' }).click();
  await expect(page).toHaveURL(/overview=shown/);
  await expect(
    page.getByRole('img', { name: /^Sex: .*The active cohort has 6,061 of 12,000 entries/ }),
  ).toBeVisible();
  await expectNothingFromAxe(page);
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

test('the CSV holds every row of the cohort under the headings of the table', async ({ page }) => {
  const download = await downloadAs(page, 'CSV');
  expect(download.suggestedFilename()).toBe('results_export.csv');
  const lines = (await textOf(download)).trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^Participant ID,/);
  expect(lines).toHaveLength(6_062);
});

test('the other files have the same rows and say what their columns are', async ({ page }) => {
  const ndjson = await downloadAs(page, 'NDJSON');
  expect(ndjson.suggestedFilename()).toBe('results_export.ndjson');
  expect((await textOf(ndjson)).trimEnd().split('\n')).toHaveLength(6_061);
  const parquet = await downloadAs(page, 'Parquet');
  expect(parquet.suggestedFilename()).toBe('results_export.parquet');
  expect((await readFile(await parquet.path())).subarray(0, 4).toString()).toBe('PAR1');
  const dictionary = await downloadAs(page, 'Data dictionary');
  expect(dictionary.suggestedFilename()).toBe('results_dictionary.json');
  expect(JSON.parse(await textOf(dictionary)).fields).toHaveLength(defaults.length);
});
