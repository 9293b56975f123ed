import { fillSignIn, signIn, signInByForm } from './session.ts';
import { expect, test } from './test.ts';

test('a stranger sees the welcome page and nothing else', { tag: '@long' }, async ({ page, portal }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Query' })).toHaveCount(0);
  await page.goto('/default/query');
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`^${portal.url}/`));
  await expect(page.getByRole('link', { name: 'Query' })).toHaveCount(0);
});

test('a wrong password is refused in words and the name stays', async ({ page }) => {
  await page.goto('/login');
  await fillSignIn(page, { password: 'not-the-password' });
  await expect(page.getByRole('alert')).toHaveText('The user name or the password is wrong.');
  await expect(page.getByLabel('User name')).toHaveValue('researcher');
});

test('the list of datasets shows each with its description, and leads to its home', { tag: '@long' }, async ({
  page,
}) => {
  await signInByForm(page);
  await expect(page.getByText('Single Ventricle Registry').first()).toBeVisible();
  await page
    .getByRole('link', { name: /Heart Trio Consortium/ })
    .first()
    .click();
  await expect(page).toHaveURL('/dataset/default');
  await expect(page.getByRole('heading', { name: 'Heart Trio Consortium' })).toBeVisible();
  await expect(page.getByText('12,000').first()).toBeVisible();
});

test('a member who may see aggregates only is not led to rows', async ({ page }) => {
  await signIn(page, { username: 'analyst' });
  await page.goto('/dataset/default');
  await expect(page.getByRole('link', { name: 'Aggregate', exact: true })).toBeVisible();
  for (const name of ['Query', 'Results', 'Reports']) {
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
  }
});

test('signing out ends the session', { tag: '@long' }, async ({ page }) => {
  await signInByForm(page);
  await page.getByRole('button', { name: 'Robin Researcher' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
  await page.goto('/default/query');
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
});
