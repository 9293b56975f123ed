import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectNoAxeFault } from './axe.ts';
import { edit, female, lightAtBirth, startWith } from './definitions.ts';
import { deleteOwnReports, saveReport } from './savedReports.ts';
import { signIn } from './session.ts';
import { expect, test } from './test.ts';

const dialog = (page: Page) => page.getByRole('dialog');

test.beforeEach(async ({ page }) => {
  await signIn(page);
  await deleteOwnReports(page);
  await startWith(page, { cohort: [female, lightAtBirth] });
});

test('everyone who sees a report reads its methods, and saves them as files', {
  tag: '@long',
}, async ({ page }) => {
  await edit(page, 'cohort_def', {
    type: 'add_entry',
    concept_id: 'primary_lesion',
    chiron_ontology_field_selection: ['CHDO:0000060'],
  });
  const id = await saveReport(page, { name: 'Girls, light at birth', public: 'on' });
  await signIn(page, { username: 'curator' });
  await page.goto(`/default/reports/${id}`);
  await page.getByRole('tab', { name: 'Methods' }).click();
  const diagram = page.getByRole('img', { name: /^Attrition of Girls, light at birth\. Everyone: 12,000/ });
  await expect(diagram).toBeVisible();
  await expect(diagram).toHaveAccessibleName(/Sex = "Female": 6,061 participants/);
  await expect(page.getByRole('list', { name: 'In words' })).toContainText('Birth weight <= 2500 g');
  await expect(page.getByText(/^Girls, light at birth\. .*Counted with Atrium/)).toBeVisible();
  await page.getByRole('button', { name: /^Primary lesion · \d+ codes$/ }).click();
  await expect(page.getByRole('cell', { name: 'CHDO:0000061' })).toBeVisible();
  await expectNoAxeFault(page);

  const saves = async (button: string | RegExp, role: 'button' | 'menuitem' = 'button') => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole(role, { name: button }).click(),
    ]);
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
  };
  await page.getByRole('button', { name: 'Save picture' }).click();
  const drawing = await saves('SVG drawing', 'menuitem');
  expect(drawing.name).toMatch(new RegExp(`^report_${id}_attrition_.*\\.svg$`));
  expect(drawing.content.toString()).toMatch(/^<svg .*6,061 participants/s);
  const markdown = await saves(/as Markdown$/);
  expect(markdown.content.toString()).toContain('## Attrition');
  const crate = await saves(/RO-Crate/);
  expect([crate.name, crate.content.subarray(0, 2).toString()]).toEqual([`report_${id}_methods.zip`, 'PK']);
  await page.getByRole('radio', { name: 'Python' }).press('ArrowRight');
  const program = await saves('Download the program in R');
  expect(program.content.toString()).toContain('library(atriumportal)');
  const notebook = await saves('Download a notebook in Python');
  expect(JSON.parse(notebook.content.toString())).toMatchObject({ nbformat: 4 });
});

test('a report shows its expectations, is marked in the list, and shows results only to viewers who see the same', {
  tag: '@long',
}, async ({ page }) => {
  const id = await saveReport(page, { name: 'Girls, light at birth', public: 'on' });
  await page.goto(`/default/reports/${id}?tab=expectations`);
  await page.getByRole('button', { name: 'Say what you expect' }).click();
  await dialog(page).getByLabel('At least').fill('1');
  await dialog(page).getByLabel('At most').fill('2');
  await expectNoAxeFault(page);
  await dialog(page).getByRole('button', { name: 'Add an expectation' }).click();
  await dialog(page)
    .getByRole('combobox', { name: 'Expectation 2' })
    .selectOption({ label: 'Participants that must be included' });
  await dialog(page).getByLabel('Ids, one a line').fill('CHD-000001-01\nNOBODY');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('Something is not as expected.')).toBeVisible();
  await expect(page.getByText('Between 1 and 2 participants')).toBeVisible();
  await expect(page.getByText(/^Missing: .*NOBODY$/)).toBeVisible();
  await expectNoAxeFault(page);

  await page.getByRole('button', { name: 'Change' }).click();
  await dialog(page).getByLabel('At most').fill('100000');
  await dialog(page).getByRole('button', { name: 'Remove expectation 2' }).click();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Everything is as expected.')).toBeVisible();
  await page.getByRole('tab', { name: 'Versions' }).click();
  await expect(page.getByRole('list', { name: 'Versions' })).toContainText('expectations changed');
  await expect(page.getByText('Must include CHD-000001-01, NOBODY')).toBeVisible();

  await page.goto('/default/reports');
  const line = page.getByRole('row').filter({ hasText: 'Girls, light at birth' });
  await expect(line).toContainText('as expected');
  await signIn(page, { username: 'curator' });
  await page.goto(`/default/reports/${id}?tab=expectations`);
  await expect(page.getByText('How they ended is not shown to you')).toBeVisible();
});
