import type { Page } from '@playwright/test';
import { glenn, row, startWith } from './definitions.ts';
import { cohortCount, concept, countOf, previewCount, startsWith, textOf } from './locators.ts';
import { signIn } from './session.ts';
import { expect, test } from './test.ts';

const base = (page: Page) => page.getByTestId('counted-base');
const onlyCohort = (page: Page) => page.getByRole('switch', { name: 'Show data for the active cohort only' });

test.beforeEach(({ page }) => signIn(page));

/** The subjects that the first value of the editor counts. */
async function firstRow(page: Page): Promise<number> {
  const first = concept(page).getByRole('checkbox').first().locator('xpath=ancestor::label');
  const [, subjects = ''] = /([\d,]+) participant/.exec(await textOf(first, /[\d,]+ participant/)) ?? [];
  return Number(subjects.replaceAll(',', ''));
}

/** The surgeries that all values of the editor count. */
async function surgeriesOf(page: Page): Promise<number> {
  const rows = concept(page).locator('label', { hasText: /surger(y|ies) for/ });
  await expect(rows.first()).toBeVisible();
  const counts = (await rows.allInnerTexts()).map((text) => /([\d,]+) surger/.exec(text)?.[1] ?? '0');
  return counts.reduce((total, surgeries) => total + Number(surgeries.replaceAll(',', '')), 0);
}

for (const { conceptId, counted } of [
  { conceptId: 'lesion_group', counted: 'Figures count the participants of your cohort.' },
  {
    conceptId: 'surgery_class',
    counted: 'Figures count the surgeries that meet “Surgery 1”, of the participants in your cohort.',
  },
]) {
  test(`row, preview, panel, results and cross-tab show the number that the editor shows: ${conceptId}`, {
    tag: '@long',
  }, async ({ page }) => {
    await startWith(page, { cohort: [glenn], axes: [row(conceptId)] });
    await page.goto(`/default/query?concept=${conceptId}`);
    await onlyCohort(page).check({ force: true });
    await expect(base(page)).toHaveText(counted);
    await expect(page).toHaveURL(/scope=cohort/);
    const before = await countOf(page);
    const subjects = await firstRow(page);
    expect(subjects).toBeLessThanOrEqual(before);

    const first = concept(page).getByRole('checkbox').first();
    await first.check({ force: true });
    await expect(previewCount(page)).toHaveText(startsWith(subjects));
    await page.getByRole('button', { name: 'Apply new filter' }).click();
    await expect(concept(page).getByText('You are editing a filter.')).toBeVisible();
    await expect(cohortCount(page)).toHaveText(startsWith(subjects));

    await page.goto('/default/results');
    const shown = subjects.toLocaleString('en-US');
    await expect(page.getByTestId('table-counts')).toHaveText(new RegExp(`of ${shown} participants?$`));
    await page.goto('/default/aggregate');
    await expect(page.getByRole('cell', { name: shown, exact: true }).first()).toBeVisible();
  });
}

test('another set of the same records counts all of them', { tag: '@long' }, async ({ page }) => {
  await startWith(page, { cohort: [glenn] });
  await page.goto('/default/query?concept=surgery_class&scope=cohort');
  await expect(base(page)).toContainText('that meet “Surgery 1”');
  const ofSet = await surgeriesOf(page);
  await page.getByRole('combobox', { name: 'Which surgery?' }).selectOption('new');
  await expect(base(page)).toHaveText('Figures count all surgeries of the participants in your cohort.');
  await expect.poll(() => surgeriesOf(page)).toBeGreaterThan(ofSet);
});
