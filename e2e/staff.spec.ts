import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectNoAxeFault } from './axe.ts';
import { startMailServer } from './mailServer.ts';
import { freePort, longestStartMs, startPortal } from './portal.ts';
import { fillSignIn, signInByForm } from './session.ts';
import { expect, test } from './test.ts';

/** A portal with a public address takes no demo password. */
const staffPassword = 'quiet orchard gate 72';
const password = 'seven boats on a lake';

const openRoom = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Staff rooms' }).getByRole('link', { name }).click();

test('staff invite a person by mail, make them a member, disable them, and see all of it', async ({
  page,
  browser,
}) => {
  test.setTimeout(longestStartMs);
  const mails = await startMailServer();
  const port = await freePort();
  const portal = await startPortal({
    from: process.env['ATRIUM_E2E_HOME'],
    passwords: { researcher: staffPassword, analyst: staffPassword, curator: staffPassword },
    port,
    env: {
      ATRIUM_PUBLIC_URL: `http://127.0.0.1:${port}`,
      ATRIUM_MAIL_URL: mails.url,
      ATRIUM_MAIL_FROM: 'portal@hearts.example',
    },
  });
  const others = await browser.newContext();
  try {
    await signInByForm(page, { username: 'curator', password: staffPassword }, portal.url);
    await page.getByRole('button', { name: 'Chris Curator' }).click();
    await page.getByRole('menuitem', { name: 'Admin' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Accounts' })).toBeFocused();

    await page.getByRole('button', { name: 'Invite a person' }).click();
    await page.getByRole('textbox', { name: 'User name' }).fill('ann');
    await page.getByRole('textbox', { name: 'Full name' }).fill('Ann Newcomer');
    await page.getByRole('textbox', { name: 'E-mail' }).fill('ann@hearts.example');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Ann Newcomer' })).toBeVisible();
    await expect(page.getByText('Invited', { exact: true })).toBeVisible();

    const [link = ''] = /http:\S+\/invitation#[\w-]{43}/.exec(await mails.mailTo('ann@hearts.example')) ?? [];
    const ann = await others.newPage();
    await ann.goto(link);
    await expect(ann.getByRole('heading', { name: 'Welcome, Ann Newcomer' })).toBeVisible();
    await expectNoAxeFault(ann);
    await ann.getByLabel('New password').fill(password);
    await ann.getByLabel('The same again').fill(password);
    await ann.getByRole('button', { name: 'Set password' }).click();
    await ann.getByRole('link', { name: 'Go to sign in' }).click();
    await fillSignIn(ann, { username: 'ann', password });
    await expect(ann.getByRole('button', { name: 'Ann Newcomer' })).toBeVisible();

    await page.reload();
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Add a membership' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Dataset').selectOption('default');
    await dialog.getByLabel('Level').selectOption('deid');
    await dialog.getByRole('button', { name: 'Save membership' }).click();
    await expect(page.getByRole('row', { name: /Heart Trio Consortium.*De-identified/ })).toBeVisible();
    await expectNoAxeFault(page);

    const counted = ann.waitForResponse(/query_tools\/count/);
    await ann.goto(`${portal.url}/default/query`);
    expect((await counted).status()).toBe(200);

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await expect(page.getByText('Disabled', { exact: true })).toBeVisible();
    await ann.goto(`${portal.url}/default/query`);
    await expect(ann).not.toHaveURL(/\/default\/query/);

    await openRoom(page, 'Audit');
    await expect(page.getByText('Disabled ann')).toBeVisible();
    await expect(page.getByText(/^Made .* a member at level deid/)).toBeVisible();
    await expect(page.getByText('Set the password by an invitation')).toBeVisible();
    await expect(page.getByText('Invited ann by mail')).toBeVisible();

    await openRoom(page, 'User report');
    await page.getByRole('searchbox', { name: 'Search' }).fill('ann@');
    const row = page.getByRole('row', { name: /Ann Newcomer/ });
    await expect(row.getByRole('cell').nth(2)).not.toHaveText(/^Queries?0$/);
    await expectNoAxeFault(page);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    expect(readFileSync(await (await saved).path(), 'utf8')).toContain('ann,Ann Newcomer,disabled');

    await openRoom(page, 'Query troubleshooting');
    await page
      .getByRole('row', { name: /ann.*Count/ })
      .first()
      .getByRole('link')
      .click();
    await expect(page.getByRole('heading', { level: 2, name: 'Statements' })).toBeVisible();
    await page.getByRole('button', { name: 'Run again and time the plan' }).first().click();
    await expect(page.getByText(/^Plan, made in/)).toBeVisible();
    await expectNoAxeFault(page);
  } finally {
    await others.close();
    await portal.stop();
    await mails.close();
  }
});
