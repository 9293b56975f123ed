import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium } from './findBrowser.ts';

const executablePath = findChromium();
const keepsTraces = process.env['E2E_TRACE'] !== undefined;
const slowness = process.env['E2E_SLOW'] === undefined ? 1 : 4;

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './globalSetup.ts',
  outputDir: '../test-results/browser',
  fullyParallel: true,
  // One more than the cores: a test waits for its page now and then, and each worker costs a portal and a browser.
  workers: Number(process.env['E2E_WORKERS'] ?? availableParallelism() + 1),
  // The gate leaves out what is long; `npm run explore` runs it.
  ...(process.env['E2E_LONG'] === undefined && { grepInvert: /@long/ }),
  forbidOnly: process.env['CI'] === 'true',
  // A busy machine makes the tests slower, and nothing else: these limits are for pages that hang.
  timeout: 300_000 * slowness,
  expect: { timeout: 90_000 * slowness },
  reporter: [['list']],
  use: {
    actionTimeout: 120_000 * slowness,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    // Calls are answered by the tests' own handlers; site.spec.ts allows the worker that keeps files.
    serviceWorkers: 'block',
    // Recording every test costs a fifth of the whole run.
    trace: keepsTraces ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page lives for seconds: to optimise its code, and to tidy up a small young heap again and again, takes longer
        // than that saves.
        '--js-flags=--no-maglev --no-turbofan --min-semi-space-size=32 --max-semi-space-size=64',
      ],
    },
  },
});
