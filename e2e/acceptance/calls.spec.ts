import type { Page } from '@playwright/test';
import { female, isCohortEdit, startWith } from '../definitions.ts';
import { holdFirst } from '../heldReply.ts';
import { cohortCount, concept, filters, previewCount, startsWith } from '../locators.ts';
import { signIn } from '../session.ts';
import { expect, test } from '../test.ts';

const count = /query_tools\/count/;

/** Counts the loads of the page from now on. */
function loadsOf(page: Page): () => number {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => loads;
}

test.beforeEach(async ({ page }) => {
  await signIn(page);
  await startWith(page, { cohort: [female] });
});

test('own. a count that fails says why, and can be tried again', { tag: '@long' }, async ({ page }) => {
  await page.route(count, (route) =>
    route.fulfill({ status: 503, json: { detail: 'The warehouse is busy.', code: 'busy' } }),
  );
  await page.goto('/default/query');
  await expect(cohortCount(page)).toHaveText(/The count failed.*The warehouse is busy\./);
  await page.unroute(count);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(cohortCount(page)).toHaveText(startsWith(6_061));
});

test('own. a call answered 401 reloads the page once a minute, and what was typed is still there', {
  tag: '@long',
}, async ({ page }) => {
  // However slow the machine is, the second 401 comes within the same minute.
  await page.clock.setFixedTime(Date.now());
  await page.goto('/default/query?concept=birth_weight');
  await page.getByLabel('Max', { exact: true }).fill('2500');
  const loads = loadsOf(page);
  await page.route(/\/cohort_def\/?$/, (route) =>
    isCohortEdit(route.request())
      ? route.fulfill({ status: 401, json: { detail: 'Sign in first.', code: 'not_signed_in' } })
      : route.fallback(),
  );
  await page.getByRole('button', { name: 'Apply new filter' }).click();
  await expect(page.getByText('Your draft was restored.')).toBeVisible();
  await expect.poll(loads).toBe(1);
  await expect(page.getByLabel('Max', { exact: true })).toHaveValue('2500');
  await page.getByRole('button', { name: 'Apply new filter' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Sign in first.' })).toBeVisible();
  expect(loads()).toBe(1);
  await expect(page.getByLabel('Max', { exact: true })).toHaveValue('2500');
});

test('own. a network that fails reloads the page three times, and then the page says so', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/default/query?concept=birth_weight');
  await page.getByLabel('Max', { exact: true }).fill('2500');
  const loads = loadsOf(page);
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning' && !message.text().startsWith('Service Worker'))
      warnings.push(message.text());
  });
  await page.route(count, (route) => route.abort('connectionfailed'));
  await page.reload();
  await expect(cohortCount(page)).toHaveText(/The portal cannot be reached/);
  await expect.poll(loads).toBe(4);
  expect(warnings).toEqual([
    'The page was reloaded 3 times and failed. This is possibly a connection issue.',
  ]);
  await expect(page.getByLabel('Max', { exact: true })).toHaveValue('2500');
});

test('own. a concept that answers late never replaces the one that was opened after it', async ({ page }) => {
  const late = await holdFirst(page, (call) => /\/concepts\/sex\/cohort_def_callback/.test(call.url()));
  await page.goto('/default/query?concept=sex');
  await late.arrived;
  await page.getByRole('treeitem', { name: 'Ethnicity' }).click();
  await expect(page.getByRole('checkbox', { name: /^Hispanic or Latino/ })).toBeVisible();
  await late.release();
  // A later reply of the server is on the screen, so the late one has been dealt with.
  await page.getByRole('checkbox', { name: /^Hispanic or Latino/ }).check();
  await expect(previewCount(page)).toHaveText(/^[\d,]+ participants/);
  await expect(page.getByRole('heading', { level: 1, name: 'Ethnicity' })).toBeVisible();
  await expect(concept(page).getByText('Female')).toHaveCount(0);
});

test('own. a count that answers late never replaces that of a newer cohort', { tag: '@long' }, async ({
  page,
}) => {
  const late = await holdFirst(page, (call) => count.test(call.url()));
  await page.goto('/default/query');
  await late.arrived;
  await page.getByRole('button', { name: /^Delete filter: Sex/ }).click();
  await expect(filters(page).getByText('Sex')).toHaveCount(0);
  await expect(cohortCount(page)).toHaveText(startsWith(12_000));
  await late.release();
  // A later reply of the server is on the screen, so the late one has been dealt with.
  await page.getByRole('combobox', { name: /search/i }).fill('fallot');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(cohortCount(page)).toHaveText(startsWith(12_000));
});
