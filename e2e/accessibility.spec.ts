import type { Page } from '@playwright/test';
import { expectNoAxeFault } from './axe.ts';
import { female, startWith, twoSets } from './definitions.ts';
import { cohortCount, navigation } from './locators.ts';
import { signIn } from './session.ts';
import { openState } from './states/screenState.ts';
import { screenStates } from './states/screenStates.ts';
import { expect, test } from './test.ts';

async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

/** One state of every screen, in the gate. All the others, and the dark scheme, are looked at by `npm run explore`. */
const inGate = [
  'welcome',
  'sign-in',
  'sign-in-set-up',
  'account',
  'account-factor-on',
  'datasets',
  'user-menu',
  'dataset',
  'dataset-aggregates-only',
  'agreement',
  'access-too-low',
  'not-found',
  'audit',
  'query-start',
  'query-search',
  'editor-category',
  'editor-number-refused',
  'editor-date',
  'editor-ontology',
  'editor-text',
  'editor-prefilter',
  'panel',
  'event-dialog',
  'results',
  'results-picker',
  'aggregate',
  'aggregate-chart',
  'reports',
  'reports-save',
  'report',
  'news',
  'article',
  'metrics',
  'support',
  'download-queue',
  'ssh',
  'aspera',
  'staff-accounts',
  'staff-account',
  'staff-question',
  'staff-health',
  'staff-article',
  'invitation',
  'staff-dataset',
  'staff-load',
  'staff-describe',
  'staff-dictionary',
];

test('the states of the gate are states of screens', () => {
  const names = screenStates.map(({ name }) => name);
  expect(inGate.filter((name) => !names.includes(name))).toEqual([]);
});

for (const state of screenStates) {
  const tag = inGate.includes(state.name) ? [] : ['@long'];

  test(`axe finds no problem: ${state.title}`, { tag }, async ({ page }) => {
    await openState(page, state);
    await showIn(page, 'light');
    await expectNoAxeFault(page);
  });

  // The dark scheme changes colours only.
  test(`axe finds enough contrast in the dark: ${state.title}`, { tag: '@long' }, async ({ page }) => {
    await openState(page, state);
    await showIn(page, 'dark');
    await expectNoAxeFault(page, ['color-contrast']);
  });
}

test('the focus goes to the heading of each new page', async ({ page }) => {
  await signIn(page);
  await page.goto('/dataset/default');
  for (const [link, heading] of [
    ['Query', 'Who are you looking for?'],
    ['Aggregate', 'Aggregate'],
    ['Results', 'Results'],
    ['Reports', 'Reports'],
    ['Dataset Home', 'Heart Trio Consortium'],
  ] as const) {
    await navigation(page).getByRole('link', { name: link }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
  }
});

test('a dialog takes the focus, keeps it, and gives it back to what opened it', async ({ page }) => {
  await signIn(page);
  await startWith(page, { cohort: twoSets });
  for (const [path, opener] of [
    ['/default/query', 'Edit criteria set: Surgery 1'],
    ['/default/results', 'Edit columns'],
    ['/default/results', 'Save as a report'],
    ['/default/reports', 'Save your cohort'],
    ['/default/aggregate', 'Edit rows'],
  ] as const) {
    await page.goto(path);
    const button = page.getByRole('button', { name: opener, exact: true });
    await button.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.locator(':focus')).toBeAttached();
    await page.keyboard.press('Shift+Tab');
    await expect(dialog.locator(':focus')).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});

test('screen readers announce the count and errors', async ({ page }) => {
  await signIn(page);
  await startWith(page, { cohort: [female] });
  await page.goto('/default/query?concept=birth_weight');
  await expect(cohortCount(page)).toHaveAttribute('aria-live', 'polite');
  await expect(page.getByRole('status').filter({ hasText: '6,061' })).toBeVisible();
  await page.getByLabel('Min', { exact: true }).fill('many');
  await expect(page.getByLabel('Min', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Min', { exact: true })).toHaveAccessibleDescription(/number/i);
  await page.route(/\/cohort_def\/?$/, (route) =>
    route.fulfill({ status: 503, json: { detail: 'The portal is being looked after.', code: 'busy' } }),
  );
  await page.getByLabel('Min', { exact: true }).fill('2000');
  await page.getByRole('button', { name: 'Apply new filter' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'The portal is being looked after.' }),
  ).toBeVisible();
});
