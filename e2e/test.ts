import { test as base, expect, type Page } from '@playwright/test';
import { maxStartMs, type Portal, portalAt, slowSeed, startPortal } from './portal.ts';

/** Animations end at once: drawing their frames takes longer than everything else. */
function stopAnimations(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { animation: none !important; transition: none !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Console messages of the browser about a refusal, and of the transfer client where its extension is missing. */
const usual = ['Failed to load resource', 'Could not initialize Connect'];

/** Calls this for every error that the browser reports of a page. */
export function watchFaults(page: Page, note: (fault: string) => void): void {
  page.on('pageerror', (error) => note(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !usual.some((text) => message.text().startsWith(text)))
      note(message.text());
  });
}

/** Slows the page down to a quarter of its speed. */
async function slowDown(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/**
 * Each worker has a portal of its own, so that tests that run at the same time do not share definitions. A page
 * fails its test when the browser reports an error.
 */
export const test = base.extend<object, { readonly portal: Portal }>({
  portal: [
    async ({ browserName: _ }, use) => {
      const given = process.env['ATRIUM_E2E_URL'];
      const portal =
        given === undefined ? await startPortal({ from: process.env['ATRIUM_E2E_HOME'] }) : portalAt(given);
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker', timeout: maxStartMs },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
  context: async ({ context }, use) => {
    await context.addInitScript(stopAnimations);
    await use(context);
  },
  page: async ({ page }, use) => {
    if (slowSeed !== undefined) await slowDown(page);
    const faults: string[] = [];
    watchFaults(page, (fault) => faults.push(fault));
    await use(page);
    // A reply that is still on its way through a handler belongs to no test.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(faults, 'errors in the browser').toEqual([]);
  },
});

export { expect };
