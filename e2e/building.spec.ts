import { glenn, isCohortEdit, startWith, surgerySet } from './definitions.ts';
import { holdFirst } from './heldReply.ts';
import {
  applyNewFilter,
  cohortCount,
  concept,
  countOf,
  filters,
  previewCount,
  startsWith,
  textOf,
} from './locators.ts';
import { signIn } from './session.ts';
import { expect, test } from './test.ts';

test.beforeEach(async ({ page }) => {
  await signIn(page);
  await startWith(page);
});

test('a cohort with a Fontan completion within two years of a Glenn is built without moving a filter by hand', async ({
  page,
}) => {
  await startWith(page, { cohort: [glenn] });
  await page.goto('/default/query?concept=surgery_procedure');
  await expect(cohortCount(page)).toHaveText(startsWith(557));
  await page.getByRole('checkbox', { name: /^Fontan completion/ }).check();
  await page.getByLabel('Which surgery?').selectOption('Another surgery: a new criteria set');
  await page.getByRole('button', { name: 'Apply new filter' }).click();
  await expect(filters(page)).toContainText(
    /Surgery 1.*Bidirectional Glenn.*and.*Surgery 2.*Fontan completion/,
  );
  await expect(page.getByLabel('Which surgery?')).toHaveCount(0);

  await page.getByRole('button', { name: 'Add date rule: Surgery 2' }).click();
  await page.getByLabel('At most', { exact: true }).fill('2');
  await page.getByRole('button', { name: 'Update cohort' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(filters(page)).toContainText('2 calendar years after Surgery 1');
});

test('a new filter goes to the set without a filter, and a single undo removes it', { tag: '@long' }, async ({
  page,
}) => {
  await startWith(page, { cohort: [glenn, surgerySet] });
  await page.goto('/default/query?concept=surgery_procedure');
  await expect(filters(page)).toContainText('The next filter on surgery is added here');
  await page.getByRole('checkbox', { name: /^Fontan completion/ }).check();
  await page.getByRole('button', { name: 'Apply new filter' }).click();
  await expect(filters(page)).toContainText(/Surgery 2.*Fontan completion/);
  await page.getByRole('button', { name: 'Undo: add filter Procedure' }).click();
  await expect(filters(page)).not.toContainText('Fontan completion');
  await expect(filters(page)).toContainText(/Surgery 1.*Bidirectional Glenn.*Surgery 2/);
});

test('how many a filter would leave is shown before it is applied, and is the count after it is applied', {
  tag: '@long',
}, async ({ page }) => {
  await startWith(page, { cohort: [glenn] });
  await page.goto('/default/query?concept=surgery_procedure');
  const preview = previewCount(page);
  await expect(cohortCount(page)).toHaveText(startsWith(557));
  await page.getByRole('checkbox', { name: /^Fontan completion/ }).check();
  await expect(preview).toHaveText('0 participantswith this filter');
  await page.getByLabel('Which surgery?').selectOption('Another surgery: a new criteria set');
  const left = Number.parseInt(await textOf(preview, /^[1-9]\d* participants/), 10);
  await expect(cohortCount(page)).toHaveText(startsWith(557));
  await page.getByRole('button', { name: 'Apply new filter' }).click();
  await expect(cohortCount(page)).toHaveText(startsWith(left));
  await expect(preview).toBeEmpty();
});

test('a concept chosen again after applying begins a new filter with nothing chosen', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/default/query?concept=sex');
  await page.getByRole('checkbox', { name: /^Female/ }).check();
  await applyNewFilter(page);
  await page.getByRole('treeitem', { name: 'Sex', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Apply new filter' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^Female/ })).not.toBeChecked();
});

test('opening another concept while a filter is saved is not undone by the reply', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/default/query?concept=sex');
  await page.getByRole('checkbox', { name: /^Female/ }).check();
  const answer = await holdFirst(page, isCohortEdit);
  await page.getByRole('button', { name: 'Apply new filter' }).click();
  await answer.arrived;
  await page.getByRole('treeitem', { name: 'Race', exact: true }).click();
  await expect(concept(page).getByRole('heading', { level: 1 })).toHaveText('Race');
  await expect(page.getByRole('button', { name: 'Apply new filter' })).toBeEnabled();
  await answer.release();
  await expect(cohortCount(page)).toHaveText(startsWith(6_061));
  await expect(page).toHaveURL(/concept=race$/);
  await expect(page.getByRole('button', { name: 'Apply new filter' })).toBeVisible();
});

test('a key shows the keys of the screen, and Escape closes only their list', { tag: '@long' }, async ({
  page,
}) => {
  await startWith(page, { cohort: [glenn] });
  await page.goto('/default/query');
  await page.getByRole('button', { name: /^Edit filter/ }).click();
  await expect(page.getByRole('button', { name: 'Update filter' })).toBeVisible();
  await page.keyboard.press('Shift+?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toContainText('Undo the last change of the cohort');
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Update filter' })).toBeVisible();
});

test('nothing overflows the side of the query screen, from a tablet to a wide screen', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/default/query?concept=sex');
  await expect(page.getByRole('checkbox', { name: /^Female/ })).toBeVisible();
  for (const width of [992, 1024, 1106, 1280, 1366, 1408, 1440]) {
    await page.setViewportSize({ width, height: 768 });
    await expect(page.locator('html')).toHaveJSProperty('scrollWidth', width);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the count stays visible while values are chosen, and leads to the filters', { tag: '@long' }, async ({
    page,
  }) => {
    await page.goto('/default/query?concept=sex');
    const strip = page.getByTestId('count-strip');
    await expect(strip).toContainText('12,000 participants');
    await page.getByRole('checkbox', { name: /^Female/ }).check();
    await page.getByRole('button', { name: 'Apply new filter' }).click();
    await expect(strip).toContainText('6,061 participants');
    await expect(strip).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Show filters' }).click();
    await expect(cohortCount(page)).toBeInViewport({ ratio: 1 });
    await expect(page.locator('html')).toHaveJSProperty('scrollWidth', 360);
  });
});

test('a Glenn before a Fontan, at most two years apart, takes at most 8 clicks and entries', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/default/query');
  const dialog = page.getByRole('dialog', { name: 'When it happened: Surgery 1' });
  let actions = 0;
  const act = async (action: () => Promise<unknown>) => {
    actions += 1;
    await action();
  };
  const choose = (name: RegExp) => act(() => page.getByRole('option', { name }).first().click());
  await act(() => page.getByRole('combobox', { name: 'Search concepts' }).fill('glenn'));
  await choose(/^Bidirectional Glenn/);
  await act(() => page.getByRole('button', { name: /^Add date rule: Surgery/ }).click());
  await act(() => dialog.getByRole('combobox', { name: 'Other event', exact: true }).fill('fontan'));
  await choose(/^Fontan completion/);
  await act(() => dialog.getByLabel('At most', { exact: true }).fill('2'));
  await act(() => dialog.getByLabel('Before or after').selectOption('before'));
  const counted = Number.parseInt(await textOf(previewCount(page), /^[1-9]\d* participants/), 10);
  await act(() => dialog.getByRole('button', { name: 'Update cohort' }).click());
  await expect(filters(page)).toContainText(/2 calendar years before.*Surgery 2/);
  await expect(filters(page)).toContainText('Fontan completion');
  await expect(cohortCount(page)).toHaveText(startsWith(counted));
  expect(actions).toBeLessThanOrEqual(8);
});

test('a hypoplastic left heart with a Fontan or a Glenn within two years of birth, female, takes at most 16 clicks and entries', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/default/query');
  let actions = 0;
  const find = async (words: string) => {
    actions += 1;
    await page.getByRole('combobox', { name: 'Search concepts' }).fill(words);
  };
  const choose = async (name: RegExp) => {
    actions += 1;
    await page.getByRole('option', { name }).click();
  };
  const values = [
    [
      'hypoplastic left heart',
      /^hypoplastic left heart syndrome\s*Diagnosis/,
      'Diagnosis = "hypoplastic left heart syndrome"',
    ],
    ['fontn', /^Fontan completion/, 'Procedure = "Fontan completion"'],
    ['glenn', /^Bidirectional Glenn/, 'Procedure in "Fontan completion", "Bidirectional Glenn"'],
    ['girl', /^Female/, 'Sex = "Female"'],
  ] as const;
  for (const [words, name, filter] of values) {
    await find(words);
    await choose(name);
    await expect(filters(page)).toContainText(filter);
  }
  await find('age at surgery');
  await choose(/^Age at surgery/);
  actions += 2;
  await page.getByLabel('Max years').fill('2');
  await page.getByRole('button', { name: 'Apply new filter' }).click();
  await expect(filters(page)).toContainText('Age at surgery');
  expect(await countOf(page)).toBeGreaterThan(0);
  expect(actions).toBeLessThanOrEqual(16);
});
