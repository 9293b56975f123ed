import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expectNoAxeFault } from './axe.ts';
import { isCohortEdit } from './definitions.ts';
import { previewCount } from './locators.ts';
import { demoPassword, endSessions, fillSignIn, signIn, signInByForm } from './session.ts';
import { expect, test } from './test.ts';

const warning = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' });

/** Stops the clock of the page, so that a slow machine does not matter; returns the function that moves it on. */
async function stopClock(page: Page): Promise<(minutes: number) => Promise<void>> {
  let now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.setFixedTime(now);
  return async (minutes) => {
    now += minutes * 60_000;
    await page.clock.setFixedTime(now);
    await page.clock.fastForward(minutes * 60_000);
  };
}

test('a session is about to end, is renewed, then ends, and the draft is there after logging in', {
  tag: '@long',
}, async ({ page, portal }) => {
  const moveOn = await stopClock(page);
  await signIn(page);
  const address = '/default/query?concept=birth_weight';
  await page.goto(address);
  await page.getByLabel('Min', { exact: true }).fill('1900');
  // A preview that is still under way would find the session ended, and load the page anew before its time.
  await expect(previewCount(page)).toHaveText(/^[\d,]+ participants/);

  await moveOn(28.5);
  await expect(warning(page)).toBeVisible();
  // A session is renewed at most once a minute, so up to a minute of it may be gone.
  await expect(page.getByRole('timer')).toHaveText(/^(1:\d\d|0:[3-5]\d)$/);
  await expect(page.getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  await expectNoAxeFault(page);
  await page.keyboard.press('Enter');
  await expect(warning(page)).toHaveCount(0);
  await expect(page.getByLabel('Min', { exact: true })).toHaveValue('1900');

  await endSessions(portal.url, 'researcher');
  await moveOn(28.5);
  await expect(warning(page)).toBeVisible();
  await moveOn(2);
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await expect(page).toHaveURL(/\/\?returnTo=.*birth_weight&ended=expired$/);
  await expectNoAxeFault(page);
  await page.getByRole('link', { name: 'Log in', exact: true }).click();
  await fillSignIn(page);
  await expect(page).toHaveURL(address);
  await expect(page.getByText('Your draft was restored.')).toBeVisible();
  await expect(page.getByLabel('Min', { exact: true })).toHaveValue('1900');
});

test('a person who is inactive for an hour in a hidden tab is signed out', { tag: '@long' }, async ({
  page,
}) => {
  const moveOn = await stopClock(page);
  await signIn(page);
  await page.goto('/default/results');
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await moveOn(61);
  await expect(page).toHaveURL(/\/login\?returnTo=%2Fdefault%2Fresults.*ended=idle$/);
  await expect(page.getByText('You were not active for a while')).toBeVisible();
  expect((await page.request.get('/api/v2/auth/sessions/')).status()).toBe(401);
});

test('a call that is refused because the session has ended keeps the draft and leads back to it', {
  tag: '@long',
}, async ({ page, portal }) => {
  await signIn(page);
  const address = '/default/query?concept=birth_weight';
  await page.goto(address);
  await page.getByLabel('Max', { exact: true }).fill('3100');
  // The session ends while the edit is on its way: ended before the click, a preview could notice it and load anew.
  await page.route(/\/cohort_def\/?$/, async (route) => {
    if (isCohortEdit(route.request())) await endSessions(portal.url, 'researcher');
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Apply new filter' }).click();
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await page.unroute(/\/cohort_def\/?$/);
  await page.getByRole('link', { name: 'Log in', exact: true }).click();
  await fillSignIn(page);
  await expect(page).toHaveURL(address);
  await expect(page.getByLabel('Max', { exact: true })).toHaveValue('3100');
});

test('a token is made, its examples run as they are printed, and it is revoked', { tag: '@long' }, async ({
  page,
  portal,
}) => {
  await signIn(page);
  await page.goto('/account?tab=tokens');
  const name = `browser test ${Date.now()}`;
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('checkbox', { name: 'Export' }).check();
  await page.getByLabel('Your password').fill(demoPassword);
  await expectNoAxeFault(page);
  await page.getByRole('button', { name: 'Make the token' }).click();
  const secret = await page.getByRole('textbox', { name: 'Token' }).inputValue();
  expect(secret).toMatch(/^atrium_[\w-]{43}$/);
  await expectNoAxeFault(page);
  await page.reload();
  await expect(page.getByText(name)).toBeVisible();
  expect(await page.content()).not.toContain(secret);

  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-example-'));
  const runs = { Python: ['python3', '-'], curl: ['bash', '-es'] } as const;
  for (const language of ['Python', 'curl'] as const) {
    await page.getByRole('tab', { name: language }).click();
    const example = page.getByRole('tabpanel', { name: language });
    const input = await example.locator('pre', { hasText: 'query_tools/count' }).innerText();
    const [command, ...args] = runs[language];
    const env = { ...process.env, ATRIUM_TOKEN: secret };
    const ran = spawnSync(command, args, { cwd: folder, env, input, encoding: 'utf8' });
    if (ran.error !== undefined) test.info().annotations.push({ type: 'no', description: command });
    else expect(`${ran.status} ${ran.stderr}`, language).toBe('0 ');
    expect(ran.stdout).toMatch(language === 'Python' ? /^\d+ subjects/ : /"count":\d+/);
    expect(readFileSync(path.join(folder, 'results.csv'), 'utf8').split('\n').length).toBeGreaterThan(2);
    rmSync(path.join(folder, 'results.csv'));
  }
  rmSync(folder, { recursive: true });

  const statusWithToken = async () => {
    const headers = { authorization: `Bearer ${secret}` };
    return (await fetch(`${portal.url}/api/v2/auth/`, { headers })).status;
  };
  expect(await statusWithToken()).toBe(200);
  await page.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(page.getByText(name)).toHaveCount(0);
  expect(await statusWithToken()).toBe(401);
});

test('another session is seen and ended, and listed in the activity', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  await signIn(page, { username: 'curator' });
  const other = await (await browser.newContext({ userAgent: 'Mozilla/5.0 Firefox/140.0' })).newPage();
  await signInByForm(other, { username: 'curator' });
  await page.goto('/account?tab=sessions');
  await expectNoAxeFault(page);
  await page
    .getByRole('button', { name: /^Sign out Firefox/ })
    .first()
    .click();
  await expect(page.getByText('The session has ended')).toBeVisible();
  await other.reload();
  await expect(other.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
  await other.context().close();

  await page.getByRole('tab', { name: 'Activity' }).click();
  const ended = page.waitForResponse(/action=session_revoke/);
  await page.getByLabel('What', { exact: true }).selectOption('Session ended');
  await ended;
  await expect(page.getByText(/^Ended session \d+$/).first()).toBeVisible();
  await expect(page).toHaveURL(/action=session_revoke/);
  await expectNoAxeFault(page);
});

test('staff read and export the audit; others do not', { tag: '@long' }, async ({ page }) => {
  await signIn(page, { username: 'curator' });
  await page.goto('/');
  await page.getByRole('button', { name: 'Chris Curator' }).click();
  await page.getByRole('menuitem', { name: 'Admin' }).click();
  await page.getByRole('navigation', { name: 'Staff rooms' }).getByRole('link', { name: 'Audit' }).click();
  await expect(page.getByRole('heading', { name: 'Audit' })).toBeFocused();
  // Until the reply the lines of before are shown, which may have imports too.
  const imports = page.waitForResponse(/action=dataset_import/);
  await page.getByLabel('What', { exact: true }).selectOption('Dataset imported');
  await imports;
  await expect(page.getByText(/^Imported version/).first()).toBeVisible();
  await expectNoAxeFault(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const lines = readFileSync(await (await saved).path(), 'utf8');
  expect(lines.split('\r\n')[1]).toContain('dataset_import');

  // The page of the first account would reload itself at a refused call, in the middle of the next navigation.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await signIn(page);
  await page.goto('/audit');
  await expect(page.getByRole('heading', { name: 'This page is for staff' })).toBeVisible();
});
