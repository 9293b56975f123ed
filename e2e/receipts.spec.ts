import type { Locator, Page } from '@playwright/test';
import { startWith } from './definitions.ts';
import { applyNewFilter, cohortCount, startsWith } from './locators.ts';
import { signIn } from './session.ts';
import { expect, test } from './test.ts';

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

const receipt = (page: Page): Locator =>
  page.getByRole('link', { name: /^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/ }).first();

test('the receipt of a count leads to its definition, which can be loaded and gives the same count and receipt', {
  tag: '@long',
}, async ({ page }) => {
  await startWith(page);
  await page.goto('/default/query?concept=sex');
  await page.getByRole('checkbox', { name: /^Female/ }).check();
  await applyNewFilter(page);
  await expect(cohortCount(page)).toHaveText(startsWith(6_061));
  const id = await receipt(page).innerText();

  await startWith(page);
  await page.goto(`/default/receipts/${id}`);
  await expect(page.getByRole('heading', { name: 'Count receipt' })).toBeVisible();
  await expect(page.getByText(/^Participant criteria/)).toContainText('Female');
  await expect(page.getByRole('row', { name: 'Sex = "Female" 6,061' })).toBeVisible();
  await page.getByRole('button', { name: 'Load as active' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Load as active' }).click();
  await expect(page).toHaveURL(/\/default\/query/);
  await expect(cohortCount(page)).toHaveText(startsWith(6_061));
  await expect(receipt(page)).toHaveText(id);
});

test('an address of a receipt survives the sign-in', { tag: '@long' }, async ({ page }) => {
  await startWith(page);
  await page.goto('/default/query');
  await expect(cohortCount(page)).toHaveText(startsWith(12_000));
  const id = await receipt(page).innerText();
  await page.context().clearCookies();
  await page.goto(`/default/receipts/${id}`);
  await expect(page).toHaveURL(new RegExp(`returnTo=.*receipts.*${id}`));
});
