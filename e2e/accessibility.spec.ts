import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { begin, cohortCount, enter, navigation, reach } from './acceptance/workbench.ts';
import { cohort, female } from './states/starts.ts';
import { screenStates } from './states.ts';
import { expect, test } from './visitor.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function wear(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

async function faultsOf(axe: AxeBuilder): Promise<readonly unknown[]> {
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 160))]);
}

for (const state of screenStates) {
  test(`axe finds nothing, light or dark: ${state.title}`, async ({ page, portal }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await reach(page, portal, state);
    await wear(page, 'light');
    expect(await faultsOf(new AxeBuilder({ page }).withTags(tags))).toEqual([]);
    // The dark scheme changes colours and nothing else.
    await wear(page, 'dark');
    expect(await faultsOf(new AxeBuilder({ page }).withRules(['color-contrast'])), 'dark').toEqual([]);
  });
}

/** The narrowest window that is looked after, and one of 1440 by 900 at twice the size. */
const sizes = [
  { what: '360 pixels wide', width: 360, height: 740 },
  { what: 'at a zoom of 200 %', width: 720, height: 450 },
];
const whole = [
  'welcome',
  'sign-in',
  'datasets',
  'dataset',
  'query-start',
  'editor-category',
  'editor-ontology',
];
const wider = ['editor-text', 'editor-date', 'panel', 'results', 'aggregate', 'aggregate-chart'];

for (const { what, ...size } of sizes) {
  test(`nothing spills over the side of the page ${what}`, async ({ page, portal }) => {
    await page.setViewportSize(size);
    for (const state of screenStates.filter(({ name }) => [...whole, ...wider].includes(name))) {
      await reach(page, portal, state);
      const reached = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(reached, state.title).toBeLessThanOrEqual(size.width);
    }
  });
}

test('the focus goes to the heading of each new page', async ({ page, portal }) => {
  await enter(page, portal);
  await page.goto(`${portal}/dataset/default`);
  for (const [link, heading] of [
    ['Query', 'Who are you looking for?'],
    ['Aggregate', 'Aggregate'],
    ['Results', 'Results'],
    ['Dataset Home', 'Heart Trio Consortium'],
  ] as const) {
    await navigation(page).getByRole('link', { name: link }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
  }
});

test('a dialog takes the focus, keeps it, and gives it back to what opened it', async ({ page, portal }) => {
  await enter(page, portal);
  await begin(page, portal, { cohort, axes: [] });
  for (const [path, opener] of [
    ['/default/query', 'Edit criteria set: Surgery 1'],
    ['/default/results', 'Edit columns'],
    ['/default/aggregate', 'Edit rows'],
  ] as const) {
    await page.goto(`${portal}${path}`);
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

test('the count and what went wrong are spoken', async ({ page, portal }) => {
  await enter(page, portal);
  await begin(page, portal, { cohort: [female] });
  await page.goto(`${portal}/default/query?concept=birth_weight`);
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
