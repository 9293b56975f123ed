import type { Page } from '@playwright/test';
import { maxStartMs } from './portal.ts';
import { chooseProvider, type PublicSite, signInThere, startPublicSite } from './publicSite.ts';
import { fillSignIn, demoPassword as password, signInByForm } from './session.ts';
import { expect, test } from './test.ts';

// One worker runs all of them, and so this portal is started once.
test.describe.configure({ mode: 'default' });

let site: PublicSite;
test.beforeAll(async () => {
  test.setTimeout(maxStartMs);
  site = await startPublicSite();
});
test.afterAll(() => site.close());

test('a person of the provider whose user name belongs to another account is refused in words, and can log in with a password', {
  tag: '@long',
}, async ({ page }) => {
  const { portal } = site;
  await page.goto(`${portal.url}/login?returnTo=/dataset/default`);
  await chooseProvider(page);
  await signInThere(page, 'mallory-3');
  await expect(page.getByRole('alert')).toContainText('Your user name belongs to an account here');
  await fillSignIn(page, { password });
  await expect(page).toHaveURL(`${portal.url}/dataset/default`);
});

const changePassword = async (page: Page, current: string, next: string) => {
  await page.getByLabel('Current password', { exact: true }).fill(current);
  await page.getByLabel('New password', { exact: true }).fill(next);
  await page.getByLabel('New password once more', { exact: true }).fill(next);
  await page.getByRole('button', { name: 'Change password' }).click();
};

test('a password is changed, a weak one is refused at its field, and other sessions end', {
  tag: '@long',
}, async ({ page, browser }) => {
  const { url } = site.portal;
  await signInByForm(page, { username: 'analyst', password }, url);
  const other = await (await browser.newContext()).newPage();
  await signInByForm(other, { username: 'analyst', password }, url);

  await page.goto(`${url}/account?tab=password`);
  await changePassword(page, password, 'analyst-analyst');
  await expect(page.getByText('too near to the name')).toBeVisible();
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused();
  const next = 'tall harbour lamp 41';
  await changePassword(page, password, next);
  await expect(page.getByText('Your password is changed')).toBeVisible();

  await other.goto(`${url}/account`);
  await expect(other).toHaveURL(`${url}/?returnTo=%2Faccount&ended=expired`);
  await expect(other.getByText('Your session has ended')).toBeVisible();
  await other.getByRole('link', { name: 'Log in', exact: true }).click();
  await fillSignIn(other, { username: 'analyst', password: next });
  await expect(other.getByRole('heading', { name: 'Account' })).toBeVisible();

  await page.getByRole('tab', { name: 'Sessions' }).click();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(`${url}/`);
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
  await other.reload();
  await expect(other.getByText('Your session has ended')).toBeVisible();
  await other.context().close();
});

test('after too many wrong passwords the page says how long to wait', { tag: '@long' }, async ({ page }) => {
  // The wait does not run out while the test looks at it, however slow the machine is.
  await page.clock.setFixedTime(Date.now());
  await page.goto(`${site.portal.url}/login`);
  await page.getByLabel('User name').fill('nobody-here');
  const submit = page.getByRole('button', { name: 'Log in' });
  const wait = page.getByRole('alert').getByText(/You can try again in \d+ seconds?\./);
  for (let attempt = 0; attempt < 8 && !(await wait.isVisible()); attempt += 1) {
    await page.getByLabel('Password', { exact: true }).fill(`guess ${attempt}`);
    const answered = page.waitForResponse(/auth\/login/);
    await submit.click();
    await answered;
    await expect.poll(async () => (await submit.isEnabled()) || (await wait.isVisible())).toBe(true);
  }
  await expect(wait).toBeVisible();
  await expect(submit).toBeDisabled();
});
