import type { Page } from '@playwright/test';
import { endSessions, fillSignIn, signIn } from './session.ts';
import { expect, test } from './test.ts';

const message = (page: Page) => page.getByRole('textbox', { name: /^Message/ });

test('a message is kept without a connection, in a second tab and over a sign-in, until the sign-out (rules 16.10 and 16.11)', async ({
  page,
  context,
  portal,
}) => {
  await signIn(page);
  await page.goto('/support');
  await message(page).fill('The counts');
  await context.setOffline(true);
  await message(page).pressSequentially(' differ');
  await context.setOffline(false);
  await page.reload();
  await expect(message(page)).toHaveValue('The counts differ');

  const second = await context.newPage();
  await second.goto('/support');
  await expect(message(second)).toHaveValue('The counts differ');
  await message(second).press('Control+End');
  await message(second).pressSequentially(' by two');
  await expect(message(page)).toHaveValue('The counts differ by two');
  await second.close();

  await endSessions(portal.url, 'researcher');
  await page.goto('/support');
  await page.getByRole('link', { name: 'Log in', exact: true }).click();
  await fillSignIn(page);
  await expect(page).toHaveURL(/\/support$/);
  await expect(page.getByText('Your draft was restored.')).toBeVisible();
  await expect(message(page)).toHaveValue('The counts differ by two');

  await page.getByRole('button', { name: 'Robin Researcher' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Log in', exact: true }).first()).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    'The counts',
  );
});
