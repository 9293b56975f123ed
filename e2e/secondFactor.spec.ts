import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectNoAxeFault } from './axe.ts';
import { longestStartMs, startPortal } from './portal.ts';
import { demoPassword, fillSignIn } from './session.ts';
import { expect, test } from './test.ts';

const password = 'tall harbour lamp';

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

test('a second factor is turned on; then the password is followed by a code, or by a recovery code once', async ({
  page,
  portal,
}) => {
  const username = 'factor-owner';
  portal.command(['user', 'add', username, '--full-name', 'Fay Owner', '--password-stdin'], password);
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

test('where the site requires a second factor, staff set it up before anything else', async ({ page }) => {
  test.setTimeout(longestStartMs);
  const env = { ATRIUM_SECOND_FACTOR: 'staff' };
  const strict = await startPortal({ from: process.env['ATRIUM_E2E_HOME'], env });
  try {
    await page.goto(`${strict.url}/login?returnTo=%2Faudit`);
    await fillSignIn(page, { username: 'curator', password: demoPassword });
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    await expectNoAxeFault(page);
    expect((await page.request.get(`${strict.url}/api/v2/audit/all`)).status()).toBe(401);
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    await turnOn(page);
    await expect(page).toHaveURL(`${strict.url}/audit`);
    expect((await page.request.get(`${strict.url}/api/v2/audit/all`)).status()).toBe(200);
  } finally {
    await strict.stop();
  }
});
