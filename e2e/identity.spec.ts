import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { type OidcProvider, startOidcProvider } from './oidcProvider.ts';
import { freePort, maxStartMs, type Portal, startPortal } from './portal.ts';
import { fillSignIn, signInByForm } from './session.ts';
import { expect, test } from './test.ts';

/** A portal besides that of the worker: it knows a provider, and its passwords may change. */
interface Site {
  readonly portal: Portal;
  readonly provider: OidcProvider;
  close(): Promise<void>;
}

const people = {
  'bo-0817': { preferred_username: 'bo', name: 'Bo Lindqvist', email: 'bo@university.example' },
  'mallory-3': { preferred_username: 'researcher', name: 'Mallory', email: 'mallory@university.example' },
};

/** A portal with a public address takes no demo password. */
const password = 'quiet orchard gate 72';

async function startSite(): Promise<Site> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const provider = await startOidcProvider('university', url, people);
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-oidc-'));
  const file = path.join(folder, 'oidc.json');
  const university = {
    id: 'university',
    label: 'University of Somewhere',
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecretEnv: 'UNIVERSITY_CLIENT_SECRET',
    createAccounts: true,
  };
  writeFileSync(file, JSON.stringify({ local: true, providers: [university] }));
  const portal = await startPortal({
    from: process.env['ATRIUM_E2E_HOME'],
    passwords: { researcher: password, analyst: password, curator: password },
    port,
    env: {
      ATRIUM_OIDC_CONFIG: file,
      ATRIUM_PUBLIC_URL: url,
      UNIVERSITY_CLIENT_SECRET: provider.clientSecret,
    },
  });
  return {
    portal,
    provider,
    close: async () => {
      await portal.stop();
      await provider.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// One worker runs all of them, and so this portal is started once.
test.describe.configure({ mode: 'default' });

let site: Site;
test.beforeAll(async () => {
  test.setTimeout(maxStartMs);
  site = await startSite();
});
test.afterAll(() => site.close());

const chooseProvider = (page: Page) =>
  page.getByRole('link', { name: 'Log in with University of Somewhere' }).click();

async function signInThere(page: Page, login: string): Promise<void> {
  await page.locator('input[name="login"]').fill(login);
  await page.locator('input[name="password"]').fill('any');
  await page.locator('button[type="submit"]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('a sign-in through a provider leads to the page that was asked for, and signing out leads home', async ({
  page,
}) => {
  const { portal, provider } = site;
  await page.goto(`${portal.url}/account?tab=sessions`);
  await page.getByRole('link', { name: 'Log in' }).first().click();
  await chooseProvider(page);
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/`));
  await signInThere(page, 'bo-0817');
  await expect(page).toHaveURL(`${portal.url}/account?tab=sessions`);
  await expect(page.getByText('This session')).toBeVisible();
  await expect(page.getByText('through University of Somewhere')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Password' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Profile' }).click();
  await expect(page.getByText('bo@university.example')).toBeVisible();

  await page.getByRole('button', { name: 'Bo Lindqvist' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(page).toHaveURL(`${portal.url}/`);
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
});

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
  await page.getByLabel('Current password').fill(current);
  await page.getByLabel('New password', { exact: true }).fill(next);
  await page.getByLabel('New password once more').fill(next);
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
