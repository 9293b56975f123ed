import { expect, signIn, test } from './visitor.ts';

test('a stranger sees the front door and nothing behind it', async ({ page, portal }) => {
  await page.goto(portal);
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Query' })).toHaveCount(0);
  await page.goto(`${portal}/default/query`);
  await expect(page).toHaveURL(new RegExp(`^${portal}/`));
  await expect(page.getByRole('link', { name: 'Query' })).toHaveCount(0);
});

test('a wrong password is refused in words and the name stays', async ({ page, portal }) => {
  await page.goto(`${portal}/login`);
  await page.getByLabel('User name').fill('researcher');
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('User name')).toHaveValue('researcher');
});

test('the chooser shows each dataset with its description, and leads to its home', async ({
  page,
  portal,
}) => {
  await signIn(page, portal);
  await expect(page.getByText('Single Ventricle Registry').first()).toBeVisible();
  await page
    .getByRole('link', { name: /Heart Trio Consortium/ })
    .first()
    .click();
  await expect(page).toHaveURL(`${portal}/dataset/default`);
  await expect(page.getByRole('heading', { name: 'Heart Trio Consortium' })).toBeVisible();
  await expect(page.getByText('12,000').first()).toBeVisible();
});

test('a member who may see aggregates only is not led to rows', async ({ page, portal }) => {
  await signIn(page, portal, 'analyst');
  await page.goto(`${portal}/dataset/default`);
  await expect(page.getByRole('heading', { name: 'Heart Trio Consortium' })).toBeVisible();
  for (const name of ['Query', 'Results']) {
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
  }
});

test('signing out ends the session', async ({ page, portal }) => {
  await signIn(page, portal);
  await page.getByRole('button', { name: 'Robin Researcher' }).click();
  await page.getByRole('menuitem', { name: /log ?out|sign out/i }).click();
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
  await page.goto(`${portal}/default/query`);
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
});
