import type { Page } from '@playwright/test';

/** The text of the page while it tries to reach the portal. */
export const offlineNotice = (page: Page) => page.getByText('Offline, trying again.');

/** The portal is gone: each call, and each attempt to find it, fails until it is back. */
export async function takeAway(page: Page): Promise<() => Promise<void>> {
  const paths = /\/(api|healthz)\b/;
  await page.route(paths, (route) => route.abort('connectionrefused'));
  return () => page.unroute(paths);
}

/** Marks the page, and tells whether it is still the same one. */
export async function markPage(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-mark', 'same'));
  return async () => (await page.locator('html').getAttribute('data-mark')) === 'same';
}
