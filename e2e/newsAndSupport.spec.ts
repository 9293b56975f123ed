import { expectNoAxeFault } from './axe.ts';
import { startMailServer } from './mailServer.ts';
import { freePort, longestStartMs, startPortal } from './portal.ts';
import { signInByForm } from './session.ts';
import { expect, test } from './test.ts';

const staffPassword = 'quiet orchard gate 72';

test('staff write, schedule and publish an article, and answer a request for support', async ({
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
  const stranger = await browser.newContext();
  const publicCall = async (path: string) =>
    (await stranger.request.get(`${portal.url}/pcgc/api/news/${path}`)).text();
  try {
    await signInByForm(page, { username: 'curator', password: staffPassword }, portal.url);
    await page.goto(`${portal.url}/pcgc/admin/news`);
    await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
    await expect(page.getByText('23 articles')).toBeVisible();
    await page.getByLabel('State').selectOption('scheduled');
    await expect(page.getByText('1 article', { exact: true })).toBeVisible();
    await expectNoAxeFault(page);

    await page.getByRole('button', { name: 'Write an article' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Trios of spring');
    await page.getByRole('textbox', { name: 'Text' }).fill('All trios of spring are here.');
    await page.getByRole('textbox', { name: 'Text' }).selectText();
    await page.getByRole('button', { name: 'Bold' }).click();
    await expect(page.getByRole('region', { name: 'Preview' }).locator('strong')).toHaveText(
      'All trios of spring are here.',
    );
    await page.getByRole('button', { name: 'Save as a draft' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Trios of spring' })).toBeVisible();
    await expect(page.getByText('Draft', { exact: true })).toBeVisible();
    expect(await publicCall('feed')).not.toContain('Trios of spring');
    await expectNoAxeFault(page);

    await page.getByLabel('Publish on').fill('2099-01-01T08:00');
    await page.getByRole('button', { name: 'Schedule' }).click();
    await expect(page.getByText('Scheduled', { exact: true })).toBeVisible();
    expect(await publicCall('article/trios-of-spring')).toContain('Not found.');

    await page.getByLabel('Publish on').fill('2026-01-02T08:00');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Published', { exact: true })).toBeVisible();
    expect(await publicCall('article/trios-of-spring')).toContain(
      '<strong>All trios of spring are here.</strong>',
    );

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();

    await page
      .getByRole('navigation', { name: 'Staff rooms' })
      .getByRole('link', { name: 'Support' })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Count differs from our paper' })).toBeVisible();
    await expectNoAxeFault(page);
    await page.getByRole('link', { name: 'Count differs from our paper' }).click();
    await page.getByLabel('Your answer').fill('A report can stay on its release.');
    await page.getByRole('button', { name: 'Send the answer' }).click();
    await expect(page.getByText('Answered', { exact: true })).toBeVisible();
    const mail = await mails.mailTo('j.okafor@university.example');
    expect(mail).toContain('A report can stay on its release.');
    expect(mail).toContain('> Thank you,');
    await page.reload();
    await expect(page.getByText(/^Mailed /)).toBeVisible();
    await page.getByRole('button', { name: 'Close the request' }).click();
    await expect(page.getByText('Closed', { exact: true })).toBeVisible();
    await expectNoAxeFault(page);
  } finally {
    await stranger.close();
    await portal.stop();
    await mails.close();
  }
});
