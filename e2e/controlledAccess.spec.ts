import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expectNoAxeFault } from './axe.ts';
import { maxStartMs, type Portal, startPortal } from './portal.ts';
import { demoPassword, fillSignIn } from './session.ts';
import { expect, test } from './test.ts';

const text = `# Terms of the Heart Trio Consortium

You use the data for the project that was approved, and **never try to identify anyone**.

1. Keep the data where only you can read them.
2. Delete them when the project ends.

Questions: [write to us](mailto:data@hearts.example).
`;

/** A portal of its own, whose settings no other test meets. */
let portal: Portal;
let folder = '';
test.beforeAll(async () => {
  test.setTimeout(maxStartMs);
  folder = mkdtempSync(path.join(tmpdir(), 'atrium-site-'));
  const file = path.join(folder, 'site.json');
  writeFileSync(file, JSON.stringify({ signInNotice: 'Use of this portal is **recorded**.' }));
  portal = await startPortal({
    from: process.env['ATRIUM_E2E_HOME'],
    env: { ATRIUM_SITE_CONFIG: file },
  });
});
test.afterAll(async () => {
  await portal.stop();
  rmSync(folder, { recursive: true });
});

/** Puts a text in force as the operator would. */
function putAgreement(version: string, words: string): void {
  const file = path.join(portal.home, `agreement-${version}.md`);
  writeFileSync(file, words);
  portal.command(['dataset', 'agreement', 'default', '--version', version, '--file', file]);
}

const agreement = (page: Page) => page.getByRole('heading', { level: 1, name: 'Data-use agreement' });
const accept = (page: Page) => page.getByRole('button', { name: 'I accept this agreement' }).click();
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('data open when the agreement is accepted, at the address that was wanted, and close when the membership ends', {
  tag: '@long',
}, async ({ page }) => {
  putAgreement('2026-1', text);
  await page.goto(`${portal.url}/login?returnTo=%2Fdefault%2Fquery`);
  await expect(page.getByRole('region', { name: 'Notice' })).toHaveText('Use of this portal is recorded.');
  await expectNoAxeFault(page);
  await fillSignIn(page, { password: demoPassword });
  await expect(agreement(page)).toBeVisible();
  await expect(
    page.getByRole('heading', { level: 2, name: 'Terms of the Heart Trio Consortium' }),
  ).toBeVisible();
  await expect(page.getByText('Version 2026-1')).toBeVisible();
  await expectNoAxeFault(page);
  expect((await page.request.get(`${portal.url}/api/v2/default/query_tools/count`)).status()).toBe(403);

  await accept(page);
  await expect(page).toHaveURL(`${portal.url}/default/query`);
  await expect(page.getByRole('link', { name: 'Results', exact: true })).toBeVisible();
  await expect(agreement(page)).toHaveCount(0);
  expect((await page.request.get(`${portal.url}/api/v2/default/query_tools/count`)).status()).toBe(200);

  putAgreement('2026-2', `${text}\n3. Say in each paper where the data come from.\n`);
  await page.reload();
  await expect(page.getByText('Version 2026-2')).toBeVisible();
  await accept(page);
  await expect(agreement(page)).toHaveCount(0);

  portal.command(['member', 'renew', 'researcher', 'default', '--until', inDays(9)]);
  await page.goto(`${portal.url}/dataset/default`);
  await expect(page.getByText(/^Your access ends after/)).toBeVisible();
  await expectNoAxeFault(page);
  await page.goto(`${portal.url}/`);
  await expect(page.getByText(/^Your access ends after/)).toBeVisible();

  portal.command(['member', 'end', 'researcher', 'default']);
  await page.goto(`${portal.url}/default/query`);
  await expect(page.getByText(/Your access to this dataset ended on/)).toBeVisible();
});
