import { female, startWith } from '../definitions.ts';
import { cohortCount, navigation, startsWith } from '../locators.ts';
import { signIn } from '../session.ts';
import { expect, test } from '../test.ts';

test('2. and 5. a person who is signed in has their name, the version, and each dataset with its description', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Choose a dataset' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Login' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Robin Researcher' })).toBeVisible();
  await expect(page.getByRole('banner').getByText('Atrium')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText(/version \d+\.\d+/);
  const card = (name: string) => page.getByRole('article').filter({ hasText: name });
  await expect(card('Heart Trio Consortium')).toContainText('Invented records of families');
  await expect(card('Single Ventricle Registry')).toContainText('Invented follow-up of patients');
});

test(
  '4. a member without a workspace is led to none of its screens, but to reports',
  { tag: '@long' },
  async ({ page, portal }, { testId }) => {
    const password = 'a window to look through';
    const username = `onlooker-${testId}`;
    portal.command(['user', 'add', username, '--full-name', 'Olga Onlooker', '--password-stdin'], password);
    portal.command(['grant', username, 'default', '--level', 'deid', '--no-workspace']);
    await signIn(page, { username, password });
    await page.goto('/dataset/default');
    await expect(navigation(page).getByRole('link', { name: 'Dataset Home' })).toBeVisible();
    await expect(navigation(page).getByRole('link', { name: 'Reports' })).toBeVisible();
    for (const name of ['Query', 'Results', 'Aggregate', 'Download']) {
      await expect(navigation(page).getByRole('link', { name })).toHaveCount(0);
    }
    await page.goto('/default/query');
    await expect(page.getByRole('heading', { name: 'Your access does not include this page' })).toBeVisible();
  },
);

test('6. choosing the last dataset opens its home, with its name as the active dataset', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page);
  await page.goto('/');
  const last = page.getByRole('article').getByRole('link').last();
  const name = await last.innerText();
  await last.click();
  await expect(page.getByText('Active dataset')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('own. changing to another dataset leaves nothing of the first one on the screen, and its state comes back', async ({
  page,
}) => {
  await signIn(page);
  await startWith(page, { cohort: [female] });
  await startWith(page, { dataset: 'registry' });
  await page.goto('/default/query?concept=sex');
  await expect(cohortCount(page)).toHaveText(startsWith(6_061));
  await page.getByRole('button', { name: 'Robin Researcher' }).click();
  await page.getByRole('menuitem', { name: 'Switch Dataset' }).click();
  await page.getByRole('link', { name: 'Single Ventricle Registry' }).click();
  await page.getByRole('link', { name: 'Build a cohort' }).click();
  await expect(page.getByRole('heading', { name: 'Who are you looking for?' })).toBeVisible();
  await expect(cohortCount(page)).toHaveText(/^[\d,]+patients in your cohort/);
  await expect(page.getByText('No filters yet')).toBeVisible();
  await expect(page.getByText('6,061')).toHaveCount(0);
  await page.goto('/default/query');
  await expect(cohortCount(page)).toHaveText(startsWith(6_061));
});
