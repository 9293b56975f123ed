import type { Page } from '@playwright/test';
import { female } from '../states/starts.ts';
import { expect, test } from '../visitor.ts';
import { begin, cohortCount, concept, enter, filters, navigation } from './workbench.ts';

const apply = async (page: Page) => {
  await page.getByRole('button', { name: 'Apply new filter' }).click();
  await expect(page.getByRole('button', { name: 'Update filter' })).toBeVisible();
};

test.beforeEach(async ({ page, portal }) => {
  await enter(page, portal);
  await begin(page, portal, { cohort: [] });
});

test('7. opening query shows the count with a thousands separator, where one is, and the dataset', async ({
  page,
  portal,
}) => {
  await page.goto(`${portal}/default/query`);
  await expect(cohortCount(page)).toHaveText('12,000participants in your cohort');
  await expect(navigation(page).getByRole('link', { name: 'Query' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('banner').getByText('Heart Trio Consortium')).toBeVisible();
});

test('8. text values are browsed, searched, ticked one by one or all at once, and named by the filter', async ({
  page,
  portal,
}) => {
  await page.goto(`${portal}/default/query`);
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
  await apply(page);
  for (const name of names) await expect(filters(page)).toContainText(name);
});

test('10. a click on the row of a value chooses it; the filter can be updated and turned into its opposite', async ({
  page,
  portal,
}) => {
  await page.goto(`${portal}/default/query?concept=lesion_group`);
  const value = page.getByRole('checkbox', { name: /^Conotruncal [\d,]+ entries for [\d,]+ subjects$/ });
  const text = concept(page)
    .getByText(/^[\d,]+ entries for [\d,]+ subjects$/)
    .first();
  const count = ((await text.textContent()) ?? '').split(' ')[0] ?? '';
  await text.click();
  await expect(value).toBeChecked();
  await apply(page);
  await expect(filters(page)).toContainText('Lesion group = "Conotruncal"');
  await expect(cohortCount(page)).toHaveText(new RegExp(`^${count}participants`));
  const posted = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('switch', { name: 'Exclude Filter' }).check({ force: true });
  await page.getByRole('button', { name: 'Update filter' }).click();
  expect((await posted).postDataJSON()).toMatchObject({ transformation: { exclude_selected: true } });
  await expect(filters(page)).toContainText(/not\s*Lesion group/);
  await expect(page.getByRole('switch', { name: 'Exclude Filter' })).toBeChecked();
  await expect(value).toBeChecked();
});

const axisLabels = (page: Page, name: RegExp) => page.getByRole('img', { name }).locator('.visx-axis-bottom');

test('11. the histogram of a date begins with the years of the earliest one', async ({ page, portal }) => {
  await page.goto(`${portal}/default/query?concept=birth_date`);
  await expect(axisLabels(page, /^Date of birth: histogram/)).toContainText(/^1920 – 1924/);
});

test('12. the histogram of a number begins with its first bin', async ({ page, portal }) => {
  await page.goto(`${portal}/default/query?concept=birth_weight`);
  await expect(axisLabels(page, /^Birth weight: histogram/)).toContainText(/^\[800 – 1000\)/);
});

test('13. what the server says of a concept it will not show is what the editor shows', async ({
  page,
  portal,
}) => {
  await page.route(/\/concepts\/sex\/?\?/, (route) =>
    route.fulfill({ status: 404, json: { detail: 'The concept was withdrawn.', code: 'not_found' } }),
  );
  await page.goto(`${portal}/default/query?concept=sex`);
  await expect(concept(page).getByRole('alert')).toContainText('The concept was withdrawn.');
  await expect(concept(page).getByRole('heading', { name: 'Concept failed to load' })).toBeVisible();
});

test('15. an optional prefilter is called so, and holds nothing back', async ({ page, portal }) => {
  await page.goto(`${portal}/registry/query?concept=reg_saturation_value`);
  await expect(page.getByRole('combobox', { name: 'Setting of reading (optional)' })).toBeVisible();
  await expect(page.getByLabel('Max', { exact: true })).toBeVisible();
  await expect(page.getByText('Choose one above to go on.')).toHaveCount(0);
});

test('17. and 18. a required prefilter works for the active cohort alone, and clearing it hides the editor', async ({
  page,
  portal,
}) => {
  await begin(page, portal, { cohort: [female] });
  await page.goto(`${portal}/default/query?concept=echo_value`);
  await page.getByRole('switch', { name: 'Show data for the active cohort only' }).check({ force: true });
  await page.getByRole('combobox', { name: 'Echo measure' }).click();
  await page.getByRole('option').first().click();
  await expect(page.getByLabel('Max', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear Echo measure' }).click();
  await expect(page.getByLabel('Max', { exact: true })).toHaveCount(0);
  await expect(page.getByText('Choose one above to go on.')).toBeVisible();
});

test('19. to 21. the list of collections opens and closes; a chosen one becomes a card, which can be deleted', async ({
  page,
  portal,
}) => {
  await page.goto(`${portal}/default/query`);
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

test('22. what is being chosen in the middle outlives the deletion of filters and sets beside it', async ({
  page,
  portal,
}) => {
  const set = { type: 'add_criteria_set', collection_id: 'surgery' };
  await begin(page, portal, { cohort: [female, set] });
  await page.goto(`${portal}/default/query?concept=birth_weight`);
  await page.getByLabel('Max', { exact: true }).fill('2500');
  await page.getByRole('button', { name: /^Delete filter: Sex/ }).click();
  await expect(filters(page).getByText('Sex')).toHaveCount(0);
  await page.getByRole('button', { name: /^Delete criteria set: Surgery/ }).click();
  await expect(filters(page).getByText(/surgery/)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Birth weight' })).toBeVisible();
  await expect(page.getByLabel('Max', { exact: true })).toHaveValue('2500');
});
