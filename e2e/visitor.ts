import { test as base, expect, type Page } from '@playwright/test';

/** A page at the portal that fails its journey when the browser reports an error. */
export const test = base.extend<{ readonly portal: string; readonly page: Page }>({
  portal: async ({ baseURL: _ }, use) => {
    const url = process.env['ATRIUM_URL'];
    if (url === undefined) throw new Error('The portal was not started.');
    await use(url);
  },
  page: async ({ page }, use) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      const isAnswer = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isAnswer) faults.push(message.text());
    });
    await use(page);
    expect(faults, 'errors in the browser').toEqual([]);
  },
});

export const demoPassword = 'atrium-demo';

/** Signs in by the form and waits for the chooser. */
export async function signIn(page: Page, portal: string, username = 'researcher'): Promise<void> {
  await page.goto(`${portal}/login`);
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: /choose a dataset/i })).toBeVisible();
}

export { expect };
