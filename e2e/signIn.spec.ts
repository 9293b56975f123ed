import { signInByForm } from './session.ts';
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

test('signing out ends the session', { tag: '@long' }, async ({ page }) => {
  await signInByForm(page);
  await page.getByRole('button', { name: 'Robin Researcher' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
  await page.goto('/default/query');
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
});
