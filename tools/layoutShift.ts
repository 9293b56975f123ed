import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../e2e/findBrowser.ts';
import { maxShift, noteShifts, type Shift, shiftsOf, worstWindow } from '../e2e/layoutShift.ts';
import { startPortal } from '../e2e/portal.ts';
import { startSlowProxy } from '../e2e/slowProxy.ts';
import { openState, type ScreenState } from '../e2e/states/screenState.ts';
import { screenStates } from '../e2e/states/screenStates.ts';
import { type WindowSize, windowSizes } from '../e2e/windowSizes.ts';

/**
 * Measures how much every screen moves while it loads from a slow portal, in every window size, and prints a table.
 *
 *   npm run build
 *   npx tsx tools/layoutShift.ts [--moved] [name of a state …]
 *
 * `--moved` also prints what moved, from where to where, and what moved within half a second of a click or a key. It
 * ends with 1 if a screen moves too much.
 */
const given = process.argv.slice(2);
const tellsMoved = given.includes('--moved');
const chosen = given.filter((word) => word !== '--moved');
const states = screenStates.filter(({ name }) => chosen.length === 0 || chosen.includes(name));
const sizes = Object.entries<WindowSize>(windowSizes);

interface CellRequest {
  readonly browser: Browser;
  readonly portal: string;
  readonly state: ScreenState;
  readonly size: WindowSize;
}

/** Opens the state once; each portal is slow by the same numbers, whatever was measured before. */
async function measure({ browser, portal, state, size }: CellRequest): Promise<readonly Shift[]> {
  const slow = await startSlowProxy({ portal, port: 0, seed: 7 });
  const context = await browser.newContext({ ...size, baseURL: slow.url, reducedMotion: 'reduce' });
  context.setDefaultTimeout(60_000);
  try {
    const page = await context.newPage();
    await noteShifts(page);
    await openState(page, state);
    await page.waitForLoadState('networkidle');
    return await shiftsOf(page);
  } finally {
    await context.close();
    slow.close();
  }
}

function tellWhatMoved(shifts: readonly Shift[]): void {
  for (const { score, atMs, isAfterInput, moved } of shifts.filter(({ score }) => score >= 0.002)) {
    console.error(`  ${score.toFixed(3)} at ${Math.round(atMs)} ms${isAfterInput ? ' after input' : ''}`);
    for (const line of moved) console.error(`      ${line}`);
  }
}

/** The cell of the table for one state in one window. */
async function cellOf(cell: CellRequest, title: string): Promise<string> {
  try {
    const shifts = await measure(cell);
    if (tellsMoved) {
      console.error(`\n${title}`);
      tellWhatMoved(shifts);
    }
    const worst = worstWindow(shifts.filter(({ isAfterInput }) => !isAfterInput));
    if (worst >= maxShift) process.exitCode = 1;
    return `${worst.toFixed(3)}${worst >= maxShift ? ' !' : ''}`;
  } catch (error) {
    process.exitCode = 1;
    console.error(`!!! ${title}: ${error instanceof Error ? error.message : error}`);
    return 'failed';
  }
}

const executablePath = findChromium();
if (executablePath === undefined) throw new Error('There is no Chromium: set CHROMIUM to its path.');
const portal = await startPortal();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
console.log(`| state | ${sizes.map(([what]) => what).join(' | ')} |\n|---|${'---|'.repeat(sizes.length)}`);
for (const state of states) {
  const cells: string[] = [];
  for (const [what, size] of sizes)
    cells.push(await cellOf({ browser, portal: portal.url, state, size }, `${state.name}, ${what}`));
  console.log(`| ${state.name} | ${cells.join(' | ')} |`);
}
await browser.close();
await portal.stop();
