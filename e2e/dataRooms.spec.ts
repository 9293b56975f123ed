import { expectNoAxeFault } from './axe.ts';
import { clinicPackage } from './dataPackages.ts';
import { longestStartMs } from './portal.ts';
import { signIn } from './session.ts';
import { expect, test } from './test.ts';

test('staff without a shell load a dataset from a zip, mend its dictionary, switch to it, and delete it', async ({
  page,
}) => {
  test.setTimeout(longestStartMs);
  const dataset = `clinic_${Date.now() % 100_000}`;
  await signIn(page, { username: 'curator' });
  await page.goto('/pcgc/admin/datasets');
  await page.getByRole('button', { name: 'Load data' }).click();
  await page.locator('input[type=file]').setInputFiles({
    name: `${dataset}.zip`,
    mimeType: 'application/zip',
    buffer: await clinicPackage(dataset),
  });
  await expect(page.getByRole('button', { name: `Import ${dataset}.zip` })).toBeVisible();
  await expectNoAxeFault(page);

  await page.getByRole('button', { name: `Import ${dataset}.zip` }).click();
  await page.getByRole('radio', { name: /^Load it and hold it back/ }).check();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText('It waits. Look at its dictionary, then switch to it.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Report' })).toContainText('people.weight: not a number (1)');
  await expectNoAxeFault(page);

  await page.getByRole('link', { name: 'Open its dictionary' }).click();
  await page.getByRole('textbox', { name: 'Title of sex' }).fill('Sex at birth');
  await page.getByRole('checkbox', { name: 'Published of weight' }).uncheck();
  await page.getByRole('checkbox', { name: 'Protected of born' }).uncheck();
  await expectNoAxeFault(page);
  await page.getByRole('button', { name: 'Review and save' }).click();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect(page.getByText('3 concepts will be different.')).toBeVisible();
  await expect(save).toBeDisabled();
  await page.getByRole('checkbox', { name: 'born is protected no more' }).check();
  await save.click();
  await expect(page.getByRole('textbox', { name: 'Title of sex' })).toHaveValue('Sex at birth');

  await page.goto(`/pcgc/admin/datasets/${dataset}`);
  await page
    .getByRole('button', { name: /^Switch to release/ })
    .first()
    .click();
  await expect(page.getByText('No report would break.')).toBeVisible();
  await page.getByRole('button', { name: 'Switch to it', exact: true }).last().click();
  await expect(page.getByRole('row', { name: /Live/ })).toContainText('Dictionary of its own');
  await expectNoAxeFault(page);

  await page.goto('/pcgc/admin/imports');
  await expect(page.getByRole('row', { name: new RegExp(`${dataset}.zip`) })).toContainText('Done');

  await page.goto(`/pcgc/admin/datasets/${dataset}`);
  await page.getByRole('button', { name: 'Delete dataset' }).click();
  await page.getByRole('textbox', { name: `Type ${dataset} to go on` }).fill(dataset);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete dataset' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Datasets' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'The clinic' })).toHaveCount(0);
});
