import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { startWith } from './definitions.ts';
import { applyNewFilter, cohortCount, filters, previewCount, startsWith, textOf } from './locators.ts';
import { signIn, signInByForm } from './session.ts';
import { expect, test } from './test.ts';

test.beforeEach(async ({ page }) => {
  await signIn(page);
  await startWith(page);
});

const openConcept = (page: Page, concept: string) => page.goto(`/default/query?concept=${concept}`);

test('a required prefilter comes first, is part of the filter, and is there when the filter is edited', {
  tag: '@long',
}, async ({ page }) => {
  await openConcept(page, 'echo_value');
  await expect(page.getByText('Choose one above to go on.')).toBeVisible();
  await expect(page.getByLabel('Max', { exact: true })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Echo measure' }).click();
  await page.getByRole('option', { name: /^LV ejection fraction/ }).click();
  await page.getByLabel('Max', { exact: true }).fill('55');
  await applyNewFilter(page);
  await expect(filters(page)).toContainText('LV ejection fraction (%)');
  await expect(filters(page)).toContainText('55');

  const address = page.url();
  await page.goto('/default/query');
  await page.goto(address);
  await expect(page.getByLabel('Max', { exact: true })).toHaveValue('55');
  const measure = page.getByRole('combobox', { name: 'Echo measure', exact: true });
  await expect(measure).toHaveValue('LV ejection fraction (%)');
  await page.getByRole('button', { name: 'Clear Echo measure' }).click();
  await expect(page.getByLabel('Max', { exact: true })).toHaveCount(0);
});

test('the known values of a pasted list are chosen, and the others stay in the field as invalid', {
  tag: '@long',
}, async ({ page }) => {
  await openConcept(page, 'variant_gene');
  await page.getByRole('checkbox', { name: 'ACTA2' }).check();
  const box = page.getByLabel('Paste a list');
  await box.fill('CHD7\n\n  NOTAGENE \nALSO-NONE\n');
  await page.getByRole('button', { name: 'Add pasted values' }).click();
  await expect(page.getByText('Remaining entries are invalid')).toBeVisible();
  await expect(box).toHaveValue('NOTAGENE\nALSO-NONE');
  await expect(page.getByText('2 selected')).toBeVisible();
  await box.fill('');
  await page.getByRole('button', { name: 'Add pasted values' }).click();
  await expect(page.getByText('Remaining entries are invalid')).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'ACTA2' }).uncheck();
  await applyNewFilter(page);
  await expect(filters(page)).toContainText('CHD7');
  await expect(filters(page)).not.toContainText('ACTA2');
});

test('a drag across the histogram sets both bounds, and a typed bound moves the chart', {
  tag: '@long',
}, async ({ page }) => {
  await openConcept(page, 'birth_weight');
  const brush = page.getByTestId('brush').first();
  // Hovering waits until the chart does not move; only then is its box right.
  await brush.hover();
  const box = await brush.boundingBox();
  if (box === null) throw new Error('There is no histogram.');
  // Twenty bins of 200 g, the first from 800 to 999 g: from the middle of the sixth to the middle of the eighth.
  const middleOf = (bin: number) => box.x + ((bin + 0.5) * box.width) / 20;
  await page.mouse.move(middleOf(5), box.y + 40);
  await page.mouse.down();
  await page.mouse.move(middleOf(6), box.y + 60);
  await page.mouse.move(middleOf(7), box.y + 60);
  await page.mouse.up();
  const [min, max] = [page.getByLabel('Min', { exact: true }), page.getByLabel('Max', { exact: true })];
  await expect(min).toHaveValue('1800');
  await expect(max).toHaveValue('2399');

  const handle = page.getByRole('slider', { name: 'Maximum on the chart' });
  await max.fill('2999');
  await expect(handle).toHaveAttribute('aria-valuenow', '11');
  await handle.press('ArrowLeft');
  await expect(max).toHaveValue('2799');
  await max.fill('100');
  await expect(page.getByText('The maximum is below the minimum.')).toBeVisible();
});

test('a click on a bar chooses its value; the chart can be read as a table and saved', {
  tag: '@long',
}, async ({ page }) => {
  await openConcept(page, 'sex');
  await page.getByRole('button', { name: 'Female: 6,061' }).click();
  await expect(page.getByRole('checkbox', { name: /^Female/ })).toBeChecked();
  await applyNewFilter(page);
  await expect(cohortCount(page)).toHaveText(startsWith(6_061));

  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('row', { name: 'Male 5,939 0' })).toBeVisible();
  const save = async (what: string) => {
    await page.getByRole('button', { name: 'Save picture' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: what }).click(),
    ]);
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const csv = await save('CSV figures');
  expect(csv.name).toMatch(/^default-sex_[\d-]+\.csv$/);
  expect(csv.bytes.toString()).toBe(
    'Sex,Participants (All data),Participants (Active cohort)\r\nFemale,6061,6061\r\nMale,5939,0\r\n',
  );
  const svg = await save('SVG drawing');
  expect(svg.name).toMatch(/^default-sex_[\d-]+\.svg$/);
  expect(svg.bytes.toString()).toMatch(/^<svg[^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  expect(svg.bytes.toString()).not.toContain('var(--');
  const png = await save('PNG picture');
  expect(png.name).toMatch(/^default-sex_[\d-]+\.png$/);
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
});

test('a draft is kept over a reload and a sign-in, and can be discarded', { tag: '@long' }, async ({
  page,
}) => {
  await openConcept(page, 'birth_weight');
  await page.getByLabel('Max', { exact: true }).fill('2500');
  await page.getByRole('switch', { name: 'Exclude Filter' }).check({ force: true });
  await page.reload();
  await expect(page.getByText('Your draft was restored.')).toBeVisible();
  await expect(page.getByLabel('Max', { exact: true })).toHaveValue('2500');

  // Without a page whose refused calls would reload it in the middle of the next navigation.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await signInByForm(page);
  await openConcept(page, 'birth_weight');
  await expect(page.getByLabel('Max', { exact: true })).toHaveValue('2500');
  await expect(page.getByRole('switch', { name: 'Exclude Filter' })).toBeChecked();
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await expect(page.getByLabel('Max', { exact: true })).toHaveValue('');
  await page.reload();
  await expect(page.getByLabel('Max', { exact: true })).toHaveValue('');
  await expect(page.getByText('Your draft was restored.')).toHaveCount(0);
});

test('a term with several parents is found, shows its synonyms, and leads to each of the parents', {
  tag: '@long',
}, async ({ page }) => {
  await openConcept(page, 'primary_lesion');
  await page.getByPlaceholder('Search terms').fill('tetralogy of Fallot');
  await page.getByPlaceholder('Search terms').press('Enter');
  await page.getByRole('button', { name: 'Narrower terms of tetralogy of Fallot', exact: true }).click();
  await expect(page.getByText('2 broader terms')).toBeVisible();
  await expect(page.getByText(/^Also called/)).toBeVisible();
  await page.getByRole('button', { name: 'right ventricular outflow tract obstruction' }).click();
  await page.getByRole('button', { name: 'Add tetralogy of Fallot', exact: true }).click();
  await applyNewFilter(page);
  await expect(filters(page)).toContainText('tetralogy of Fallot');
});

test('a finding that was looked for and is not there counts only where somebody asks for it', {
  tag: '@long',
}, async ({ page }) => {
  await openConcept(page, 'finding_name');
  const which = page.getByLabel(/^Which extracardiac findings/i);
  await expect(which).toHaveValue('present');
  await page.getByRole('checkbox', { name: /^Asthma/ }).check();
  const present = Number((await textOf(previewCount(page), /\d/)).replace(/\D/g, ''));
  await which.selectOption('absent');
  await expect(previewCount(page)).toHaveText(
    new RegExp(`^(?!${present.toLocaleString('en-US')}\\D)[\\d,]+\\D`),
  );
  await which.selectOption('present');
  await applyNewFilter(page);
  await expect(filters(page)).toContainText('Asthma');
  await expect(filters(page)).toContainText('Ruled out');
});

test('the open tab of a date is kept in the address', { tag: '@long' }, async ({ page }) => {
  await openConcept(page, 'birth_date');
  await page.getByRole('tab', { name: 'Relative to today' }).click();
  await expect(page).toHaveURL(/tab=relative_to_today/);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Relative to today', selected: true })).toBeVisible();
  await expect(page.getByLabel('Within the last')).toHaveValue('365');
});

test('a search for a value finds its concept; a favourite and a recent concept are kept', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/default/query');
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: /search/i })).toBeFocused();
  await page.keyboard.type('fallot');
  const hit = page.getByRole('option', { name: /^Primary lesion/ });
  await expect(hit).toContainText('Found in its values:');
  await hit.click();
  await page.getByRole('button', { name: 'Add Primary lesion to favourites' }).click();
  await page.goto('/default/query');
  for (const view of ['Favourites', 'Recent']) {
    await page.getByText(view, { exact: true }).click();
    await expect(
      page.getByRole('list', { name: view }).getByRole('button', { name: /^Primary lesion/ }),
    ).toBeVisible();
  }
});
