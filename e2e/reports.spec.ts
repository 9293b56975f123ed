import type { Page } from '@playwright/test';
import { expectNoAxeFault } from './axe.ts';
import { controlFaults } from './controls.ts';
import { column, female, male, row, startWith } from './definitions.ts';
import { cohortCount, columnNames, defaultColumns, startsWith } from './locators.ts';
import { deleteOwnReports, saveReport } from './savedReports.ts';
import { signIn } from './session.ts';
import { expect, test } from './test.ts';

const girls = 'Girls of the consortium';
const counts = (page: Page) => page.getByTestId('report-counts');
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const dialog = (page: Page) => page.getByRole('dialog');

test.beforeEach(async ({ page }) => {
  await signIn(page, { username: 'curator' });
  await deleteOwnReports(page);
  await signIn(page);
  await deleteOwnReports(page);
  await startWith(page, { cohort: [female] });
});

test('42. the list has its heading, the categories, and each report with its description', {
  tag: '@long',
}, async ({ page }) => {
  await saveReport(page, { name: girls, description: 'For the March call', project_other: 'March' });
  await saveReport(page, { name: 'Somebody', public: 'on' });
  await page.goto('/default/reports');
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  const all = page.getByRole('group', { name: 'Categories of reports' }).getByRole('button').first();
  await expect(all).toHaveAttribute('aria-pressed', 'true');
  await expect(all).toHaveText(/2$/);
  await expect(rowOf(page, girls)).toContainText('For the March call');
  await expect(rowOf(page, girls)).toContainText('March');
  await expect(rowOf(page, 'Somebody')).toContainText('Everyone');
  await page.getByRole('button', { name: /^March/ }).click();
  await expect(rowOf(page, 'Somebody')).toHaveCount(0);
  await expect(page).toHaveURL(/project=\d+/);
  await page.goBack();
  await page.getByRole('searchbox').fill('somebo');
  await expect(rowOf(page, girls)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('somebo');
  await expect(rowOf(page, 'Somebody')).toBeVisible();
  await expectNoAxeFault(page);
  expect(await controlFaults(page)).toEqual([]);
});

test('43. a form that comes as a page of HTML counts as failed, and the list stays', {
  tag: '@long',
}, async ({ page }) => {
  await saveReport(page, { name: girls });
  await page.route(/\/edit_form/, (route) =>
    route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Oops</h1>' }),
  );
  await page.goto('/default/reports');
  await page.getByRole('button', { name: `Edit ${girls}` }).click();
  await expect(page.getByRole('alert')).toContainText('Report failed to load');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Edit ${girls}` })).toBeFocused();
});

test('44. and 45. a form without a project opens, and odd names of projects are shown as they are', {
  tag: '@long',
}, async ({ page }) => {
  const odd = `O'Hara; "Heart" & <b>lungs</b>`;
  await saveReport(page, { name: 'In an odd project', project_other: odd });
  await saveReport(page, { name: girls });
  await page.goto('/default/reports');
  await page.getByRole('button', { name: `Edit ${girls}` }).click();
  const project = dialog(page).getByLabel('Project');
  await expect(project.locator('option:checked')).toHaveText('No project');
  await project.selectOption({ label: odd });
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(rowOf(page, girls)).toContainText(odd);
});

test('a cohort is saved beside its count, found in the list, opened, loaded over another one, and that is undone', async ({
  page,
}) => {
  await page.goto('/default/query');
  await page.getByRole('button', { name: 'Save as a report' }).click();
  await expect(dialog(page).getByLabel('Name')).toBeFocused();
  await dialog(page).getByLabel('Name').fill(girls);
  await expectNoAxeFault(page);
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await dialog(page).getByRole('link', { name: 'Go to the list of reports' }).click();
  await page.getByRole('link', { name: girls }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: new RegExp(`^Report \\d+: ${girls}$`) }),
  ).toBeFocused();
  await expect(counts(page)).toHaveText('6,061 records of 6,061 participants');
  await expect(columnNames(page)).toHaveText(defaultColumns);
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('Sex = "Female"');
  await expectNoAxeFault(page);

  await startWith(page, { cohort: [male] });
  await page.getByRole('button', { name: 'Load as active' }).click();
  await expect(dialog(page)).toContainText(/This replaces your active cohort of [\d,]+ participants/);
  await dialog(page).getByRole('button', { name: 'Load as active' }).click();
  await expect(page).toHaveURL(/\/default\/results$/);
  await expect(page.getByTestId('table-counts')).toHaveText('6,061 records of 6,061 participants');
  await expect(cohortCount(page)).toHaveText(startsWith(6061));
  await page
    .getByRole('alert')
    .filter({ hasText: 'is loaded.' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(cohortCount(page)).toHaveText(startsWith(5939));
  await expect(page.getByRole('region', { name: 'Filters' })).toContainText('Sex = "Male"');
});

test('one column sorts a report, a second click flips it, and the address keeps order and page', {
  tag: '@long',
}, async ({ page }) => {
  const id = await saveReport(page, { name: girls });
  await page.goto(`/default/reports/${id}`);
  const heading = page.getByRole('columnheader', { name: /Participant ID/ });
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  await heading.getByRole('button', { name: /^Sort by/ }).click();
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
  await expect(page.locator('[data-cell="0:0"]')).toHaveText(/^CHD-(?!000001)\d{6}/);
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(page.getByText('26–50 of 6,061')).toBeVisible();
  await page.reload();
  await expect(page.getByText('26–50 of 6,061')).toBeVisible();
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
  // On paper (rule 14.46).
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(heading.getByText('Participant ID')).toBeVisible();
  await expect(page.locator('#content button:not([data-print]):visible')).toHaveCount(0);
  const region = page.getByRole('region', { name: /table|results|report/i }).filter({ has: heading });
  const whole = await region.evaluate((one) => one.scrollHeight - one.clientHeight);
  expect(whole).toBeLessThanOrEqual(1);
  await expect(page.locator('[data-cell="24:0"]')).toBeVisible();
});

test('a private report is not there for others until it is shared with them, who may not change it', async ({
  page,
}) => {
  const id = await saveReport(page, { name: girls });
  await signIn(page, { username: 'curator' });
  await page.goto(`/default/reports/${id}`);
  await expect(page.getByRole('heading', { name: 'There is no such report' })).toBeVisible();

  await signIn(page);
  await page.goto('/default/reports');
  await page.getByRole('button', { name: `Share ${girls}` }).click();
  await expect(dialog(page).getByLabel('Link to the report')).toHaveValue(
    new RegExp(`/default/reports/${id}$`),
  );
  await dialog(page).getByRole('combobox', { name: 'Share with' }).click();
  await page.getByRole('option', { name: 'Chris Curator' }).click();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(rowOf(page, girls)).toContainText('1 user');

  await signIn(page, { username: 'curator' });
  await page.goto('/default/reports');
  await expect(rowOf(page, girls)).toContainText('Robin Researcher');
  await expect(page.getByRole('button', { name: /^(Edit|Share|Delete) / })).toHaveCount(0);
  await page.getByRole('button', { name: `Star ${girls}` }).click();
  await page.getByRole('button', { name: /^Starred/ }).click();
  await page.getByRole('link', { name: girls }).click();
  await expect(counts(page)).toHaveText('6,061 records of 6,061 participants');
  await expect(page.getByRole('tab', { name: 'Versions' })).toHaveCount(0);
});

test('a filter that the viewer may not see makes the report an error for them, never a wider cohort', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, { username: 'curator' });
  await startWith(page, {
    cohort: [
      { type: 'add_entry', concept_id: 'birth_date', query_type: 'date_range', cd_numeric_min: '2001-02-03' },
    ],
  });
  const id = await saveReport(page, { name: 'Born since', public: 'on' });
  await signIn(page);
  await page.goto(`/default/reports/${id}`);
  await expect(page.getByText('This report cannot be shown to you')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download' })).toHaveCount(0);
  await expect(page.getByRole('grid')).toHaveCount(0);
  await expectNoAxeFault(page);
});

test('a report is edited and deleted from the list, and the focus never falls on the page', {
  tag: '@long',
}, async ({ page }) => {
  await saveReport(page, { name: girls });
  await page.goto('/default/reports');
  await page.getByRole('button', { name: `Edit ${girls}` }).press('Enter');
  const name = dialog(page).getByLabel('Name');
  await expect(name).toBeFocused();
  await name.fill('Daughters');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Edit ${girls}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('Your draft was restored.');
  await expect(name).toHaveValue('Daughters');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Edit Daughters' })).toBeFocused();

  await page.getByRole('button', { name: 'Delete Daughters' }).press('Enter');
  await expect(dialog(page)).toContainText('“Daughters” is deleted with its versions');
  await expect(dialog(page).getByRole('button', { name: 'Keep it' })).toBeFocused();
  await dialog(page).getByRole('button', { name: 'Delete report' }).click();
  await expect(rowOf(page, 'Daughters')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeFocused();
});

test('a report saved beside the cross-tab holds it, and its versions are compared and restored', {
  tag: '@long',
}, async ({ page }) => {
  await startWith(page, { cohort: [female], axes: [row('race'), column('vital_status')] });
  await page.goto('/default/aggregate');
  await page.getByRole('button', { name: 'Save as a report' }).click();
  await dialog(page).getByLabel('Name').fill(girls);
  await expect(dialog(page).getByLabel('Keep the cross-tab too')).toBeChecked();
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await dialog(page).getByRole('link', { name: 'Open the report' }).click();
  await page.getByRole('tab', { name: 'Cross-tab' }).click();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Add|Remove) / })).toHaveCount(0);

  await startWith(page, {
    cohort: [female, { type: 'add_entry', concept_id: 'birth_weight', cd_numeric_max: 2500 }],
  });
  await page.goto('/default/results');
  await page.getByRole('button', { name: 'Save as a report' }).click();
  await dialog(page).getByText('Overwrite a report').click();
  await dialog(page).getByLabel('Report to overwrite').selectOption({ label: girls });
  await expect(dialog(page).getByLabel('Name')).toHaveValue(girls);
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await dialog(page).getByRole('link', { name: 'Open the report' }).click();
  await page.getByRole('tab', { name: 'Versions' }).click();
  await expect(page.getByRole('list', { name: 'Versions' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByText(/^6,061 → [\d,]+ participants$/)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'added: Birth weight' })).toBeVisible();
  await expectNoAxeFault(page);
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await dialog(page).getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('list', { name: 'Versions' }).getByRole('listitem')).toHaveCount(3);
  await page.getByRole('tab', { name: 'Table' }).click();
  await expect(counts(page)).toHaveText('6,061 records of 6,061 participants');
});

test('the table of a report is downloaded under its number', { tag: '@long' }, async ({ page }) => {
  const id = await saveReport(page, { name: girls });
  await page.goto(`/default/reports/${id}`);
  await expect(counts(page)).toHaveText('6,061 records of 6,061 participants');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /^CSV/ }).click();
  expect((await download).suggestedFilename()).toBe(`report_${id}.csv`);
});
