import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../e2e/findBrowser.ts';
import { startPortal } from '../e2e/portal.ts';
import { openState, type ScreenState } from '../e2e/states/screenState.ts';
import { screenStates } from '../e2e/states/screenStates.ts';

/**
 * Takes a picture of every screen in every state, light and dark, wide and narrow. Names on the command line choose some
 * states; `--keep` also refreshes the pictures that the documents show.
 */
const documents = path.resolve(import.meta.dirname, '../docs/screens');
const folder = path.join(documents, 'all');
const widths = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };
const schemes = ['light', 'dark'] as const;
type Width = keyof typeof widths;
type Scheme = (typeof schemes)[number];

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
  for (const width of ['wide', 'narrow'] as const) {
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

const cell = (state: ScreenState, width: Width): string =>
  schemes.map((scheme) => `[${scheme}](${fileOf(state, width, scheme)})`).join(', ');

/** Writes a page that lists all pictures. */
function writeIndex(): void {
  const rows = screenStates.map(
    (state) => `| ${state.title} | \`${state.path}\` | ${cell(state, 'wide')} | ${cell(state, 'narrow')} |`,
  );
  const head = '| State | Address | 1440 pixels wide | 390 pixels wide |\n|---|---|---|---|';
  writeFileSync(path.join(folder, 'README.md'), `# All screens\n\n${head}\n${rows.join('\n')}\n`);
}

const given = process.argv.slice(2);
const keeps = given.includes('--keep');
const chosen = given.filter((word) => word !== '--keep');
const unknown = chosen.filter((word) => !screenStates.some(({ name }) => name === word));
if (unknown.length > 0) throw new Error(`There is no state named ${unknown.join(', ')}.`);
const states = screenStates.filter(({ name }) => chosen.length === 0 || chosen.includes(name));
const executablePath = findChromium();
if (executablePath === undefined) throw new Error('There is no Chromium: set CHROMIUM to its path.');
const address = process.env['ATRIUM_URL'];
const portal = address === undefined ? await startPortal() : undefined;
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
if (chosen.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const failures = await takeAll(browser, { portal: portal?.url ?? address ?? '', states, keeps });
writeIndex();
await browser.close();
await portal?.stop();
console.log(`${states.length} states, ${failures} failures`);
process.exit(failures === 0 ? 0 : 1);
