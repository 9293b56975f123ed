import type { Page } from '@playwright/test';
import { row, startWith } from './definitions.ts';
import { columnNames, navigation } from './locators.ts';
import { signIn } from './session.ts';
import { expect, test } from './test.ts';

const notice = (page: Page) => page.getByText('Offline, trying again.');

/** The portal is gone: each call, and each attempt to find it, fails until it is back. */
async function takeAway(page: Page): Promise<() => Promise<void>> {
  const paths = /\/(api|healthz)\b/;
  await page.route(paths, (route) => route.abort('connectionrefused'));
  return () => page.unroute(paths);
}

/** Marks the page, and tells whether it is still the same one. */
async function markPage(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-mark', 'same'));
  return async () => (await page.locator('html').getAttribute('data-mark')) === 'same';
}

/** Each screen of the navigation, and what it shows when it has its data. */
const screens: Readonly<Record<string, (page: Page) => ReturnType<Page['locator']>>> = {
  Query: (page) => page.getByRole('heading', { name: 'Who are you looking for?' }),
  Results: (page) => columnNames(page).first(),
  Aggregate: (page) => page.getByRole('rowheader', { name: 'Female' }),
  Reports: (page) => page.getByRole('table', { name: 'Reports' }),
  Download: (page) => page.getByRole('table', { name: 'File types of your cohort' }),
};
const inGate = 'Results';

test.beforeEach(async ({ page }) => {
  await signIn(page);
  await startWith(page, { axes: [row('sex')] });
});

for (const [link, shown] of Object.entries(screens))
  test(`a screen that is opened while the portal is down comes by itself: ${link}`, {
    tag: link === inGate ? [] : ['@long'],
  }, async ({ page }) => {
    await page.goto('/dataset/default');
    await expect(page.getByRole('heading', { level: 1, name: 'Heart Trio Consortium' })).toBeVisible();
    const isSame = await markPage(page);
    const bringBack = await takeAway(page);
    await navigation(page).getByRole('link', { name: link }).click();
    await expect(notice(page)).toBeVisible();
    await bringBack();
    await expect(shown(page)).toBeVisible();
    await expect(notice(page)).toBeHidden();
    expect(await isSame()).toBe(true);
  });

test('staged columns that are applied while the portal is down are there when it is back', async ({
  page,
}) => {
  await page.goto('/default/results');
  await page.getByRole('button', { name: 'Edit columns' }).click();
  const picker = page.getByRole('dialog', { name: 'Edit columns' });
  await picker.getByRole('button', { name: 'Remove Sex', exact: true }).click();
  await picker.getByRole('button', { name: 'Remove Family role', exact: true }).click();
  const isSame = await markPage(page);
  const bringBack = await takeAway(page);
  await picker.getByRole('button', { name: 'Apply changes' }).click();
  await expect(notice(page)).toBeVisible();
  await bringBack();
  await expect(picker).toBeHidden();
  await expect(columnNames(page)).toHaveText(['Participant ID', 'Primary lesion', 'Age at enrolment']);
  expect(await isSame()).toBe(true);
});

test('a report whose saving fails because the portal is down keeps what was typed', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/default/reports');
  await page.getByRole('button', { name: 'Save your cohort' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Typed while the portal was down');
  const isSame = await markPage(page);
  const bringBack = await takeAway(page);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByRole('alert').or(notice(page)).first()).toBeVisible();
  await bringBack();
  await expect(notice(page)).toBeHidden();
  await expect(dialog.getByLabel('Name')).toHaveValue('Typed while the portal was down');
  expect(await isSame()).toBe(true);
});
