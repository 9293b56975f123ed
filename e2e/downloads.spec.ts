import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { callsToConnect, installConnect } from './asperaConnect.ts';
import { expectNoAxeFault } from './axe.ts';
import { female, male, startWith } from './definitions.ts';
import { addFirstTypes, emptyQueue, offerAspera, pickPrivateFolder } from './downloadQueue.ts';
import { signIn } from './session.ts';
import { expect, test } from './test.ts';

const queue = (page: Page) => page.getByRole('region', { name: 'Download queue' });
const typeRows = (page: Page) =>
  page.getByRole('table', { name: 'File types of your cohort' }).getByRole('row');
const figure = async (page: Page, name: string): Promise<string> =>
  queue(page).locator('dt', { hasText: name }).locator('+ dd').innerText();

test.beforeEach(async ({ page }) => {
  await signIn(page);
  await startWith(page, { cohort: [female] });
  await emptyQueue(page);
});

test('a queue is filled by type and by file, and follows the cohort', { tag: '@long' }, async ({ page }) => {
  await page.goto('/default/download');
  await expect(page.getByRole('heading', { level: 1, name: 'Download Files' })).toBeVisible();
  await expect(queue(page)).toContainText('Nothing is in the queue');
  const row = typeRows(page).nth(1);
  await expect(row).toContainText(/\(\d+%\)/);
  await row.getByRole('button', { name: /^Add .* to the queue$/ }).click();
  await expect(row.getByRole('button', { name: /out of the queue$/ })).toBeVisible();
  await expect(queue(page)).toContainText(/participants? ha(s|ve) no/);
  const girls = await figure(page, 'Files');
  const [covered = '', all = ''] = (await figure(page, 'Individuals covered')).split(' of ');
  expect(Number(covered.replaceAll(',', ''))).toBeLessThanOrEqual(Number(all.replaceAll(',', '')));
  await expectNoAxeFault(page);

  await startWith(page, { cohort: [male] });
  await page.reload();
  await expect(queue(page).locator('dl')).toBeVisible();
  await expect.poll(() => figure(page, 'Files')).not.toBe(girls);

  await page.locator('label', { hasText: 'Clinical Data Files' }).click();
  await expect(page).toHaveURL(/category=clinical/);
  await expect(page.getByRole('radio', { name: 'Sequencing program' })).toBeDisabled();
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Data Files', exact: true })).toBeChecked();

  await typeRows(page)
    .nth(2)
    .getByRole('button', { name: /^[\d,]+ files? of/ })
    .first()
    .click();
  await expect(page).toHaveURL(/view=files/);
  const file = page.getByRole('table', { name: 'Files of your cohort' }).getByRole('row').nth(1);
  await file.getByRole('button', { name: /^Add/ }).click();
  await expect(queue(page).getByRole('list', { name: 'In the queue' }).getByRole('listitem')).toHaveCount(2);
  await expectNoAxeFault(page);
  await queue(page).getByRole('button', { name: 'Clear the queue' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear the queue' }).click();
  await expect(queue(page)).toContainText('Nothing is in the queue');
});

/** Names and SHA-256 of all files below the picked folder. */
const onDisk = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const found: Record<string, string> = {};
    const walk = async (folder: FileSystemDirectoryHandle, above: string): Promise<void> => {
      for await (const [name, handle] of folder.entries()) {
        if (handle instanceof FileSystemDirectoryHandle) await walk(handle, `${above}${name}/`);
        if (!(handle instanceof FileSystemFileHandle)) continue;
        const digest = await crypto.subtle.digest('SHA-256', await (await handle.getFile()).arrayBuffer());
        found[above + name] = Array.from(new Uint8Array(digest), (byte) =>
          byte.toString(16).padStart(2, '0'),
        ).join('');
      }
    };
    const root = await navigator.storage.getDirectory();
    await walk(await root.getDirectoryHandle('picked', { create: true }), '');
    return found;
  });

test('a download into a folder goes on after a reload, and every file is there with its checksum', async ({
  page,
}) => {
  await pickPrivateFolder(page);
  await addFirstTypes(page, 1);
  await page.goto('/default/download');
  await page.getByRole('radio', { name: 'Into a folder of this computer' }).check();
  const bytes = /\/importedfiles\/file\/|\/transfers\/content\//;
  let sent = 0;
  // After some files nothing more comes, until the page is loaded anew.
  await page.route(bytes, async (route) => {
    sent += 1;
    if (sent <= 5) await route.fallback();
  });
  const started = page.waitForResponse(/\/transfers\/start/);
  await page.getByRole('button', { name: 'Start download' }).click();
  const transfer = await (await started).json();
  await expect(page.getByText('Downloading', { exact: true })).toBeVisible();
  await expect(queue(page)).toContainText('Nothing is in the queue');
  await expect(page.getByText(new RegExp(`^5 of ${transfer.files} files`))).toBeVisible();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  await expect(page.getByText('A download was interrupted.')).toBeVisible();
  await expectNoAxeFault(page);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('Complete', { exact: true })).toBeVisible();
  await expect(page.getByText('All checksums are right.')).toBeVisible();

  const listed = await page.request.get(
    `/api/v2/default/transfers/${transfer.transfer_id}/files/?limit=1000`,
  );
  const { results } = await listed.json();
  const expected = Object.fromEntries(
    results.map((file: { path: string; checksum: { value: string } }) => [
      `default-${transfer.transfer_id}/${file.path}`,
      file.checksum.value,
    ]),
  );
  expect(results).toHaveLength(transfer.files);
  const sheet = `default-${transfer.transfer_id}/samples.tsv`;
  await expect.poll(() => onDisk(page)).toEqual({ ...expected, [sheet]: expect.any(String) });

  await page.locator('label', { hasText: 'History' }).click();
  await page
    .getByRole('button', { name: /^Queue again: the download of/ })
    .first()
    .click();
  await expect(queue(page).getByRole('list', { name: 'In the queue' })).toBeVisible();
});

test('where the browser cannot write to a folder each file has a link, and the queue can be a zip or a script', {
  tag: '@long',
}, async ({ page }) => {
  await page.addInitScript(() => Object.assign(window, { showDirectoryPicker: undefined }));
  await addFirstTypes(page, 1);
  await page.goto('/default/download');
  await expect(page.getByText(/This browser cannot write into a folder/)).toBeVisible();
  const saveOf = async (open: () => Promise<void>) => {
    const saving = page.waitForEvent('download');
    await open();
    return readFileSync(await (await saving).path());
  };
  const more = page.getByRole('button', { name: 'Other ways' });
  const script = await saveOf(async () => {
    await more.click();
    await page.getByRole('menuitem', { name: 'Script for Linux and macOS' }).click();
  });
  expect(script.toString()).toMatch(/^#!/);
  await expect(queue(page).getByRole('list', { name: 'In the queue' })).toBeVisible();

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Start download' }).click();
  const links = page.getByRole('dialog', { name: 'Links of this download' });
  const link = links.getByRole('link').first();
  await expect(link).toBeVisible();
  await expectNoAxeFault(page);
  const checksum = await links
    .getByText(/^(sha256|md5) /)
    .first()
    .innerText();
  const file = await saveOf(() => link.click());
  const [kind = '', value] = checksum.split(' ');
  expect(createHash(kind).update(file).digest('hex')).toBe(value);
  await links.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page).not.toHaveURL(/links=/);
});

test('Aspera starts the first transfer with a token; where it cannot, HTTPS is offered', {
  tag: '@long',
}, async ({ page }) => {
  await addFirstTypes(page, 1);
  await offerAspera(page);
  let specs: object[] = [];
  await page.route(/\/download-aspera\/?(\?|$)/, (route) =>
    route.fulfill({ json: { transfer_specs: specs } }),
  );
  const sdk: string[] = [];
  page.on('request', (request) => {
    if (/\/assets\/esm-.*\.js$/.test(request.url())) sdk.push(request.url());
  });

  await page.goto('/default/download');
  await page.getByRole('radio', { name: 'With Aspera' }).check();
  expect(sdk).toEqual([]);
  await page.getByRole('button', { name: 'Start download' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Could not downlaod files via Aspera');
  await expect(alert).toContainText('The extension IBM Aspera Connect is not installed');
  await expect(alert.getByRole('button', { name: 'Download by HTTPS' })).toBeVisible();
  expect(sdk).toHaveLength(1);
  await expectNoAxeFault(page);

  await installConnect(page);
  await page.reload();
  await page.getByRole('radio', { name: 'With Aspera' }).check();
  await page.getByRole('button', { name: 'Start download' }).click();
  await expect(alert).toContainText('Could not process download request');
  await expect(queue(page).getByRole('list', { name: 'In the queue' })).toBeVisible();
  await alert.getByRole('button', { name: 'Dismiss' }).click();

  const paths = [{ source: 'a.cram' }, { source: 'b.cram' }];
  specs = [
    { transfer_spec: { direction: 'receive', remote_host: 'xfer.example.org', token: 'ATV_1', paths } },
    { transfer_spec: { remote_host: 'never.example.org' } },
  ];
  await page.getByRole('button', { name: 'Start download' }).click();
  await expect(queue(page)).toContainText('Nothing is in the queue');
  const [call, ...others] = await callsToConnect(page);
  expect(others).toEqual([]);
  expect(JSON.parse(call?.body ?? '{}').transfer_specs).toMatchObject([
    { transfer_spec: { remote_host: 'xfer.example.org', token: 'ATV_1', authentication: 'token' } },
  ]);
  await expect(page.getByText('0 of 2 files')).toBeVisible();
  await expect(page.getByText('Complete', { exact: true })).toBeVisible();
});
