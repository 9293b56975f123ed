import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expectNoAxeFault } from './axe.ts';
import { controlFaults } from './controls.ts';
import { female, startWith, twoSets } from './definitions.ts';
import { cohortCount, navigation } from './locators.ts';
import { signIn } from './session.ts';
import { openState } from './states/screenState.ts';
import { screenStates } from './states/screenStates.ts';
import { expect, test } from './test.ts';
import { type WindowSize, windowSizes } from './windowSizes.ts';

const eachScheme = ['light', 'dark'] as const;

/** The gate looks at the light scheme; long tests at both, or at the one that `E2E_SCHEME` names. */
const schemes = eachScheme.filter((scheme) =>
  process.env['E2E_LONG'] === undefined
    ? scheme === 'light'
    : (process.env['E2E_SCHEME'] ?? scheme) === scheme,
);

async function showIn(page: Page, colorScheme: (typeof eachScheme)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

/** States that are looked at in the gate, besides those of its journeys. The long tests look at all of them, in three windows and both schemes. */
const inGate = ['panel'];

const windowInGate = '1440 px';

/** Journeys of the gate in which axe looks at these states. */
const inJourneys: Readonly<Record<string, readonly string[]>> = {
  'site.spec.ts': ['welcome'],
  'aggregate.spec.ts': ['aggregate'],
  'results.spec.ts': ['results', 'results-picker'],
  'reports.spec.ts': ['reports-save', 'report'],
  'downloads.spec.ts': ['download-queue'],
  'acceptance/staffJourney.spec.ts': ['invitation', 'staff-dataset', 'staff-dictionary'],
};

test('the states of the gate are states of screens, and axe looks at those of journeys there', () => {
  const names = screenStates.map(({ name }) => name);
  const listed = [...inGate, ...Object.values(inJourneys).flat()];
  expect(listed.filter((name) => !names.includes(name))).toEqual([]);
  const withoutAxe = Object.keys(inJourneys).filter(
    (file) => !readFileSync(path.join(import.meta.dirname, file), 'utf8').includes('await expectNoAxeFault('),
  );
  expect(withoutAxe).toEqual([]);
});

const { 'zoom 200 %': _, ...windows } = windowSizes;

for (const [what, size] of Object.entries<WindowSize>(windows))
  test.describe(what, () => {
    test.use(size);

    for (const state of screenStates)
      test(`axe finds no problem, also in the dark, and each control says what it does, and to what, at ${what}: ${state.title}`, {
        tag: what === windowInGate && inGate.includes(state.name) ? [] : ['@long'],
      }, async ({ page }) => {
        await openState(page, state);
        for (const scheme of schemes) {
          await showIn(page, scheme);
          // The dark scheme changes colours only.
          await expectNoAxeFault(page, scheme === 'light' ? [] : ['color-contrast', 'link-in-text-block']);
          if (scheme === 'light') expect(await controlFaults(page)).toEqual([]);
        }
      });
  });

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

test('the heading of a staff room gets the focus, however late its code arrives', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, { username: 'curator' });
  await page.goto('/pcgc/admin/accounts');
  const open = async (room: string) => {
    await page
      .getByRole('navigation', { name: 'Staff rooms' })
      .getByRole('link', { name: room, exact: true })
      .click();
  };
  await open('Health');
  await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeFocused();
  let arrive: () => void = () => undefined;
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/assets\/AuditRoom-.*\.js$/, async (route) => {
    await arrival;
    await route.continue();
  });
  await open('Audit');
  await expect(page).toHaveURL(/\/audit$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  // As long as the page leaves to its screen before it gives the focus to something else, and one frame more.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
  });
  arrive();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeFocused();
});

test('a dialog takes the focus, keeps it, and gives it back to what opened it', { tag: '@long' }, async ({
  page,
}) => {
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

test('screen readers announce the count and errors', { tag: '@long' }, async ({ page }) => {
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
