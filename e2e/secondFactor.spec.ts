import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectNoAxeFault } from './axe.ts';
import { freePort, maxStartMs, startPortal } from './portal.ts';
import { fillSignIn, demoPassword as password } from './session.ts';
import { expect, test } from './test.ts';

/** The code of an app, so many seconds from now; the portal takes a code once, and one that is a period early. */
const codeOf = (secret: string, seconds = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + seconds * 1000 });

/** Reads the secret and the recovery codes while a second factor is turned on. */
async function turnOn(page: Page): Promise<{ readonly secret: string; readonly codes: readonly string[] }> {
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectNoAxeFault(page);
  const shown = await page.getByLabel('Or enter this secret by hand').inputValue();
  const secret = shown.replaceAll(' ', '');
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  await expectNoAxeFault(page);
  const codes = await list.getByRole('listitem').allInnerTexts();
  await page.getByRole('button', { name: 'I have stored them' }).click();
  return { secret, codes };
}

test('a second factor is turned on; then the password is followed by a code, or by a recovery code once', {
  tag: '@long',
}, async ({ page, portal }) => {
  const username = 'analyst';
  const address = '/account?tab=factor';
  await page.goto(`/login?returnTo=${encodeURIComponent(address)}`);
  await fillSignIn(page, { username, password });
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByLabel('Your password').fill(password);
  await expectNoAxeFault(page);
  await page.getByRole('button', { name: 'Go on' }).click();
  const { secret, codes } = await turnOn(page);
  await expect(page.getByText(/^On since/)).toBeVisible();
  await expectNoAxeFault(page);

  const signInAgain = async (given: string) => {
    // A page that is open would go to the sign-in page by itself.
    await page.goto('about:blank');
    await page.request.post('/api/v2/auth/logout');
    await page.goto(`/login?returnTo=${encodeURIComponent(address)}`);
    await fillSignIn(page, { username, password });
    await page.getByLabel('Code', { exact: true }).fill(given);
    await page.getByRole('button', { name: 'Log in' }).click();
  };
  await signInAgain('000 00');
  await expect(page.getByText('This code is wrong, or was used before.')).toBeVisible();
  await expectNoAxeFault(page);
  await page.reload();
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 30));
  await page.keyboard.press('Enter');
  await expect(page.getByText('10 recovery codes are left')).toBeVisible();
  await expect(page).toHaveURL(address);

  await signInAgain(codes[0] ?? '');
  await expect(page.getByText('9 recovery codes are left')).toBeVisible();
  await signInAgain(codes[0] ?? '');
  await expect(page.getByText('This code is wrong, or was used before.')).toBeVisible();

  portal.command(['user', 'reset-factor', username]);
  await page.goto(`/login?returnTo=${encodeURIComponent(address)}`);
  await fillSignIn(page, { username, password });
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
});

test('where the site requires a second factor, staff set it up before anything else', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(maxStartMs);
  const env = { ATRIUM_SECOND_FACTOR: 'staff' };
  const strict = await startPortal({ from: process.env['ATRIUM_E2E_HOME'], env });
  try {
    await page.goto(`${strict.url}/login?returnTo=%2Faudit`);
    await fillSignIn(page, { username: 'curator', password });
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    await expectNoAxeFault(page);
    expect((await page.request.get(`${strict.url}/api/v2/audit/all`)).status()).toBe(401);
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    await turnOn(page);
    await expect(page).toHaveURL(`${strict.url}/pcgc/admin/audit`);
    // A portal that ends while the page still loads its code is an error of the page.
    await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible();
    expect((await page.request.get(`${strict.url}/api/v2/audit/all`)).status()).toBe(200);
  } finally {
    await strict.stop();
  }
});

/** Gives the browser an authenticator of its own, which answers at once. */
async function addAuthenticator(page: Page) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const verifies = (isUserVerified: boolean) =>
    devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  return { verifies };
}

test('a passkey is set up where the site requires a second factor, follows the password from then on, and is one of two', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(maxStartMs);
  const port = await freePort();
  // Browsers make passkeys for names only, not for addresses.
  const url = `http://localhost:${port}`;
  const env = { ATRIUM_PUBLIC_URL: url, ATRIUM_SECOND_FACTOR: 'staff' };
  const site = await startPortal({ from: process.env['ATRIUM_E2E_HOME'], port, env });
  const address = `${url}/account?tab=factor`;
  const beginAgain = async () => {
    // A page that is open would go to the sign-in page by itself.
    await page.goto('about:blank');
    await page.request.post(`${url}/api/v2/auth/logout`);
    await page.goto(`${url}/login?returnTo=${encodeURIComponent('/account?tab=factor')}`);
    await fillSignIn(page, { username: 'curator', password });
  };
  try {
    const { verifies } = await addAuthenticator(page);
    await beginAgain();
    await page.getByRole('button', { name: 'Set up a passkey' }).click();
    await page.getByLabel('Name of the passkey').fill('Blue key');
    await expectNoAxeFault(page);
    await page.getByRole('button', { name: 'Make the passkey' }).click();
    await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
    await page.getByRole('button', { name: 'I have stored them' }).click();
    const parts = page.getByRole('list', { name: /What you log in with/ });
    await expect(parts.getByText('Blue key')).toBeVisible();
    await expect(page).toHaveURL(address);
    await expectNoAxeFault(page);

    await beginAgain();
    await verifies(false);
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('No passkey was used')).toBeVisible();
    await expectNoAxeFault(page);
    await verifies(true);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page).toHaveURL(address);
    await expect(parts.getByText('Blue key')).toBeVisible();
    await expect(parts.getByText('never')).toHaveCount(0);

    await page.getByRole('button', { name: 'Add an app' }).click();
    await page.getByLabel('Your password').fill(password);
    await page.getByRole('button', { name: 'Go on' }).click();
    const shown = await page.getByLabel('Or enter this secret by hand').inputValue();
    await page.getByLabel('Code', { exact: true }).fill(codeOf(shown.replaceAll(' ', '')));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect(parts.getByText('Authenticator app')).toBeVisible();
    await page.getByRole('button', { name: 'Remove Blue key' }).click();
    await page.getByLabel('Your password').fill(password);
    await expectNoAxeFault(page);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(parts.getByText('Blue key')).toHaveCount(0);

    await beginAgain();
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0);
  } finally {
    await site.stop();
  }
});
