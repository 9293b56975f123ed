import type { Page } from '@playwright/test';
import { expectNoAxeFault } from './axe.ts';
import { cutFigures } from './cutFigures.ts';
import { holdFirst } from './heldReply.ts';
import { maxShift, noteShifts, shiftsOf, worstWindow } from './layoutShift.ts';
import { signIn } from './session.ts';
import { startSlowProxy } from './slowProxy.ts';
import { openState } from './states/screenState.ts';
import { screenStates } from './states/screenStates.ts';
import { coveredTargets, smallTargets } from './targets.ts';
import { expect, test } from './test.ts';
import { type WindowSize, windowSizes } from './windowSizes.ts';

const narrow = '390 px';
/** In the other windows, and the other states, `npm run explore` measures. */
const windowInGate = narrow;
const statesInGate = ['welcome', 'results'];
/** Each screen once, and each way to edit a filter. */
const checked = [
  'welcome',
  'sign-in',
  'datasets',
  'dataset',
  'account',
  'audit',
  'query-start',
  'editor-category',
  'editor-number',
  'editor-ontology',
  'editor-text',
  'editor-date',
  'panel',
  'results',
  'aggregate',
  'aggregate-chart',
  'news',
  'metrics',
  'support',
];
/** Of these only the sides are looked at. */
const acrossOnly = ['reports', 'report', 'report-versions'];
const all = [...checked, ...acrossOnly];
const states = screenStates.filter(({ name }) => all.includes(name));
const narrowestSupported = 360;

test('the screens that are measured are states of screens', () => {
  expect(states).toHaveLength(all.length);
  expect(statesInGate.filter((name) => !all.includes(name))).toEqual([]);
});

/** No figure is cut, and what scrolls takes the keyboard. */
async function expectReadable(page: Page): Promise<void> {
  expect.soft(await cutFigures(page)).toEqual([]);
  await expectNoAxeFault(page, ['scrollable-region-focusable']);
}

for (const [what, size] of Object.entries<WindowSize>(windowSizes)) {
  test.describe(what, () => {
    test.use(size);

    for (const [index, state] of states.entries())
      test(
        `nothing moves while a screen loads, is too small to hit, covered, cut, or beyond the side, at ${what}: ${state.title}`,
        { tag: what === windowInGate && statesInGate.includes(state.name) ? [] : ['@long'] },
        async ({ page, portal }, { repeatEachIndex }) => {
          // Each screen meets other delays.
          const seed = 7 + index + repeatEachIndex * states.length;
          const slow = await startSlowProxy({ portal: portal.url, port: 0, seed });
          await noteShifts(page);
          await openState(page, { ...state, path: `${slow.url}${state.path}` });
          if (!acrossOnly.includes(state.name)) {
            const shifts = (await shiftsOf(page)).filter(({ isAfterInput }) => !isAfterInput);
            expect.soft(worstWindow(shifts), JSON.stringify(shifts, null, 1)).toBeLessThan(maxShift);
            expect.soft(await smallTargets(page)).toEqual([]);
            expect.soft(await coveredTargets(page)).toEqual([]);
          }
          if (what === narrow) await expectReadable(page);
          const reached = () => page.evaluate(() => document.documentElement.scrollWidth);
          await expect.poll(reached).toBeLessThanOrEqual(size.viewport.width);
          if (what === narrow) {
            await page.setViewportSize({ ...size.viewport, width: narrowestSupported });
            await expect.poll(reached).toBeLessThanOrEqual(narrowestSupported);
          }
          slow.close();
        },
      );
  });
}

test('the type face comes from the portal, and its figures have one width (rule 11.44)', {
  tag: '@long',
}, async ({ page, portal }) => {
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(request.url());
  });
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(fonts).toEqual([]);
  await signIn(page);
  await page.goto('/dataset/default');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const widths = await page.evaluate(async () => {
    await document.fonts.ready;
    return ['1111', '8888'].map((figures) => {
      const part = document.createElement('span');
      part.textContent = figures;
      part.className = 'tabular';
      document.body.append(part);
      return part.getBoundingClientRect().width;
    });
  });
  expect(widths[0]).toBe(widths[1]);
  expect(await page.evaluate(() => document.fonts.check('1em "Inter Variable"'))).toBe(true);
  expect(fonts.map((address) => address.startsWith(`${portal.url}/assets/`))).toEqual([true]);
});

test.describe(narrow, () => {
  test.use(windowSizes[narrow]);

  for (const state of screenStates.filter(({ name }) => !all.includes(name)))
    test(`no figure is cut, and what scrolls takes the keyboard: ${state.title}`, {
      tag: '@long',
    }, async ({ page }) => {
      await openState(page, state);
      await expectReadable(page);
    });

  test('the footer is not seen under the outline of what still loads', { tag: '@long' }, async ({ page }) => {
    const datasets = await holdFirst(page, (call) => /\/dataset\/?$/.test(new URL(call.url()).pathname));
    await signIn(page);
    await page.goto('/');
    await datasets.arrived;
    await expect(page.locator('main .mantine-Skeleton-root').first()).toBeVisible();
    await expect(page.locator('footer')).toBeHidden();
    await datasets.release();
    await expect(page.locator('footer')).toBeVisible();
  });
});
