import { test as base, expect } from '@playwright/test';
import { longestStartMs, type Portal, startPortal } from './portal.ts';

/** Animations end at once: drawing their frames takes longer than everything else. */
function stopAnimations(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { animation: none !important; transition: none !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/**
 * Each worker has a portal of its own, so that tests that run at the same time do not share definitions. A page
 * fails its test when the browser reports an error.
 */
export const test = base.extend<object, { readonly portal: Portal }>({
  portal: [
    async ({ browserName: _ }, use) => {
      const portal = await startPortal({ from: process.env['ATRIUM_E2E_HOME'] });
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker', timeout: longestStartMs },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
  context: async ({ context }, use) => {
    await context.addInitScript(stopAnimations);
    await use(context);
  },
  page: async ({ page }, use) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      const isReply = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isReply) faults.push(message.text());
    });
    await use(page);
    expect(faults, 'errors in the browser').toEqual([]);
  },
});

export { expect };
