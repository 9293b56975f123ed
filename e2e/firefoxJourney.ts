import { readFileSync } from 'node:fs';
import { firefox, type Page } from '@playwright/test';
import { applyNewFilter, cohortCount, startsWith } from './locators.ts';
import { startPortal } from './portal.ts';
import { fillSignIn } from './session.ts';
import { expect } from './test.ts';

const exported = /^results_export_default_[\d-]+_[0-9a-z]{4}\.csv$/;

/**
 * The main journey in the Firefox of this machine, over WebDriver BiDi: sign in, choose a dataset, filter, count, results,
 * cross-tab, export.
 * @throws with the step that failed
 */
export async function journeyInFirefox(executablePath: string): Promise<void> {
  const portal = await startPortal();
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath });
  try {
    const page = await browser.newPage({
      baseURL: portal.url,
      viewport: { width: 1440, height: 900 },
    });
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.setDefaultTimeout(60_000);
    await page.goto('/login');
    await walk(page);
    if (faults.length > 0) throw new Error(`errors in the browser: ${faults.join('\n')}`);
  } finally {
    await browser.close();
    await portal.stop();
  }
}

const shows = expect.configure({ timeout: 60_000 });

async function walk(page: Page): Promise<void> {
  const steps = {
    'sign in': () => fillSignIn(page),
    'choose the dataset': async () => {
      await page.getByRole('article').getByRole('link', { name: 'Heart Trio Consortium' }).click();
      await page.getByRole('link', { name: 'Build a cohort' }).click();
    },
    'find a concept by its name': async () => {
      await page.getByRole('combobox', { name: /search/i }).fill('sex');
      await page.getByRole('option', { name: /^Sex/ }).first().click();
    },
    'filter and count': async () => {
      await page.getByRole('checkbox', { name: /^Female/ }).check();
      await applyNewFilter(page);
      await shows(cohortCount(page)).toHaveText(startsWith(6_061));
    },
    'see the rows': async () => {
      await page.getByRole('link', { name: /View results/ }).click();
      await shows(page.getByText('1–25 of 6,061')).toBeVisible();
    },
    'export them': () => exportRows(page),
    'cross-tab': async () => {
      await page.getByRole('link', { name: 'Aggregate', exact: true }).click();
      await page.getByRole('button', { name: 'Add rows' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox', { name: /search/i }).fill('sex');
      await dialog.getByRole('option', { name: /^Sex/ }).first().click();
      await dialog.getByRole('button', { name: 'Apply changes' }).click();
      await shows(page.getByRole('rowheader', { name: 'Female' })).toBeVisible();
      await shows(page.getByRole('cell', { name: '6,061' })).toBeVisible();
    },
  };
  for (const [name, step] of Object.entries(steps)) {
    await step().catch((error: unknown) => {
      throw new Error(`Firefox: ${name}: ${error}`, { cause: error });
    });
  }
}

async function exportRows(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^CSV/ }).click(),
  ]);
  shows(download.suggestedFilename()).toMatch(exported);
  shows(
    readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n'),
  ).toHaveLength(6_062);
  await shows(page.getByText(`${download.suggestedFilename()} is saved`)).toBeVisible();
}
