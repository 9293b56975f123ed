import { row, startWith } from './definitions.ts';
import { cohortCount, columnNames, previewCount, startsWith } from './locators.ts';
import { markPage, offlineNotice, takeAway } from './portalAway.ts';
import { signIn } from './session.ts';
import { expect, test } from './test.ts';

test.beforeEach(async ({ page }) => {
  await signIn(page);
  await startWith(page, { axes: [row('sex')] });
});

test('a filter that is typed and applied offline is applied when the network is back, without a click', async ({
  page,
  context,
}) => {
  await page.goto('/default/query?concept=birth_weight');
  const min = page.getByLabel('Min', { exact: true });
  await expect(min).toBeVisible();
  await expect(cohortCount(page)).toHaveText(startsWith(12_000));
  const isSame = await markPage(page);
  await context.setOffline(true);
  await min.fill('3000');
  await expect(offlineNotice(page)).toBeVisible();
  await page.getByRole('button', { name: 'Apply new filter' }).click();
  await context.setOffline(false);
  await expect(offlineNotice(page)).toBeHidden();
  await expect(cohortCount(page)).toHaveText(startsWith(2_670));
  await expect(min).toHaveValue('3000');
  expect(await isSame()).toBe(true);
});

test('a preview waits for a portal that is down, and comes by itself', { tag: '@long' }, async ({ page }) => {
  await page.goto('/default/query?concept=birth_weight');
  const min = page.getByLabel('Min', { exact: true });
  await expect(min).toBeVisible();
  const isSame = await markPage(page);
  const bringBack = await takeAway(page);
  await min.fill('3000');
  await expect(offlineNotice(page)).toBeVisible();
  await bringBack();
  await expect(previewCount(page)).toContainText(/\d/);
  await expect(offlineNotice(page)).toBeHidden();
  expect(await isSame()).toBe(true);
});

test('columns and an export that are asked for offline are there when the network is back', {
  tag: '@long',
}, async ({ page, context }) => {
  await page.goto('/default/results');
  await expect(columnNames(page).first()).toBeVisible();
  const isSame = await markPage(page);
  // The step that takes it back is named after it.
  const remove = page.getByRole('button', { name: 'Remove column Sex', exact: true });
  await remove.waitFor();
  await context.setOffline(true);
  await remove.click();
  await expect(offlineNotice(page)).toBeVisible();
  await context.setOffline(false);
  await expect(remove).toHaveCount(0);

  await context.setOffline(true);
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByRole('menuitem', { name: /^CSV/ }).click();
  await expect(offlineNotice(page)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^results_export_.*\.csv is saved/)).toBeVisible();
  expect(await isSame()).toBe(true);
});

test('a cross-tab that is changed offline is counted when the network is back', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await page.goto('/default/aggregate');
  await expect(page.getByRole('rowheader', { name: 'Female' })).toBeVisible();
  const isSame = await markPage(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Swap rows and columns' }).click();
  await expect(offlineNotice(page)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('columnheader', { name: 'Female' })).toBeVisible();
  expect(await isSame()).toBe(true);
});

test('terms that cannot be loaded ahead of time never load the page anew', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/default/query?concept=primary_lesion');
  const way = page.getByRole('button', { name: /^Narrower terms of / }).first();
  await expect(way).toBeVisible();
  const isSame = await markPage(page);
  const failed = page.waitForEvent('requestfailed');
  await page.route(/\/cohort_def_callback/, (route) => route.abort('connectionreset'));
  await way.hover();
  await failed;
  await expect(way).toBeVisible();
  expect(await isSame()).toBe(true);
});
