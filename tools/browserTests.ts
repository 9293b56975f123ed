import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { findChromium } from '../e2e/findBrowser.ts';

/** Runs the browser journeys, or prints a clear message why it cannot; with CI=true a missing browser is a failure. */
const root = path.resolve(import.meta.dirname, '..');

if (findChromium() === undefined) {
  const ci = process.env['CI'] === 'true';
  console.log('\n!!! NO CHROMIUM ON THIS MACHINE: the browser tests were NOT run.');
  console.log('!!! Install one (Debian: apt-get install chromium) or name it: CHROMIUM=/path npm test\n');
  process.exit(ci ? 1 : 0);
}

const playwright = path.join(root, 'node_modules/.bin/playwright');
const run = spawnSync(
  playwright,
  ['test', '--config', 'e2e/playwright.config.ts', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
process.exit(run.status ?? 1);
