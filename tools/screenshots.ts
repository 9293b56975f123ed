import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { reach } from '../e2e/acceptance/workbench.ts';
import { findChromium } from '../e2e/findChromium.ts';
import { startPortal } from '../e2e/portal.ts';
import type { ScreenState } from '../e2e/states/screenState.ts';
import { screenStates } from '../e2e/states.ts';

/** Takes a picture of every screen in every state, light and dark, wide and narrow; names on the line choose some. */
const folder = path.resolve(import.meta.dirname, '../docs/screens');
const widths = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };
const schemes = ['light', 'dark'] as const;
type Width = keyof typeof widths;
type Scheme = (typeof schemes)[number];

const fileOf = (state: ScreenState, width: Width, scheme: Scheme) => `${state.name}-${width}-${scheme}.jpg`;

async function take(page: Page, portal: string, [state, width]: readonly [ScreenState, Width]) {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await reach(page, portal, state);
  await page.waitForLoadState('networkidle');
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    const file = path.join(folder, fileOf(state, width, colorScheme));
    await page.screenshot({ path: file, type: 'jpeg', quality: 35, scale: 'css', animations: 'disabled' });
  }
}

async function takeAll(browser: Browser, portal: string, states: readonly ScreenState[]): Promise<number> {
  let failures = 0;
  for (const width of ['wide', 'narrow'] as const) {
    for (const state of states) {
      const context = await browser.newContext({ viewport: widths[width] });
      context.setDefaultTimeout(20_000);
      try {
        await take(await context.newPage(), portal, [state, width]);
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

function writeIndex(): void {
  const rows = screenStates.map(
    (state) => `| ${state.title} | \`${state.path}\` | ${cell(state, 'wide')} | ${cell(state, 'narrow')} |`,
  );
  const text = `# The screens

Pictures of every screen and state over the demo data, made by \`npm run screenshots\` (with \`ATRIUM_URL\`, of a portal that runs already; names behind \`--\` choose some). The states are listed in \`e2e/states\`, where the accessibility tests find them too.

| State | Address | 1440 pixels wide | 390 pixels wide |
|---|---|---|---|
${rows.join('\n')}
`;
  writeFileSync(path.join(folder, 'README.md'), text);
}

const chosen = process.argv.slice(2);
const states = screenStates.filter(({ name }) => chosen.length === 0 || chosen.includes(name));
const executablePath = findChromium();
if (executablePath === undefined) throw new Error('There is no Chromium: set CHROMIUM to its path.');
const given = process.env['ATRIUM_URL'];
const portal = given === undefined ? await startPortal() : undefined;
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
if (chosen.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const failures = await takeAll(browser, portal?.url ?? given ?? '', states);
writeIndex();
await browser.close();
await portal?.stop();
console.log(`${states.length} states, ${failures} failures`);
process.exit(failures === 0 ? 0 : 1);
