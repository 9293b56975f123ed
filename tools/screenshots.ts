import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../e2e/findBrowser.ts';
import { startPortal } from '../e2e/portal.ts';
import { openState, type ScreenState } from '../e2e/states/screenState.ts';
import { screenStates } from '../e2e/states/screenStates.ts';
import { windowSizes } from '../e2e/windowSizes.ts';

/**
 * Takes a picture of every screen in every state, light and dark, in three widths. Names on the command line choose some
 * states, or some of the widths `wide`, `middle` and `narrow`; `--keep` also refreshes the pictures that the documents show, and `--guide` takes those of the guide instead.
 */
const documents = path.resolve(import.meta.dirname, '../docs/screens');
const folder = path.join(documents, 'all');
const guideFolder = path.resolve(import.meta.dirname, '../apps/web/src/features/guide/pictures');
const widths = {
  wide: windowSizes['1440 px'].viewport,
  middle: windowSizes['1024 px'].viewport,
  narrow: windowSizes['390 px'].viewport,
};
const eachWidth = ['wide', 'middle', 'narrow'] as const;
const schemes = ['light', 'dark'] as const;
type Width = keyof typeof widths;
type Scheme = (typeof schemes)[number];

/** The pictures of the guide, by the states that they show; in a window in which the page is wide. */
const guidePictures: Readonly<Record<string, string>> = {
  ask: 'query-search',
  count: 'panel',
  rows: 'results',
  figures: 'aggregate',
  keep: 'report',
};
const guideWindow = { width: 1200, height: 750 };

/** The pictures that docs/screens/README.md shows; only these are in the repository. */
const kept: ReadonlySet<string> = new Set([
  'welcome-wide-light.jpg',
  'datasets-wide-light.jpg',
  'dataset-wide-light.jpg',
  'query-search-wide-light.jpg',
  'editor-number-wide-light.jpg',
  'editor-ontology-wide-light.jpg',
  'panel-wide-light.jpg',
  'panel-wide-dark.jpg',
  'panel-narrow-light.jpg',
  'event-dialog-wide-light.jpg',
  'results-wide-light.jpg',
  'results-picker-wide-light.jpg',
  'aggregate-wide-light.jpg',
  'aggregate-chart-wide-light.jpg',
  'aggregate-suppressed-wide-light.jpg',
  'audit-wide-light.jpg',
]);

const fileOf = (state: ScreenState, width: Width, scheme: Scheme) => `${state.name}-${width}-${scheme}.jpg`;

async function take(page: Page, [state, width]: readonly [ScreenState, Width], keeps: boolean) {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await openState(page, state);
  await page.waitForLoadState('networkidle');
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
    const name = fileOf(state, width, colorScheme);
    const file = path.join(folder, name);
    await page.screenshot({ path: file, type: 'jpeg', quality: 35, scale: 'css', animations: 'disabled' });
    if (keeps && kept.has(name)) copyFileSync(file, path.join(documents, name));
  }
}

interface Task {
  readonly portal: string;
  readonly states: readonly ScreenState[];
  readonly keeps: boolean;
}

async function takeAll(browser: Browser, { portal, states, keeps }: Task): Promise<number> {
  let failures = 0;
  for (const width of eachWidth.filter((width) => isChosen(width, eachWidth))) {
    for (const state of states) {
      const context = await browser.newContext({
        viewport: widths[width],
        baseURL: portal,
        serviceWorkers: 'block',
      });
      context.setDefaultTimeout(60_000);
      try {
        await take(await context.newPage(), [state, width], keeps);
        console.log(`${state.name} (${width})`);
      } catch (error) {
        failures += 1;
        console.error(`!!! ${state.name} (${width}): ${error instanceof Error ? error.message : error}`);
      }
      await context.close();
    }
  }
  return failures;
}

/** Takes the pictures of the guide as WebP, which is less than half of JPEG; the pages of the portal show them. */
async function takeGuide(browser: Browser, portal: string): Promise<void> {
  for (const [name, shown] of Object.entries(guidePictures)) {
    const state = screenStates.find((one) => one.name === shown);
    if (state === undefined) throw new Error(`There is no state named ${shown}.`);
    const context = await browser.newContext({
      viewport: guideWindow,
      baseURL: portal,
      serviceWorkers: 'block',
    });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await openState(page, state);
    await page.waitForLoadState('networkidle');
    const devTools = await context.newCDPSession(page);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(() => new Promise(requestAnimationFrame));
      await page.evaluate(() =>
        Promise.all(
          document.getAnimations().flatMap((one) => (one instanceof CSSTransition ? [one.finished] : [])),
        ),
      );
      const { data } = await devTools.send('Page.captureScreenshot', { format: 'webp', quality: 40 });
      writeFileSync(path.join(guideFolder, `guide-${name}-${colorScheme}.webp`), data, 'base64');
    }
    await context.close();
    console.log(`guide-${name}`);
  }
}

/** Whether one is named on the command line; where none of its kind is, all are. */
function isChosen(one: string, kind: readonly string[]): boolean {
  const named = process.argv.slice(2).filter((word) => kind.includes(word));
  return named.length === 0 || named.includes(one);
}

const cell = (state: ScreenState, width: Width): string =>
  schemes.map((scheme) => `[${scheme}](${fileOf(state, width, scheme)})`).join(', ');

/** Writes a page that lists all pictures. */
function writeIndex(): void {
  const rows = screenStates.map(
    (state) =>
      `| ${state.title} | \`${state.path}\` | ${eachWidth.map((width) => cell(state, width)).join(' | ')} |`,
  );
  const head =
    '| State | Address | 1440 pixels wide | 1024 pixels wide | 390 pixels wide |\n|---|---|---|---|---|';
  writeFileSync(path.join(folder, 'README.md'), `# All screens\n\n${head}\n${rows.join('\n')}\n`);
}

const given = process.argv.slice(2);
const keeps = given.includes('--keep');
const chosen = given.filter((word) => !word.startsWith('--'));
const names = screenStates.map(({ name }) => name);
const unknown = chosen.filter((word) => ![...names, ...eachWidth].includes(word));
if (unknown.length > 0) throw new Error(`There is no state or width named ${unknown.join(', ')}.`);
const states = screenStates.filter(({ name }) => isChosen(name, names));
const executablePath = findChromium();
if (executablePath === undefined) throw new Error('There is no Chromium: set CHROMIUM to its path.');
const address = process.env['ATRIUM_URL'];
const portal = address === undefined ? await startPortal() : undefined;
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const url = portal?.url ?? address ?? '';
let failures = 0;
if (given.includes('--guide')) await takeGuide(browser, url);
else {
  if (chosen.length === 0) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  failures = await takeAll(browser, { portal: url, states, keeps });
  writeIndex();
}
await browser.close();
await portal?.stop();
console.log(`${states.length} states, ${failures} failures`);
process.exit(failures === 0 ? 0 : 1);
