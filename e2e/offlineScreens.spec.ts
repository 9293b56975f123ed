import type { Page } from '@playwright/test';
import { row, startWith } from './definitions.ts';
import { columnNames, navigation } from './locators.ts';
import { markPage, offlineNotice, takeAway } from './portalAway.ts';
import { signIn } from './session.ts';
import { prepareState } from './states/screenState.ts';
import { screenStates } from './states/screenStates.ts';
import { expect, test } from './test.ts';

/** Each screen of the navigation, and what it shows when it has its data. */
const screens: Readonly<Record<string, (page: Page) => ReturnType<Page['locator']>>> = {
  Query: (page) => page.getByRole('heading', { name: 'Who are you looking for?' }),
  Results: (page) => columnNames(page).first(),
  Aggregate: (page) => page.getByRole('rowheader', { name: 'Female' }),
  Reports: (page) => page.getByRole('table', { name: 'Reports' }),
  Download: (page) => page.getByRole('table', { name: 'File types of your cohort' }),
};

test.beforeEach(async ({ page }) => {
  await signIn(page);
  await startWith(page, { axes: [row('sex')] });
});

for (const [link, shown] of Object.entries(screens))
  test(`a screen that is opened while the portal is down comes by itself: ${link}`, {
    tag: '@long',
  }, async ({ page }) => {
    await page.goto('/dataset/default');
    await expect(page.getByRole('heading', { level: 1, name: 'Heart Trio Consortium' })).toBeVisible();
    const isSame = await markPage(page);
    const bringBack = await takeAway(page);
    await navigation(page).getByRole('link', { name: link }).click();
    await expect(offlineNotice(page)).toBeVisible();
    await bringBack();
    await expect(shown(page)).toBeVisible();
    await expect(offlineNotice(page)).toBeHidden();
    expect(await isSame()).toBe(true);
  });

/** Of each address, the first state that the real server gives to somebody who is signed in. */
const addresses = new Map(
  screenStates
    .filter(({ account, prepare }) => account !== null && prepare === undefined)
    .toReversed()
    .map((state) => [state.path.replace(/\?.*/, ''), state]),
);

for (const state of addresses.values())
  test(`a screen that is loaded while the portal is down comes by itself: ${state.title}`, {
    tag: '@long',
  }, async ({ page }) => {
    await prepareState(page, state);
    const bringBack = await takeAway(page);
    await page.goto(state.path);
    await expect(offlineNotice(page)).toBeVisible();
    const isSame = await markPage(page);
    await bringBack();
    await state.reach(page);
    await expect(offlineNotice(page)).toBeHidden();
    expect(await isSame()).toBe(true);
  });

test('staged columns that are applied while the portal is down are there when it is back', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/default/results');
  await page.getByRole('button', { name: 'Edit columns' }).click();
  const picker = page.getByRole('dialog', { name: 'Edit columns' });
  await picker.getByRole('button', { name: 'Remove Sex', exact: true }).click();
  await picker.getByRole('button', { name: 'Remove Family role', exact: true }).click();
  const isSame = await markPage(page);
  const bringBack = await takeAway(page);
  await picker.getByRole('button', { name: 'Apply changes' }).click();
  await expect(offlineNotice(page)).toBeVisible();
  await bringBack();
  await expect(picker).toBeHidden();
  await expect(columnNames(page)).toHaveText(['Participant ID', 'Primary lesion', 'Age at enrolment']);
  expect(await isSame()).toBe(true);
});

test('a report that is saved while the portal is down is not saved by itself, and once when it is saved again', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/default/reports');
  await page.getByRole('button', { name: 'Save your cohort' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Typed while the portal was down');
  const isSame = await markPage(page);
  const bringBack = await takeAway(page);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(offlineNotice(page)).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue('Typed while the portal was down');
  await bringBack();
  await expect(dialog.getByText(/See whether the change was made/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByText('“Typed while the portal was down” is saved')).toBeVisible();
  await expect(page.locator('tr', { hasText: 'Typed while the portal was down' })).toHaveCount(1);
  expect(await isSame()).toBe(true);
});
