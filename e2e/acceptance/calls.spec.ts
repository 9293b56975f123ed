import type { Page } from '@playwright/test';
import { female } from '../states/starts.ts';
import { expect, test } from '../visitor.ts';
import { begin, cohortCount, concept, enter, filters, holdFirst, shown } from './workbench.ts';

const count = /query_tools\/count/;

/** How often the page was loaded since. */
function loadsOf(page: Page): () => number {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => loads;
}

test.beforeEach(async ({ page, portal }) => {
  await enter(page, portal);
  await begin(page, portal, { cohort: [female] });
});

test('own. a count that fails says why, and is asked for again', async ({ page, portal }) => {
  await page.route(count, (route) =>
    route.fulfill({ status: 503, json: { detail: 'The warehouse is busy.', code: 'busy' } }),
  );
  await page.goto(`${portal}/default/query`);
  await expect(cohortCount(page)).toHaveText(/The count failed.*The warehouse is busy\./);
  await page.unroute(count);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(cohortCount(page)).toHaveText(shown(6_061));
});

test('own. a call answered 401 loads the page anew once a minute, and what was typed is still there', async ({
  page,
  portal,
}) => {
  await page.goto(`${portal}/default/query?concept=birth_weight`);
  await page.getByLabel('Max', { exact: true }).fill('2500');
  const loads = loadsOf(page);
  await page.route(/\/cohort_def\/?$/, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 401, json: { detail: 'Sign in first.', code: 'not_signed_in' } })
      : route.fallback(),
  );
  await page.getByRole('button', { name: 'Apply new filter' }).click();
  await expect(page.getByText('Your draft was restored.')).toBeVisible();
  expect(loads()).toBe(1);
  await expect(page.getByLabel('Max', { exact: true })).toHaveValue('2500');
  await page.getByRole('button', { name: 'Apply new filter' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Sign in first.' })).toBeVisible();
  expect(loads()).toBe(1);
  await expect(page.getByLabel('Max', { exact: true })).toHaveValue('2500');
});

test('own. a network that fails loads the page anew three times, and then says so', async ({
  page,
  portal,
}) => {
  await page.goto(`${portal}/default/query?concept=birth_weight`);
  await page.getByLabel('Max', { exact: true }).fill('2500');
  const loads = loadsOf(page);
  const told: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && told.push(message.text()));
  await page.route(count, (route) => route.abort('connectionfailed'));
  await page.reload();
  await expect(cohortCount(page)).toHaveText(/The portal cannot be reached/, { timeout: 30_000 });
  expect(loads()).toBe(4);
  expect(told).toEqual(['The page was reloaded 3 times and failed. This is possibly a connection issue.']);
  await expect(page.getByLabel('Max', { exact: true })).toHaveValue('2500');
});

test('own. a concept that answers late is never painted over the one that was opened after it', async ({
  page,
  portal,
}) => {
  const late = await holdFirst(page, /\/concepts\/sex\/cohort_def_callback/);
  await page.goto(`${portal}/default/query?concept=sex`);
  await late.arrived;
  await page.getByRole('treeitem', { name: 'Ethnicity' }).click();
  await expect(page.getByRole('checkbox', { name: /^Hispanic or Latino/ })).toBeVisible();
  late.release();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(page.getByRole('heading', { level: 1, name: 'Ethnicity' })).toBeVisible();
  await expect(concept(page).getByText('Female')).toHaveCount(0);
});

test('own. a count that answers late is never painted over that of a newer cohort', async ({
  page,
  portal,
}) => {
  const late = await holdFirst(page, count);
  await page.goto(`${portal}/default/query`);
  await late.arrived;
  await page.getByRole('button', { name: /^Delete filter: Sex/ }).click();
  await expect(filters(page).getByText('Sex')).toHaveCount(0);
  await expect(cohortCount(page)).toHaveText(shown(12_000));
  late.release();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(cohortCount(page)).toHaveText(shown(12_000));
});
