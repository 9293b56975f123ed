import type { Locator, Page } from '@playwright/test';
import { startWith } from './definitions.ts';
import { cohortCount, startsWith } from './locators.ts';
import { demoPassword, signIn } from './session.ts';
import { expect, test } from './test.ts';

const maxStops = 150;

/** Presses Tab until the part has the focus, as a person without a mouse does. */
async function tabTo(page: Page, part: Locator): Promise<void> {
  await expect(part).toBeVisible();
  for (let stop = 0; stop < maxStops; stop += 1) {
    if (await part.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${part} was not reached by ${maxStops} presses of Tab.`);
}

test('by keyboard alone: signing in, building a cohort, looking at its rows, and downloading them', async ({
  page,
}) => {
  await page.goto('/');
  await tabTo(page, page.getByRole('link', { name: 'Log in' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('User name'));
  await page.keyboard.type('researcher');
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');

  await tabTo(page, page.getByRole('link', { name: 'Heart Trio Consortium' }).last());
  // Definitions of an earlier test would change the figures below; the page loads the cohort from here on.
  await startWith(page);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: 'Build a cohort' }));
  await page.keyboard.press('Enter');

  await tabTo(page, page.getByRole('combobox', { name: /search/i }));
  await page.keyboard.type('sex');
  // The hits of what was typed before may still be there; of the whole word there is one.
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([/^Sex/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/concept=sex/);
  await tabTo(page, page.getByRole('checkbox', { name: /^Female/ }));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'Apply new filter' }));
  await page.keyboard.press('Enter');
  await expect(cohortCount(page)).toHaveText(startsWith(6_061));

  await tabTo(page, page.getByRole('link', { name: /View results/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Results' })).toBeFocused();
  await expect(page.getByText('1–25 of 6,061')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Download', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: /^CSV/ })).toBeFocused();
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(download.suggestedFilename()).toMatch(/^results_export_default_[\d-]+_[0-9a-z]{4}\.csv$/);

  await tabTo(page, page.locator('[data-cell="0:0"]'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-cell="1:1"]')).toBeFocused();
});

test('Enter on a concept leads to its first value, and F6 from pane to pane', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page);
  await startWith(page);
  await page.goto('/default/query');
  await page.getByRole('combobox', { name: /search/i }).fill('sex');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([/^Sex/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Concept' }).getByRole('checkbox').first()).toBeFocused();
  await page.keyboard.press('F6');
  await expect(page.getByRole('complementary', { name: 'Cohort' })).toBeFocused();
  await page.keyboard.press('F6');
  await expect(page.getByRole('complementary', { name: 'Concepts' })).toBeFocused();
  await page.keyboard.press('Shift+F6');
  await expect(page.getByRole('complementary', { name: 'Cohort' })).toBeFocused();

  await page.keyboard.press('Shift+?');
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator(':focus')).toBeVisible();
  await page.keyboard.press('F6');
  await expect(dialog.locator(':focus')).toBeVisible();
});

test('Enter on a concept with a required prefilter leads to the prefilter', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page);
  await startWith(page);
  await page.goto('/default/query');
  await page.getByRole('combobox', { name: /search/i }).fill('echo value');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Echo measure' })).toBeFocused();
});
