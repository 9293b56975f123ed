import type { Page } from '@playwright/test';
import { female, isCohortEdit, startWith, surgerySet } from '../definitions.ts';
import { applyNewFilter, cohortCount, concept, filters, textOf } from '../locators.ts';
import { signIn } from '../session.ts';
import { expect, test } from '../test.ts';

test.beforeEach(async ({ page }) => {
  await signIn(page);
  await startWith(page);
});

test('8. text values are browsed, searched, chosen one by one or all at once, and named by the filter', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/default/query');
  for (const name of ['Genetics', 'Variants', 'Gene']) {
    await page.getByRole('treeitem', { name, exact: true }).click();
  }
  await expect(concept(page).getByText('1–10 of 76')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Select all' })).toBeDisabled();
  await page.getByPlaceholder('Search values').fill('gj');
  await expect(page.getByText('No data was found for gj')).toBeVisible();
  await page.getByPlaceholder('Search values').fill('ch');
  const hits = concept(page).getByRole('listitem').getByRole('checkbox');
  await expect(hits.first()).toHaveAccessibleName('CHD7');
  await hits.first().check();
  await expect(page.getByText('1 selected')).toBeVisible();
  const names = await hits.evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label') ?? ''));
  await page.getByRole('button', { name: 'Select all' }).click();
  await expect(page.getByText(`${names.length} selected`)).toBeVisible();
  await applyNewFilter(page);
  for (const name of names) await expect(filters(page)).toContainText(name);
});

test('10. a click on the row of a value chooses it; the filter can be updated and turned into its opposite', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/default/query?concept=lesion_group');
  const value = page.getByRole('checkbox', { name: /^Conotruncal [\d,]+ participants/ });
  const text = concept(page)
    .getByText(/^[\d,]+ participants$/)
    .first();
  const [count = ''] = (await textOf(text, /participants/)).split(' ');
  await text.click();
  await expect(value).toBeChecked();
  await applyNewFilter(page);
  await expect(filters(page)).toContainText('Lesion group = "Conotruncal"');
  await expect(cohortCount(page)).toHaveText(new RegExp(`^${count}participants`));
  const posted = page.waitForRequest(isCohortEdit);
  await page.getByRole('switch', { name: 'Exclude Filter' }).check({ force: true });
  await page.getByRole('button', { name: 'Update filter' }).click();
  expect((await posted).postDataJSON()).toMatchObject({ transformation: { exclude_selected: true } });
  await expect(filters(page)).toContainText(/not\s*Lesion group/);
  await expect(page.getByRole('switch', { name: 'Exclude Filter' })).toBeChecked();
  await expect(value).toBeChecked();
});

const axisLabels = (page: Page, name: RegExp) => page.getByRole('img', { name }).locator('.visx-axis-bottom');

test('11. the histogram of a date begins with its earliest years, which are one', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/default/query?concept=birth_date');
  await expect(axisLabels(page, /^Date of birth: histogram/)).toContainText(/^\d{4} or earlier/);
});

test('12. the histogram of a number begins with its first bin', { tag: '@long' }, async ({ page }) => {
  await page.goto('/default/query?concept=birth_weight');
  await expect(axisLabels(page, /^Birth weight: histogram/)).toContainText(/^800 – 999 g/);
});

test('13. when the server refuses a concept, the editor shows the reason of the server', {
  tag: '@long',
}, async ({ page }) => {
  await page.route(/\/concepts\/sex\/?\?/, (route) =>
    route.fulfill({ status: 404, json: { detail: 'The concept was withdrawn.', code: 'not_found' } }),
  );
  await page.goto('/default/query?concept=sex');
  await expect(concept(page).getByRole('alert')).toContainText('The concept was withdrawn.');
  await expect(concept(page).getByRole('heading', { name: 'Concept failed to load' })).toBeVisible();
});

test('15. an optional prefilter is labelled so, and the editor is there without it', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/registry/query?concept=reg_saturation_value');
  await expect(page.getByRole('combobox', { name: 'Setting of reading (optional)' })).toBeVisible();
  await expect(page.getByLabel('Max', { exact: true })).toBeVisible();
  await expect(page.getByText('Choose one above to go on.')).toHaveCount(0);
});

test('17. and 18. a required prefilter works with the data of the active cohort, and clearing it hides the editor', {
  tag: '@long',
}, async ({ page }) => {
  await startWith(page, { cohort: [female] });
  await page.goto('/default/query?concept=echo_value');
  await page.getByRole('switch', { name: 'Show data for the active cohort only' }).check({ force: true });
  await page.getByRole('combobox', { name: 'Echo measure' }).click();
  await page.getByRole('listbox').getByRole('option').first().click();
  await expect(page.getByLabel('Max', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear Echo measure' }).click();
  await expect(page.getByLabel('Max', { exact: true })).toHaveCount(0);
  await expect(page.getByText('Choose one above to go on.')).toBeVisible();
});

test('19. to 21. the list of collections opens and closes; a chosen one becomes a card, which can be deleted', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/default/query');
  const opener = page.getByRole('button', { name: 'Add criteria set' });
  const choice = page.getByRole('button', { name: 'Hospital stay', exact: true });
  await opener.click();
  await expect(choice).toBeVisible();
  await opener.click();
  await expect(choice).toHaveCount(0);
  await opener.click();
  await choice.click();
  await expect(choice).toHaveCount(0);
  await expect(filters(page).getByText('Participant has at least one hospital stay')).toBeVisible();
  await page.getByRole('button', { name: /^Delete criteria set: Hospital stay/ }).click();
  await expect(filters(page).getByText(/hospital stay/)).toHaveCount(0);
});

test('22. what is chosen in the editor stays there while filters and sets are deleted', {
  tag: '@long',
}, async ({ page }) => {
  await startWith(page, { cohort: [female, surgerySet] });
  await page.goto('/default/query?concept=birth_weight');
  await page.getByLabel('Max', { exact: true }).fill('2500');
  await page.getByRole('button', { name: /^Delete filter: Sex/ }).click();
  await expect(filters(page).getByText('Sex')).toHaveCount(0);
  await page.getByRole('button', { name: /^Delete criteria set: Surgery/ }).click();
  await expect(filters(page).getByText(/surgery/)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Birth weight' })).toBeVisible();
  await expect(page.getByLabel('Max', { exact: true })).toHaveValue('2500');
});
